// The last steps: write the documents exactly as decided, then look at what that did.
import { useState } from "preact/hooks";
import { count } from "../../format";
import { AsCommand, Button, Failure } from "../../parts/basic";
import { ReportParts } from "../../parts/drawing";
import { isActive, JobLine, jobOf } from "../../parts/jobs";
import { ResultWords } from "../../parts/result_words";
import { useName } from "../../parts/stored";
import { address } from "../../route";
import { useWorkspace } from "../../state";
import { fill, text } from "../../text";
import type { Json, ResultEntry } from "../../types";
import type { Summary } from "./review";

const words = text.documents.finish;

const lastOf = (results: ResultEntry[], operation: string) =>
  [...results].reverse().find((one) => one.operation === operation && one.state === "done");

export function Finish({ summary }: { summary: Summary }) {
  const workspace = useWorkspace();
  const { project } = workspace;
  const [name, setName] = useName();
  const [undecided, setUndecided] = useState<"accept" | "reject" | "">("");
  const [failure, setFailure] = useState<unknown>(null);
  const left = summary.undecided.entities + summary.undecided.blocks;
  const applying = jobOf(workspace.jobs, "apply");
  const assessing = jobOf(workspace.jobs, "assess");
  const applied = lastOf(project.results, "apply");
  const assessed = [...project.results].reverse().find((one) => one.state === "done" && one.whole);
  const run = async (operation: string, options: Record<string, Json>) => {
    setFailure(null);
    try {
      await workspace.start(operation, options);
    } catch (error) {
      setFailure(error);
    }
  };
  return (
    <>
      <section aria-labelledby="apply-title">
        <h2 id="apply-title">{words.applyTitle}</h2>
        <form
          class="card"
          onSubmit={(e) => {
            e.preventDefault();
            const options: Record<string, Json> = { reviewer: name.trim() };
            if (left > 0 && undecided) options.undecided = undecided;
            void run("apply", options);
          }}
        >
          <p class="quiet">{words.applyHint}</p>
          {left > 0 && (
            <fieldset class="choice">
              <legend>{fill(words.left, count(left))}</legend>
              <label><input type="radio" name="left" checked={undecided === "accept"} onChange={() => setUndecided("accept")} /> {words.leftOut}</label>
              <label><input type="radio" name="left" checked={undecided === "reject"} onChange={() => setUndecided("reject")} /> {words.leftStays}</label>
            </fieldset>
          )}
          <div class="field">
            <label for="reviewer">{words.name}</label>
            <input id="reviewer" type="text" autocomplete="name" value={name} onInput={(e) => setName(e.currentTarget.value)} />
            <p class="hint">{words.nameHint}</p>
          </div>
          <div class="row">
            <Button kind="main" type="submit" disabled={isActive(applying) || !name.trim() || (left > 0 && !undecided)}>{applied ? words.applyAgain : words.apply}</Button>
            {(!name.trim() || (left > 0 && !undecided)) && <span class="small quiet">{left > 0 && !undecided ? words.needsChoice : words.needsName}</span>}
          </div>
        </form>
        {applying && applying.state !== "done" && <JobLine job={applying} />}
        <Failure error={failure} />
        {applied && (
          <>
            {project.release && <p class="note good">{fill(words.written, project.release.file)}</p>}
            <ResultWords project={project.id} result={applied.id} />
            <AsCommand command={applied.command} python={applied.python} />
          </>
        )}
      </section>
      <section aria-labelledby="assess-title">
        <h2 id="assess-title">{words.assessTitle}</h2>
        <p class="quiet">{project.release ? words.assessHint : words.assessFirst}</p>
        <Button kind={applied && !assessed ? "main" : undefined} disabled={!project.release || isActive(assessing)} onClick={() => run("assess", {})}>
          {assessed ? words.assessAgain : words.assess}
        </Button>
        {assessing && assessing.state !== "done" && <JobLine job={assessing} />}
        {assessed && (
          <>
            {applied && assessed.id < applied.id && <p class="note warning">{words.older}</p>}
            <ReportParts project={project.id} result={assessed.id} />
            <AsCommand command={assessed.command} python={assessed.python} />
            <p>{words.next} <a href={address(project.id, "attack")}>{text.places.attack}</a>, <a href={address(project.id, "signoff")}>{text.places.signoff}</a>.</p>
          </>
        )}
      </section>
    </>
  );
}
