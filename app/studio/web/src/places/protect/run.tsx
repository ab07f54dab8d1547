// Making the release, and what came of it.
import { useId, useState } from "preact/hooks";
import * as api from "../../api";
import { count, moment } from "../../format";
import { AsCommand, Button, Failure, Notice } from "../../parts/basic";
import { ReportParts } from "../../parts/drawing";
import { JobLine, isActive, jobOf } from "../../parts/jobs";
import { address } from "../../route";
import { useResultById, useWorkspace } from "../../state";
import { fill, text } from "../../text";
import type { Json } from "../../types";
import type { Desk } from "./desk";

const words = text.protect.run;
const kOperation = "protect";

interface Promised {
  holds: boolean;
  beware?: boolean; // no promise was broken: something that none was about
  sentence: string;
}

// What the release promises, as it was counted on it; by the kind of result.
function promisesOf(result: Json): Promised[] {
  const said = words.guarantees;
  if (result?.kind === "protected") {
    return (result.guarantees ?? []).map((one: Json) => ({
      holds: one.holds === true,
      sentence: [
        one.scope === "step" && one.method ? fill(said.step, one.method) : "",
        one.holds ? fill(said.holds, one.k, one.columns.join(", "), count(one.smallest)) : fill(said.fails, one.k, one.columns.join(", "), count(one.below ?? 0), count(one.unique ?? 0)),
        one.with_missing || one.missing === "any" ? said.anyMissing : "",
      ].filter(Boolean).join(" "),
    }));
  }
  if (result?.kind === "vector-protection" && result.proof) {
    return [{ holds: true, sentence: fill(result.proof.different_vectors === 1 ? said.vectorsOne : said.vectors, count(result.documents), result.proof.k, count(result.proof.different_vectors)) }];
  }
  if (result?.kind === "graph-protection") {
    const list: Promised[] = [];
    const { attributes, structure } = result;
    if (attributes?.k) list.push({ holds: attributes.k >= result.k, sentence: fill(said.nodes, attributes.k, count(attributes.classes), (attributes.columns ?? []).join(", ")) });
    if (structure?.smallest_degree_class !== undefined) {
      const small = structure.nodes_in_small_degree_classes ?? 0;
      list.push({ holds: small === 0, sentence: small === 0 ? fill(said.degrees, structure.smallest_degree_class) : fill(said.degreesNot, count(small), result.k) });
    }
    if ((attributes?.below_k_with_degree ?? 0) > 0) list.push({ holds: false, beware: true, sentence: fill(said.both, count(attributes.below_k_with_degree), result.k) });
    return list;
  }
  return [];
}

function Verdict({ verdict }: { verdict: Json }) {
  if (!verdict?.sentence) return null;
  return (
    <>
      <h3>{words.verdict}</h3>
      <p class={verdict.passed ? "good" : "bad"}>
        <strong>{verdict.sentence}</strong>
      </p>
      <ul class="checks">
        {(verdict.checks ?? []).map((one: Json) => (
          <li class={one.outcome === "met" ? "met" : "unmet"}>
            <strong>{one.quantity}</strong>: {one.sentence} <span class={one.outcome === "met" ? "good" : "bad"}>({one.outcome})</span>
          </li>
        ))}
      </ul>
    </>
  );
}

