// Risk now: who could be found if the data went out as they are, and why.
import { useEffect, useState } from "preact/hooks";
import * as api from "../api";
import { findOperation, takes, useOperations } from "../parts/aside";
import { AsCommand, Button, Failure, Loading, Notice, Problems } from "../parts/basic";
import { KeyFigures, named } from "../parts/figures";
import { JobLine, isActive, jobOf } from "../parts/jobs";
import { count, percent } from "../format";
import { address } from "../route";
import { useResult, useWorkspace } from "../state";
import type { Workspace } from "../state";
import { fill, text } from "../text";
import type { Json } from "../types";
import { readingOptions } from "./columns/reading";
import { Classes } from "./risk/classes";
import { Combinations, Exposed, Ranking } from "./risk/reasons";
import { VectorRisk } from "./risk/vectors";
import { WhatIf } from "./risk/what_if";

const words = text.risk;

// What the policy says of the data: the columns that it calls quasi-identifiers (null where there is no
// policy that says so), and how the file is read.
interface Said {
  columns: string[] | null;
  reading: Record<string, Json>;
}
const kNothing: Said = { columns: null, reading: {} };

function usePolicy(workspace: Workspace): Said {
  const { id, kind, policy } = workspace.project;
  const [said, setSaid] = useState<Said>(kNothing);
  useEffect(() => {
    let live = true;
    setSaid(kNothing);
    if (kind !== "table" || !policy.text) return;
    void api.post(`/api/projects/${id}/check`, { text: policy.text }).then(
      (answer) => {
        const all: Json[] = answer?.plan?.columns ?? [];
        const quasi = all.filter((one) => one.role === "quasi").map((one) => one.name as string);
        if (live) setSaid({ columns: quasi.length > 0 ? quasi : null, reading: readingOptions(answer?.tree?.read) });
      },
      () => undefined, // a policy that cannot be read is said in Protect
    );
    return () => {
      live = false;
    };
  }, [id, kind, policy.text]);
  return said;
}

function Next({ workspace, inspection }: { workspace: Workspace; inspection: Json }) {
  const { id } = workspace.project;
  const { unique, smallest } = inspection.classes;
  const rows = inspection.data?.rows ?? 0;
  const sentence =
    unique > 0
      ? fill(words.nextUnique, count(unique), count(rows))
      : smallest < 5
        ? fill(words.nextSmall, count(smallest))
        : fill(words.nextGood, count(smallest - 1));
  return (
    <section class="card next" aria-labelledby="risk-next">
      <h2 id="risk-next">{words.next}</h2>
      <p>{sentence}</p>
      <p class="row">
        <a class="button main" href={address(id, "protect")}>
          {words.nextProtect}
        </a>
        <a class="button" href={address(id, "explore")}>
          {words.nextExplore}
        </a>
        <a class="button quiet" href={address(id, "columns")}>
          {words.nextColumns}
        </a>
      </p>
    </section>
  );
}

function Differs(props: { counted: string[]; policy: string[] | null; onCount: (columns: string[]) => void; busy: boolean }) {
  const { counted, policy } = props;
  if (!policy) return null;
  const more = policy.filter((one) => !counted.includes(one));
  const less = counted.filter((one) => !policy.includes(one));
  if (more.length + less.length === 0) return null;
  return (
    <Notice kind="warning">
      <p>
        {words.differs} {more.length > 0 && `(${fill(words.differsMore, named(more))})`} {less.length > 0 && `(${fill(words.differsLess, named(less))})`}
      </p>
      <Button disabled={props.busy} onClick={() => props.onCount(policy)}>
        {words.differsButton}
      </Button>
    </Notice>
  );
}

function TableRisk({ workspace, inspection, policy, inspect, busy }: { workspace: Workspace; inspection: Json; policy: Said; inspect: (columns: string[] | null) => void; busy: boolean }) {
  const classes = inspection.classes;
  const rows: number = inspection.data?.rows ?? 0;
  if (!classes || !classes.columns?.length) {
    return (
      <Notice kind="warning">
        <p>{words.noKnown}</p>
        <p>
          <a href={address(workspace.project.id, "columns")}>{text.places.columns}</a>
        </p>
      </Notice>
    );
  }
  return (
    <>
      <Differs counted={classes.columns} policy={policy.columns} busy={busy} onCount={inspect} />
      <KeyFigures
        figures={[
          { term: words.people, figure: count(rows) },
          {
            term: words.alone,
            figure: `${count(classes.unique)} (${percent(classes.unique_share)})`,
            note: words.aloneNote,
            tone: classes.unique > 0 ? "bad" : "good",
          },
          { term: words.smallest, figure: count(classes.smallest), note: words.smallestNote },
          { term: words.known, figure: count(classes.columns.length), note: named(classes.columns, 20) },
        ]}
      />
      <Next workspace={workspace} inspection={inspection} />
      <Classes inspection={inspection} />
      <Ranking inspection={inspection} />
      <Combinations inspection={inspection} />
      <WhatIf workspace={workspace} inspection={inspection} reading={policy.reading} />
      <Exposed project={workspace.project.id} inspection={inspection} busy={busy} onFind={() => inspect(policy.columns)} />
      {inspection.warnings?.length > 0 && (
        <section>
          <h2>{words.warnings}</h2>
          <ul>
            {inspection.warnings.map((one: string) => (
              <li>{one}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

export function Risk() {
  const workspace = useWorkspace();
  const { project } = workspace;
  const { id, result } = useResult(workspace, ["inspect"]);
  const policy = usePolicy(workspace);
  const operation = findOperation(useOperations(), "inspect", project.kind);
  const [failure, setFailure] = useState<unknown>(null);
  const entry = project.results.find((one) => one.id === id);
  const known = project.results.some((one) => one.operation === "inspect" && one.state === "done");
  const job = jobOf(workspace.jobs, "inspect");
  const failed = [...project.results].reverse().find((one) => one.operation === "inspect")?.failure;
  const busy = isActive(job);

  const inspect = async (columns: string[] | null) => {
    setFailure(null);
    const options: Record<string, Json> = { ...policy.reading };
    if (columns) options.columns = columns;
    // Whom which columns single out is private, and stays in the project's folder.
    if (project.kind === "table" && takes(operation, "exposure")) options.exposure = `${project.folder}/exposure-before.csv`;
    await workspace.start("inspect", options).catch(setFailure);
  };

  return (
    <div class="risk">
      <h1>{words.title}</h1>
      <p class="quiet">{words.intro}</p>
      <Failure error={failure} />
      {job && (busy || (known && job.state === "failed")) && <JobLine job={job} />}
      {!known && !busy && (
        <div class="card">
          {failed ? <Problems title={words.failed} problems={[{ message: failed, text: failed }]} /> : <p>{words.empty}</p>}
          <Button kind="main" onClick={() => inspect(policy.columns)}>
            {words.look}
          </Button>
        </div>
      )}
      {known && id === null && <Loading />}
      {id !== null && result && (
        <>
          {entry?.headline && <p class="headline">{entry.headline}</p>}
          <p class="quiet small">{words.privateLead}</p>
          {project.kind === "table" ? (
            <TableRisk key={id} workspace={workspace} inspection={result} policy={policy} inspect={(columns) => void inspect(columns)} busy={busy} />
          ) : (
            <VectorRisk key={id} project={project.id} inspection={result} />
          )}
          <section class="row foot">
            <Button disabled={busy} onClick={() => inspect(policy.columns)}>
              {words.lookAgain}
            </Button>
            <AsCommand command={entry?.command} python={entry?.python} />
          </section>
        </>
      )}
    </div>
  );
}
