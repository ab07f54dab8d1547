// A hierarchy made from the values of a column, with its first lines and what each level hides.
import { useEffect, useState } from "preact/hooks";
import * as api from "../../api";
import { AsCommand, Button, Dialog, Failure } from "../../parts/basic";
import { JobLine, isActive } from "../../parts/jobs";
import { count } from "../../format";
import { useWorkspace } from "../../state";
import { fill, text } from "../../text";
import type { Json } from "../../types";
import type { ColumnInfo } from "./model";

// Each way with the options that it takes: numbers, or lists of them.
const kWays: Record<string, { name: string; list?: boolean }[]> = {
  intervals: [{ name: "width" }, { name: "cuts", list: true }, { name: "from" }, { name: "to" }, { name: "fan" }],
  order: [{ name: "fan" }],
  prefixes: [{ name: "lengths", list: true }],
  dates: [],
  frequency: [{ name: "least", list: true }],
};

const firstWay = (column: ColumnInfo) =>
  column.guess.looks.includes("date") ? "dates" : column.read === "numeric" ? "intervals" : column.kind === "ordinal" ? "order" : "frequency";

// The file's name within the project: letters and digits of the column's.
const fileOf = (column: ColumnInfo, version: number) =>
  `hierarchy-${column.name.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 40) || "column"}-${column.at + 1}-${version}.csv`;

export function Hierarchy(props: {
  project: { id: string; folder: string };
  column: ColumnInfo;
  read: Json;
  version: number;
  onClose: () => void;
  onUse: (path: string) => unknown;
}) {
  const { column } = props;
  const workspace = useWorkspace();
  const words = text.columns.hierarchy;
  const [by, setBy] = useState(firstWay(column));
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [job, setJob] = useState<{ id: string; use: string | null; asked: string } | null>(null);
  const [preview, setPreview] = useState<{ id: number; result: Json; asked: string } | null>(null);
  const [failure, setFailure] = useState<unknown>(null);

  const wrong = kWays[by].filter((one) => (typed[one.name] ?? "") !== "" && numbersOf(typed[one.name], one.list) === null);
  const options = (): Record<string, Json> => {
    const made: Record<string, Json> = { column: column.name, by };
    for (const one of kWays[by]) {
      const value = numbersOf(typed[one.name] ?? "", one.list);
      if (value !== null) made[one.name] = value;
    }
    if (by === "order" && Array.isArray(column.entry.order)) made.order = column.entry.order;
    for (const key of ["separator", "encoding", "missing"]) if (props.read?.[key] !== undefined) made[key] = props.read[key];
    return made;
  };
  const asked = JSON.stringify(options());

  // A preview goes to a file of its own: what a policy uses is never written over.
  const run = async (use: boolean) => {
    setFailure(null);
    const output = `${props.project.folder}/${use ? fileOf(column, props.version + 1) : "hierarchy-preview.csv"}`;
    try {
      const made = await workspace.start("hierarchy", { ...options(), output, preview: 12, force: true });
      setJob({ id: made.id, use: use ? output : null, asked });
    } catch (error) {
      setFailure(error);
    }
  };

  const running = workspace.jobs.find((one) => one.id === job?.id);
  useEffect(() => {
    if (!job || !running || isActive(running)) return;
    if (running.state === "done" && running.result) {
      const { id } = running.result;
      if (job.use) void props.onUse(job.use);
      else void api.result(props.project.id, id).then((result) => setPreview({ id, result, asked: job.asked }), setFailure);
    }
  }, [job, running?.state]);

  const lines: string[][] = preview?.result.private_preview ?? [];
  const levels: Json[] = preview?.result.levels ?? [];
  const entry = workspace.project.results.find((one) => one.id === preview?.id);
  const busy = isActive(running);
  return (
    <Dialog title={fill(words.title, column.name)} wide onClose={props.onClose}>
      <p class="small quiet">{words.lead}</p>
      <fieldset class="ways">
        <legend>{words.by}</legend>
        {Object.keys(kWays).map((one) => (
          <label>
            <input type="radio" name="way" checked={by === one} onChange={() => setBy(one)} /> {words.ways[one]}
          </label>
        ))}
      </fieldset>
      <div class="form">
        {kWays[by].map((one) => (
          <div class={`field ${wrong.includes(one) ? "wrong" : ""}`}>
            <label for={`hierarchy-${one.name}`}>{words.options[one.name].label}</label>
            <input
              id={`hierarchy-${one.name}`}
              type="text"
              inputMode="decimal"
              aria-describedby={`hierarchy-${one.name}-hint`}
              aria-invalid={wrong.includes(one) ? "true" : undefined}
              value={typed[one.name] ?? ""}
              onInput={(e) => setTyped({ ...typed, [one.name]: e.currentTarget.value })}
            />
            <p class="hint" id={`hierarchy-${one.name}-hint`}>
              {words.options[one.name].hint}
              {wrong.includes(one) && <strong class="wrong-text"> {one.list ? words.wrongList : words.wrongNumber}</strong>}
            </p>
          </div>
        ))}
      </div>
      <Failure error={failure} />
      {running && running.state !== "done" && <JobLine job={running} />}
      <div class="row">
        <Button onClick={() => run(false)} disabled={busy || wrong.length > 0}>
          {words.preview}
        </Button>
        <Button kind="main" onClick={() => run(true)} disabled={busy || !preview || preview.asked !== asked}>
          {words.use}
        </Button>
        {(!preview || preview.asked !== asked) && <span class="quiet small">{words.first}</span>}
      </div>
      {preview && (
        <>
          <h3>{words.levels}</h3>
          <div class="scroll-x" tabIndex={0} role="region" aria-label={words.levels}>
            <table class="plain">
              <thead>
                <tr>
                  <th scope="col">{words.level}</th>
                  <th scope="col" class="num">{words.groups}</th>
                  <th scope="col" class="num">{words.smallest}</th>
                  <th scope="col" class="num">{words.unique}</th>
                </tr>
              </thead>
              <tbody>
                {levels.map((one) => (
                  <tr>
                    <th scope="row">{one.level === 0 ? words.values : one.level}</th>
                    <td class="num">{count(one.groups)}</td>
                    <td class="num">{count(one.smallest)}</td>
                    <td class="num">{count(one.unique)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {(preview.result.notes ?? []).map((one: string) => (
            <p class="small">{one}</p>
          ))}
          <h3>{words.lines}</h3>
          <div class="scroll-x" tabIndex={0} role="region" aria-label={words.lines}>
            <table class="plain">
              <tbody>
                {lines.map((line) => (
                  <tr>
                    {line.map((cell, i) => (i === 0 ? <th scope="row">{cell}</th> : <td>{cell}</td>))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <AsCommand command={entry?.command} python={entry?.python} />
        </>
      )}
    </Dialog>
  );
}

// null: nothing, or no numbers.
function numbersOf(typed: string, list: boolean | undefined): number | number[] | null {
  const words = typed.split(/[\s,;]+/).filter(Boolean);
  const numbers = words.map(Number);
  if (words.length === 0 || numbers.some((one) => !Number.isFinite(one))) return null;
  if (list) return numbers;
  return numbers.length === 1 ? numbers[0] : null;
}