export function Run({ desk }: { desk: Desk }) {
  const workspace = useWorkspace();
  const { project, jobs, start } = workspace;
  const id = useId();
  const kept: Json = project.choices.protect ?? {};
  const [seed, setSeed] = useState<string>(kept.seed ?? "");
  const assess = kept.assess !== false;
  const [failure, setFailure] = useState<unknown>(null);
  const [starting, setStarting] = useState(false);
  const table = project.kind === "table";
  const seeded = project.kind !== "documents";
  const seedWrong = seeded && seed.trim() !== "" && !/^\d{1,15}$/.test(seed.trim());
  const keep = (more: Json) => void api.post(`/api/projects/${project.id}/keep`, { choices: { protect: { ...kept, ...more } } }).then(workspace.reload, setFailure);

  const job = jobOf(jobs, kOperation);
  const active = isActive(job);
  const entry = [...project.results].reverse().find((one) => one.operation === kOperation);
  const { id: shown, result } = useResultById(workspace, entry?.state === "done" ? entry.id : null);
  const blocked = desk.problems.length > 0 || !desk.readable;
  const empty = desk.text.trim() === "";

  const run = async () => {
    setStarting(true);
    setFailure(null);
    try {
      // What runs is what is seen.
      if (!(await desk.save(words.savedForRun))) return;
      if (seeded && (kept.seed ?? "") !== seed.trim()) keep({ seed: seed.trim() });
      await start(kOperation, table ? { assess } : {}, seeded && seed.trim() !== "" ? Number(seed.trim()) : null);
    } catch (error) {
      setFailure(error);
    } finally {
      setStarting(false);
    }
  };

  const stale = entry && entry.state === "done" && (entry.policy_version !== project.policy.version || desk.dirty);
  const promises = promisesOf(result);
  return (
    <section aria-labelledby="run-title" class="run">
      <h2 id="run-title">{words.title}</h2>
      <p class="quiet">{words.intro[project.kind]}</p>
      <div class="card">
        {seeded && (
          <div class="form">
            {table && (
              <div class="field">
                <label>
                  <input type="checkbox" checked={assess} onChange={(e) => keep({ assess: e.currentTarget.checked })} /> {words.assess}
                </label>
                <p class="hint">{words.assessHint}</p>
              </div>
            )}
            <div class={`field ${seedWrong ? "wrong" : ""}`}>
              <label for={`${id}-seed`}>{words.seed}</label>
              <input
                id={`${id}-seed`}
                type="text"
                inputMode="numeric"
                autocomplete="off"
                value={seed}
                placeholder={words.random}
                aria-invalid={seedWrong ? "true" : undefined}
                aria-describedby={`${id}-seed-hint`}
                onInput={(e) => setSeed(e.currentTarget.value)}
                onBlur={() => !seedWrong && (kept.seed ?? "") !== seed.trim() && keep({ seed: seed.trim() })}
              />
              <p class="hint" id={`${id}-seed-hint`}>
                {words.seedHint}
                {seedWrong && <strong class="wrong-text"> {words.seedWrong}</strong>}
              </p>
            </div>
          </div>
        )}
        <div class="row">
          <Button kind="main" disabled={active || starting || blocked || empty || seedWrong || desk.conflict} onClick={run}>
            {active || starting ? words.running : entry ? words.again : words.start}
          </Button>
          {desk.dirty && !blocked && <span class="quiet">{words.savesFirst}</span>}
          {blocked && <span class="wrong-text">{words.blocked}</span>}
        </div>
        <Failure error={failure} />
        {job && (active || job.state === "failed") && <JobLine job={job} />}
        {job?.state === "stopped" && <p class="quiet" role="status">{words.stopped}</p>}
      </div>
      {entry && !active && (
        <div class="card result" aria-live="polite">
          {entry.state === "done" ? (
            <>
              <h3>{words.done}</h3>
              <p class="quiet small">{fill(words.when, entry.policy_version, moment(entry.time))}{entry.seed !== null ? ` ${fill(words.withSeed, entry.seed)}` : ""}</p>
              {stale && <Notice kind="warning">{words.stale}</Notice>}
              {entry.headline && <p><strong>{entry.headline}</strong></p>}
              {promises.length > 0 && (
                <>
                  <h3>{words.promised}</h3>
                  <ul class="checks">
                    {promises.map((one) => (
                      <li class={one.holds ? "met" : "unmet"}>
                        <strong class={one.holds ? "good" : "bad"}>{one.holds ? words.holds : one.beware ? words.beware : words.holdsNot}</strong> {one.sentence}
                      </li>
                    ))}
                  </ul>
                </>
              )}
              {result?.kind === "protected" && promises.length === 0 && <Notice kind="warning">{words.noPromise}</Notice>}
              <Verdict verdict={result?.measured?.verdict} />
            </>
          ) : (
            <>
              <h3>{entry.state === "stopped" ? words.wasStopped : words.failed}</h3>
              {entry.failure && <p class="problems">{entry.failure}</p>}
            </>
          )}
          {entry.lines.length > 0 && (
            <>
              <h3>{words.notes}</h3>
              <ul>
                {entry.lines.map((one) => (
                  <li class={one.startsWith("warning") ? "warn" : ""}>{one}</li>
                ))}
              </ul>
            </>
          )}
          {shown !== null && (
            <details>
              <summary>{words.figures}</summary>
              <ReportParts project={project.id} result={shown} without={["summary"]} />
            </details>
          )}
          {entry.state === "done" && (
            <>
              <h3>{words.next}</h3>
              <div class="row">
                <a class="button main" href={address(project.id, "attack")}>{words.toAttack}</a>
                {table && <a class="button" href={address(project.id, "compare")}>{words.toCompare}</a>}
                <a class="button" href={address(project.id, "signoff")}>{words.toSignOff}</a>
              </div>
            </>
          )}
          <AsCommand command={entry.command} python={entry.python} />
        </div>
      )}
    </section>
  );
}
