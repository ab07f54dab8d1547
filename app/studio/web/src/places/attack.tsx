// Attack: what the worst intruder finds in the release, how far that is proven, and all attacks.
import { useState } from "preact/hooks";
import { AsCommand, Button, Failure, Loading, Notice } from "../parts/basic";
import { ReportParts } from "../parts/drawing";
import { JobLine } from "../parts/jobs";
import { OneMethod, type Tuned } from "../parts/one_method";
import { address } from "../route";
import { useWorkspace } from "../state";
import type { Workspace } from "../state";
import { text } from "../text";
import { Explain } from "./attack/explain";
import { Findings } from "./attack/findings";
import { findingsOf, useMeasured, worstOf } from "./attack/measured";
import type { Finding } from "./attack/measured";
import { useAssess } from "./attack/run";
import { Verdict } from "./attack/verdict";
import { WorstCase } from "./attack/worst";

const words = text.attack;

function Release({ workspace }: { workspace: Workspace }) {
  const { project } = workspace;
  const { ready, main, byHand, remade } = useMeasured(workspace);
  const assess = useAssess(workspace);
  const [tuned, setTuned] = useState<Tuned | null>(null);
  const sources = [...(main ? [main] : []), ...byHand];
  const findings = findingsOf(sources, workspace);
  const worst = worstOf(main, byHand, findings);
  const entry = project.results.find((one) => one.id === main?.id);
  const known = project.strip.after?.result !== undefined;
  const stale = project.strip.after?.stale;
  const bound = main?.measured?.bound ?? byHand.find((one) => one.measured?.bound)?.measured.bound;

  // Only what differs from the default is a setting of one's own.
  const tune = (finding: Finding) => {
    const parameters = finding.method?.parameters ?? [];
    const given = Object.entries(finding.attack.parameters ?? {}).filter(([name, value]) => {
      const parameter = parameters.find((one) => one.name === name);
      return parameter && value !== null && JSON.stringify(value) !== JSON.stringify(parameter.default);
    });
    setTuned({ method: finding.attack.name, set: Object.fromEntries(given) });
  };

  return (
    <>
      <Failure error={assess.failure} />
      {assess.job && (assess.busy || assess.job.state === "failed") && <JobLine job={assess.job} />}
      {!known && !assess.busy && (
        <div class="card">
          <p>{words.notYet}</p>
          <p class="quiet">{words.runAllLead}</p>
          <Button kind="main" onClick={assess.run}>
            {words.attackNow}
          </Button>
        </div>
      )}
      {(remade || stale) && (
        <Notice kind="warning">
          <p>{remade ? words.remade : words.stale}</p>
          <Button disabled={assess.busy} onClick={assess.run}>
            {words.again}
          </Button>
        </Notice>
      )}
      {!ready && <Loading />}
      {main && (
        <>
          <p class="quiet small">{words.privateLead}</p>
          {worst ? <WorstCase worst={worst} bound={bound} kind={project.kind} /> : entry?.headline && <p class="headline">{entry.headline}</p>}
          {(project.kind === "table" || main.measured?.verdict) && <Verdict verdict={main.measured?.verdict} project={project.id} beaten={worst?.byHand ? worst.value : undefined} />}
        </>
      )}
      <Findings title={words.findings[project.kind]} lead={words.findingsLead} findings={findings.filter((one) => one.finds)} onTune={tune} />
      <Findings title={words.others} lead={words.othersLead} findings={findings.filter((one) => !one.finds)} onTune={tune} />
      {main && !(main.measured?.attacks?.length > 0) && (
        <section>
          <h2>{words.whole}</h2>
          <ReportParts project={project.id} result={main.id} without={["summary", "parameters"]} />
        </section>
      )}
      {main && <Explain workspace={workspace} measured={main.measured} busy={assess.busy} onFindExposed={assess.run} />}
      {known && (
        <section>
          <h2>{words.run}</h2>
          <p class="quiet">{words.runAllLead}</p>
          <div class="row">
            <Button disabled={assess.busy} onClick={assess.run}>
              {words.again}
            </Button>
          </div>
          <AsCommand command={entry?.command} python={entry?.python} />
        </section>
      )}
      <OneMethod
        workspace={workspace}
        family="attack"
        tuned={tuned}
        words={{ title: words.runOne, lead: words.runOneLead, choose: words.choose, run: words.runThis, needed: words.needed, settings: words.settings, noSettings: words.noSettings }}
      />
    </>
  );
}

export function Attack() {
  const workspace = useWorkspace();
  const { project } = workspace;
  return (
    <div class="attack">
      <h1>{words.title}</h1>
      <p class="quiet">{words.intro}</p>
      {project.release ? (
        <Release workspace={workspace} />
      ) : (
        <div class="card">
          <p>{words.noRelease}</p>
          <a class="button main" href={address(project.id, "protect")}>
            {words.toProtect}
          </a>
        </div>
      )}
    </div>
  );
}
