// What was lost: by column, and of the release as a whole.
import { useState } from "preact/hooks";
import { Button, Failure, Notice } from "../../parts/basic";
import { ReportParts } from "../../parts/drawing";
import { Bar, Scroll } from "../../parts/figures";
import { JobLine } from "../../parts/jobs";
import { percent } from "../../format";
import { useResultById } from "../../state";
import type { Workspace } from "../../state";
import { text } from "../../text";
import type { Json } from "../../types";
import { useAssess } from "../attack/run";
import { madeBy } from "./by_column";

const words = text.compare;

// Figures by column that a measure has: {"age": 12.3}, of the release or about the original.
function figuresOf(measure: Json): Record<string, number> | null {
  const found = [measure.details?.columns, measure.details?.about_original?.columns].find(
    (one) => one && typeof one === "object" && !Array.isArray(one) && Object.values(one).some((value) => typeof value === "number"),
  );
  return found ?? null;
}

const round = (value: Json) => (typeof value === "number" ? Number(value.toPrecision(4)).toLocaleString("en-GB") : "–");

// Short names for the heads of the table: what stands in brackets, or the name of the measure.
const short = (measure: Json): string => /\(([^)]+)\)\s*$/.exec(measure.title)?.[1] ?? measure.title;

function ByColumnTable({ measures, order }: { measures: Json[]; order: string[] }) {
  const shown = measures.map((one) => ({ measure: one, figures: figuresOf(one) })).filter((one) => one.figures !== null && one.measure.unit === "percent");
  const statistics = measures.find((one) => one.details?.about_original?.means)?.details.about_original;
  const names = [...new Set([...shown.flatMap((one) => Object.keys(one.figures!)), ...Object.keys(statistics?.means ?? {})])];
  if (names.length === 0) return null;
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  names.sort((a, b) => place(a) - place(b));
  return (
    <>
      <h2>{words.measures}</h2>
      <p class="quiet">{words.measuresLead}</p>
      <Scroll label={words.measures}>
        <table class="wide">
          <thead>
            <tr>
              <th scope="col">{words.column}</th>
              {statistics?.means && (
                <th scope="col" class="num">
                  {words.mean}
                </th>
              )}
              {statistics?.variances && (
                <th scope="col" class="num">
                  {words.sd}
                </th>
              )}
              {shown.map(({ measure }) => (
                <th scope="col" class="num" title={measure.title}>
                  {short(measure)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {names.map((name) => {
              const mean = statistics?.means?.[name];
              const variance = statistics?.variances?.[name];
              return (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  {statistics?.means && <td class="num">{mean ? `${round(mean.original)} → ${round(mean.masked)}` : ""}</td>}
                  {statistics?.variances && <td class="num">{variance ? `${round(Math.sqrt(variance.original))} → ${round(Math.sqrt(variance.masked))}` : ""}</td>}
                  {shown.map(({ figures }) => (
                    <td class="num with-bar">
                      {typeof figures![name] === "number" ? (
                        <>
                          {percent(figures![name])}
                          <Bar value={figures![name]} />
                        </>
                      ) : (
                        ""
                      )}
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </Scroll>
    </>
  );
}

function Whole({ measures, workspace }: { measures: Json[]; workspace: Workspace }) {
  const sorted = [...measures].filter((one) => typeof one.value === "number").sort((a, b) => b.value - a.value);
  const meaning = (name: string) => {
    const method = workspace.methods.find((one) => one.name === name && one.family === "loss" && one.data === workspace.project.kind);
    return method?.in_words || method?.summary || "";
  };
  return (
    <>
      <h2>{words.whole}</h2>
      <p class="quiet">{words.wholeLead}</p>
      <Scroll label={words.whole}>
        <table class="wide">
          <thead>
            <tr>
              <th scope="col">{words.measureName}</th>
              <th scope="col" class="num">
                {words.lost}
              </th>
              <th scope="col">{words.meaning}</th>
            </tr>
          </thead>
          <tbody>
            {sorted.map((one) => (
              <tr key={one.title}>
                <th scope="row">{one.title}</th>
                <td class="num with-bar">
                  {one.unit === "percent" ? percent(one.value) : `${round(one.value)} ${one.unit ?? ""}`}
                  {one.unit === "percent" && <Bar value={one.value} />}
                </td>
                <td class="long">{meaning(one.name)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </>
  );
}

export function Lost({ workspace }: { workspace: Workspace }) {
  const { project } = workspace;
  const after = project.strip.after;
  const { id, result } = useResultById(workspace, after?.result ?? null);
  const assess = useAssess(workspace);
  const [open, setOpen] = useState(false);
  const measured = result?.measured ?? result;
  const measures: Json[] = measured?.measures ?? [];
  const order: string[] = (project.release?.record?.release?.columns ?? []).map((one: Json) => one.name);
  const made = madeBy(workspace);
  const stale = id !== null && (after?.stale || (made && made.id > id));
  return (
    <section>
      <Failure error={assess.failure} />
      {assess.job && (assess.busy || assess.job.state === "failed") && <JobLine job={assess.job} />}
      {(!after || stale) && (
        <Notice kind="warning">
          <p>{after ? words.staleMeasures : words.noMeasures}</p>
          <Button disabled={assess.busy} onClick={assess.run}>
            {words.measure}
          </Button>
        </Notice>
      )}
      {measures.length > 0 && (
        <>
          <ByColumnTable measures={measures} order={order} />
          <section>
            <Whole measures={measures} workspace={workspace} />
          </section>
          <details class="as-report" onToggle={(e) => setOpen(e.currentTarget.open)}>
            <summary>{words.reports}</summary>
            {open && id !== null && <ReportParts project={project.id} result={id} only={["loss"]} />}
          </details>
        </>
      )}
    </section>
  );
}
