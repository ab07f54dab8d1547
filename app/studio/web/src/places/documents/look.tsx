// The first step: look for mentions. The engine finds, a person decides.
import { useEffect, useState } from "preact/hooks";
import { AsCommand, Button, Failure } from "../../parts/basic";
import { isActive, JobLine, jobOf } from "../../parts/jobs";
import { address } from "../../route";
import { useWorkspace } from "../../state";
import { text } from "../../text";
import type { Json } from "../../types";
import { Confirm } from "./dialogs";
import { decide, type Summary } from "./review";

const words = text.documents.look;

// How a review begins: with everything taken out, or with everything to be decided.
export const allUndecided = (project: string, entities: number) =>
  decide(project, { entities: Array.from({ length: entities }, (_, i) => i), decision: "undecided" });

// The job after which every mention becomes undecided. It outlives the form, which is another one when
// the review is there.
let thenUndecided: string | null = null;

export function Look({ summary, broken, onChanged }: { summary: Summary | null; broken: boolean; onChanged: () => void }) {
  const workspace = useWorkspace();
  const { project } = workspace;
  const job = jobOf(workspace.jobs, "review");
  const [profile, setProfile] = useState("");
  const [terms, setTerms] = useState<"" | "eo13526" | "file">("");
  const [file, setFile] = useState("");
  const [each, setEach] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [asks, setAsks] = useState(false);

  const start = async () => {
    setFailure(null);
    setAsks(false);
    const options: Record<string, Json> = {};
    if (project.policy.version === 0 && profile) options.profile = profile;
    if (terms) options.risk_terms = terms === "file" ? file : terms;
    try {
      const started = await workspace.start("review", options);
      thenUndecided = each ? started.id : null;
    } catch (error) {
      setFailure(error);
    }
  };
  useEffect(() => {
    if (!job || job.state !== "done" || thenUndecided !== job.id) return;
    const found = summary?.total.entities;
    if (found === undefined) return;
    thenUndecided = null;
    allUndecided(project.id, found).then(onChanged, setFailure);
  }, [job?.state, summary]);

  const entry = [...project.results].reverse().find((one) => one.operation === "review" && one.state === "done");
  const form = (
    <>
      <p class="quiet">{words.intro}</p>
      {project.policy.version > 0 ? (
        <p>
          {words.byPolicy} <a href={address(project.id, "protect")}>{text.places.protect}</a>.
        </p>
      ) : (
        <div class="field">
          <label for="look-profile">{words.profile}</label>
          <select id="look-profile" value={profile} onChange={(e) => setProfile(e.currentTarget.value)}>
            {Object.entries(words.profiles).map(([name, said]) => (
              <option value={name}>{said}</option>
            ))}
          </select>
          <p class="hint">{words.profileHint}</p>
        </div>
      )}
      <div class="field">
        <label for="look-terms">{words.terms}</label>
        <select id="look-terms" value={terms} onChange={(e) => setTerms(e.currentTarget.value as typeof terms)}>
          <option value="">{words.noTerms}</option>
          <option value="eo13526">{words.order}</option>
          <option value="file">{words.ownTerms}</option>
        </select>
        <p class="hint">{words.termsHint}</p>
      </div>
      {terms === "file" && (
        <div class="field">
          <label for="look-file">{words.file}</label>
          <input id="look-file" type="text" value={file} onInput={(e) => setFile(e.currentTarget.value)} />
          <p class="hint">{words.fileHint}</p>
        </div>
      )}
      <fieldset class="choice">
        <legend>{words.begin}</legend>
        <label><input type="radio" name="begin" checked={!each} onChange={() => setEach(false)} /> {words.beginOut}</label>
        <label><input type="radio" name="begin" checked={each} onChange={() => setEach(true)} /> {words.beginOpen}</label>
      </fieldset>
      <Button kind="main" disabled={isActive(job) || (terms === "file" && !file.trim())} onClick={() => (summary ? setAsks(true) : start())}>
        {summary || broken ? words.again : words.button}
      </Button>
    </>
  );
  return (
    <section aria-labelledby="look-title">
      <h2 id="look-title">{words.title}</h2>
      {summary ? (
        <details>
          <summary>{words.againSummary}</summary>
          <div class="card">{form}</div>
        </details>
      ) : (
        <div class="card">{form}</div>
      )}
      {job && job.state !== "done" && <JobLine job={job} />}
      <Failure error={failure} />
      {entry && <AsCommand command={entry.command} python={entry.python} />}
      {asks && <Confirm title={words.again} text={words.againText} button={words.againButton} onClose={() => setAsks(false)} onConfirm={start} />}
    </section>
  );
}
