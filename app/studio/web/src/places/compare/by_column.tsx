// Columns, and two of them together, before and after: by the engine's comparison.
import { useId, useState } from "preact/hooks";
import { findOperation, useOperations } from "../../parts/aside";
import { AsCommand, Button, Failure, Notice } from "../../parts/basic";
import { Drawing, ReportParts } from "../../parts/drawing";
import { JobLine, isActive, jobOf } from "../../parts/jobs";
import { percent } from "../../format";
import { useResult } from "../../state";
import type { Workspace } from "../../state";
import { text } from "../../text";
import type { Json } from "../../types";

const words = text.compare;

// The last that made the release: what was found out before it says nothing about it.
export const madeBy = (workspace: Workspace) =>
  [...workspace.project.results].reverse().find((one) => one.state === "done" && (one.operation === "protect" || one.operation === "apply"));

const nameOf = (column: Json): string => column.column ?? column.name ?? "";
const round = (value: Json) => (typeof value === "number" ? String(Number(value.toPrecision(3))) : "–");

function OneColumn({ column }: { column: Json }) {
  const moved = column.moved ?? {};
  const facts: [string, string][] = [];
  if (typeof moved.changed_share === "number") facts.push([words.moved, percent(moved.changed_share)]);
  if (typeof moved.ks === "number") facts.push([words.movedKs, percent(100 * moved.ks)]);
  if (typeof moved.total_variation === "number") facts.push([words.movedKs, percent(100 * moved.total_variation)]);
  if (typeof moved.mean === "number") facts.push([words.movedMean, round(moved.mean)]);
  if (typeof moved.sd_ratio === "number") facts.push([words.movedSpread, round(moved.sd_ratio)]);
  return (
    <div class="one-column">
      <Drawing what="distribution" data={column} id="compare-column" ranges />
      <p class="quiet small">{text.columns.brushLead}</p>
      <dl class="facts">
        {facts.map(([term, value]) => (
          <div>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Select(props: { label: string; value: string; names: string[]; none: string; onChange: (value: string) => void }) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{props.label}</label>
      <select id={id} value={props.value} onChange={(e) => props.onChange(e.currentTarget.value)}>
        <option value="">{props.none}</option>
        {props.names.map((one) => (
          <option value={one}>{one}</option>
        ))}
      </select>
    </div>
  );
}

export function ByColumn({ workspace }: { workspace: Workspace }) {
  const { project } = workspace;
  const operations = useOperations();
  const operation = findOperation(operations, "compare", project.kind);
  const { id, result } = useResult(workspace, ["compare"]);
  const [column, setColumn] = useState("");
  const [first, setFirst] = useState("");
  const [second, setSecond] = useState("");
  const [failure, setFailure] = useState<unknown>(null);
  const job = jobOf(workspace.jobs, "compare");
  const busy = isActive(job);
  const entry = project.results.find((one) => one.id === id);
  const made = madeBy(workspace);
  const released: string[] = (project.release?.record?.release?.columns ?? []).map((one: Json) => one.name);
  const dropped: string[] = project.release?.record?.dropped ?? [];
  const columns: Json[] = result?.columns ?? [];
  const chosen = columns.find((one) => nameOf(one) === column);

  const compare = async (pair?: string[]) => {
    setFailure(null);
    await workspace.start("compare", pair ? { pair } : {}).catch(setFailure);
  };
  if (operations.length === 0) return null;
  return (
    <section>
      <h2>{words.columns}</h2>
      {dropped.length > 0 && <p class="quiet">{words.gone.replace("{0}", dropped.join(", "))}</p>}
      {!operation ? (
        <p class="quiet">{words.noCompare}</p>
      ) : (
        <>
          {id !== null && made && made.id > id && <Notice kind="warning">{words.stale}</Notice>}
          <div class="row">
            <Button kind={id === null ? "main" : undefined} disabled={busy} onClick={() => compare()}>
              {id === null ? words.compareNow : words.compareAgain}
            </Button>
            {id === null && <span class="quiet small">{words.columnsLead}</span>}
          </div>
          <form
            class="row pair-form"
            aria-label={words.pair}
            onSubmit={(e) => {
              e.preventDefault();
              if (first && second && first !== second) void compare([first, second]);
            }}
          >
            <Select label={words.first} value={first} names={released} none={words.none} onChange={setFirst} />
            <Select label={words.second} value={second} names={released.filter((one) => one !== first)} none={words.none} onChange={setSecond} />
            <Button type="submit" disabled={busy || !first || !second || first === second}>
              {words.pair}
            </Button>
            {(!first || !second) && <span class="quiet small">{words.pairLead}</span>}
          </form>
          <Failure error={failure} />
          {job && (busy || job.state === "failed") && <JobLine job={job} />}
          {id !== null && result && (
            <>
              {columns.length > 0 && <Select label={words.choose} value={chosen ? column : ""} names={columns.map(nameOf)} none={words.allColumns} onChange={setColumn} />}
              {chosen ? <OneColumn column={chosen} /> : <ReportParts key={id} project={project.id} result={id} without={["summary"]} />}
              <AsCommand command={entry?.command} python={entry?.python} />
            </>
          )}
        </>
      )}
    </section>
  );
}
