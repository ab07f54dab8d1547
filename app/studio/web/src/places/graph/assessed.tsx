// Both graphs drawn, their numbers of neighbours, classes, and the report on them.
import { useEffect, useState } from "preact/hooks";
import * as api from "../../api";
import { count } from "../../format";
import { AsCommand, Button, Failure } from "../../parts/basic";
import { Drawing, ReportParts } from "../../parts/drawing";
import { isActive, JobLine, jobOf } from "../../parts/jobs";
import { address } from "../../route";
import { useResultById, useWorkspace } from "../../state";
import { fill, text } from "../../text";
import type { Json, Operation } from "../../types";

const words = text.graph;

// Assessing keeps what drawings need only where it is asked to.
async function drawn(): Promise<Record<string, Json>> {
  const all: Operation[] = (await api.get("/api/operations")).operations;
  const assess = all.find((one) => one.name === "assess" && one.data === "graph");
  return assess?.options.some((one) => one.name === "picture") ? { picture: true } : {};
}

const pointsOf = (degrees: number[] | undefined) => (degrees ?? []).map((nodes, degree) => [degree, nodes]);

function Degrees({ result }: { result: Json }) {
  const before = pointsOf(result.structure?.degrees);
  const after = pointsOf(result.releases?.[0]?.structure?.degrees);
  if (before.length < 2 || after.length < 2) return null;
  const lines = [
    { name: text.common.before, points: before },
    { name: text.common.after, points: after },
  ];
  return (
    <div class="card">
      <h3>{words.degreesTitle}</h3>
      <p class="quiet small">{words.degreesHint}</p>
      <div class="half">
        <Drawing what="lines" id="degrees" data={{ title: words.degreesTitle, x: words.neighbours, y: words.nodes, lines }} />
      </div>
    </div>
  );
}

function Classes({ result }: { result: Json }) {
  const risks: Record<string, Json> = result.releases?.[0]?.structural_risk ?? {};
  const known = Object.keys(risks).filter((one) => Array.isArray(risks[one]?.class_sizes));
  if (known.length === 0) return null;
  return (
    <>
      <h3>{words.classesTitle}</h3>
      <p class="quiet small">{words.classesHint}</p>
      <div class="columns">
        {known.map((one) => (
          <figure class="card">
            <figcaption>
              <strong>{words.classesBy[one] ?? one}</strong>{" "}
              <span class="quiet small">{fill(words.smallest, count(risks[one].smallest_class ?? 0))}</span>
            </figcaption>
            <Drawing what="classes" id={`classes-${one}`} data={risks[one].class_sizes} ranges />
          </figure>
        ))}
      </div>
    </>
  );
}

export function BeforeAndAfter() {
  const workspace = useWorkspace();
  const { project } = workspace;
  const [failure, setFailure] = useState<unknown>(null);
  const [options, setOptions] = useState<Record<string, Json>>({});
  useEffect(() => void drawn().then(setOptions, () => undefined), []);
  // A narrower one, with fewer columns or parts, is not taken for the whole.
  const last = [...project.results].reverse().find((one) => one.state === "done" && one.whole && one.kind === "graph-assessment");
  const assessed = useResultById(workspace, last?.id ?? null);
  const job = jobOf(workspace.jobs, "assess");
  const entry = project.results.find((one) => one.id === assessed.id);
  const protectedAt = [...project.results].reverse().find((one) => one.operation === "protect" && one.state === "done");
  return (
    <section aria-labelledby="assess-title">
      <h2 id="assess-title">{words.assessTitle}</h2>
      <p class="quiet">{project.release ? words.assessHint : words.assessFirst}</p>
      <Button
        kind={project.release && !assessed.result ? "main" : undefined}
        disabled={!project.release || isActive(job)}
        onClick={() => {
          setFailure(null);
          workspace.start("assess", options).catch(setFailure);
        }}
      >
        {assessed.result ? words.assessAgain : words.assess}
      </Button>
      {job && job.state !== "done" && <JobLine job={job} />}
      <Failure error={failure} />
      {assessed.result && assessed.id !== null && (
        <>
          {protectedAt && assessed.id < protectedAt.id && <p class="note warning">{words.older}</p>}
          <ReportParts project={project.id} result={assessed.id} />
          <Degrees result={assessed.result} />
          <Classes result={assessed.result} />
          {entry && <AsCommand command={entry.command} python={entry.python} />}
          <p>{words.next} <a href={address(project.id, "attack")}>{text.places.attack}</a>, <a href={address(project.id, "signoff")}>{text.places.signoff}</a>.</p>
        </>
      )}
    </section>
  );
}
