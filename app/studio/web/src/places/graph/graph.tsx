// A graph: who stands out in it, protecting it, and both graphs side by side.
import { useState } from "preact/hooks";
import { AsCommand, Button, Failure } from "../../parts/basic";
import { isActive, JobLine, jobOf } from "../../parts/jobs";
import { useResult, useWorkspace } from "../../state";
import { text } from "../../text";
import { BeforeAndAfter } from "./assessed";
import { Inspected } from "./inspected";
import { QuickProtect } from "./protect";

const words = text.graph;

export function Graph() {
  const workspace = useWorkspace();
  const { project } = workspace;
  const [failure, setFailure] = useState<unknown>(null);
  const inspected = useResult(workspace, ["inspect"], ["graph"]);
  const job = jobOf(workspace.jobs, "inspect");
  const entry = project.results.find((one) => one.id === inspected.id);
  return (
    <>
      <h1>{text.places.graph}</h1>
      <p class="quiet">{words.intro}</p>
      <section aria-labelledby="inspect-title">
        <h2 id="inspect-title">{words.inspectTitle}</h2>
        {!inspected.result && <p class="quiet">{words.inspectHint}</p>}
        <Button
          kind={inspected.result ? undefined : "main"}
          disabled={isActive(job)}
          onClick={() => {
            setFailure(null);
            workspace.start("inspect").catch(setFailure);
          }}
        >
          {inspected.result ? words.inspectAgain : words.inspect}
        </Button>
        {job && job.state !== "done" && <JobLine job={job} />}
        <Failure error={failure} />
        {inspected.result && <Inspected result={inspected.result} />}
        {entry && <AsCommand command={entry.command} python={entry.python} />}
      </section>
      <QuickProtect inspected={inspected.result} />
      <BeforeAndAfter />
    </>
  );
}
