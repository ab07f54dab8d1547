// Protecting a graph with one number to choose; everything else is at Protect.
import { useEffect, useState } from "preact/hooks";
import * as api from "../../api";
import { AsCommand, Button, Failure, Notice } from "../../parts/basic";
import { isActive, JobLine, jobOf } from "../../parts/jobs";
import { ResultWords } from "../../parts/result_words";
import { address } from "../../route";
import { useWorkspace } from "../../state";
import { fill, text } from "../../text";
import type { Json } from "../../types";

const words = text.graph;

const kOf = (steps: Json[]): number | null => steps.find((one) => typeof one.k === "number")?.k ?? null;
const withK = (steps: Json[], k: number) => steps.map((one) => (typeof one.k === "number" ? { ...one, k } : one));

export function QuickProtect({ inspected }: { inspected: Json }) {
  const workspace = useWorkspace();
  const { project } = workspace;
  const own = project.policy.version > 0;
  const policy: string = own ? project.policy.text : (inspected?.policy ?? "");
  const [steps, setSteps] = useState<Json[] | null>(null);
  const [mine, setMine] = useState<string | null>(null); // as typed; null: as the policy says
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const job = jobOf(workspace.jobs, "protect");
  const entry = [...project.results].reverse().find((one) => one.operation === "protect" && one.state === "done");

  // What the policy's steps say, in the engine's reading of its text.
  useEffect(() => {
    let live = true;
    setSteps(null);
    if (!policy) return;
    api.post(`/api/projects/${project.id}/check`, { text: policy }).then(
      (answer) => {
        if (!live) return;
        const found: Json[] = answer.tree?.step ?? [];
        setSteps(found);
      },
      (error) => live && setFailure(error),
    );
    return () => {
      live = false;
    };
  }, [project.id, policy]);

  const most = inspected?.nodes ? Math.max(2, Math.floor(inspected.nodes / 2)) : 1_000_000;
  const typed = mine ?? (steps ? String(kOf(steps) ?? "") : "");
  const k = Number(typed);
  const good = Number.isInteger(k) && k >= 2 && k <= most;
  const known = steps ? kOf(steps) : null;
  const protect = async () => {
    setFailure(null);
    setBusy(true);
    try {
      if (steps && known !== null && (k !== known || !own)) {
        const edited = k === known ? policy : (await api.post(`/api/projects/${project.id}/policy/edit`, { text: policy, edit: { arrays: { step: withK(steps, k) } } })).text;
        await workspace.savePolicy(edited, fill(own ? words.note : words.noteProposed, k));
      }
      setMine(null); // the policy says it now
      await workspace.start("protect");
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section aria-labelledby="protect-title">
      <h2 id="protect-title">{words.protectTitle}</h2>
      <p class="quiet">{words.protectHint}</p>
      {!policy ? (
        <p>{words.inspectFirst}</p>
      ) : (
        <form class="card" onSubmit={(e) => { e.preventDefault(); void protect(); }}>
          {steps && steps.length > 0 && (
            <p class="small">
              {words.stepsHint}{" "}
              {steps.map((one) => [one.method, typeof one.k === "number" ? `k = ${one.k}` : ""].filter(Boolean).join(" ")).join(", ")}
            </p>
          )}
          {!own && <p class="quiet small">{words.proposeHint}</p>}
          {steps && known === null ? (
            <Notice kind="warning">{words.noK}</Notice>
          ) : (
            <div class={`field ${typed && !good ? "wrong" : ""}`}>
              <label for="graph-k">{words.k}</label>
              <input id="graph-k" type="text" inputMode="numeric" value={typed} aria-invalid={typed && !good ? "true" : undefined} aria-describedby="graph-k-hint" onInput={(e) => setMine(e.currentTarget.value)} />
              <p class="hint" id="graph-k-hint">{fill(words.kBad, most)}</p>
            </div>
          )}
          <div class="row">
            <Button kind={project.release ? undefined : "main"} type="submit" disabled={busy || isActive(job) || (known !== null && !good) || !steps}>
              {own ? (entry ? words.protectAgain : words.protect) : words.propose}
            </Button>
            <span class="small">{words.more} <a href={address(project.id, "protect")}>{text.places.protect}</a></span>
          </div>
        </form>
      )}
      {job && job.state !== "done" && <JobLine job={job} />}
      <Failure error={failure} />
      {entry?.lines.map((one) => <p class="note small">{one}</p>)}
      {entry && <ResultWords project={project.id} result={entry.id} />}
      {entry && <AsCommand command={entry.command} python={entry.python} />}
    </section>
  );
}
