// What the policy would do to some rows, before anything is run.
import { useEffect, useState } from "preact/hooks";
import * as api from "../../api";
import { count } from "../../format";
import { Button, Failure } from "../../parts/basic";
import { fill, text } from "../../text";
import type { Desk } from "./desk";

const words = text.protect.preview;
const kShown = 12; // rows at first
const kPause = 400;

interface Answer {
  columns: { name: string; dropped: boolean; changed: boolean }[];
  rows: { row: number; released: boolean; before: (string | null)[]; after: (string | null)[] }[];
  sample: number;
  of: number;
  kept: number;
  warnings: string[];
  seconds: number;
}

export function Preview({ desk, project }: { desk: Desk; project: string }) {
  const [held, setHeld] = useState<{ text: string; answer: Answer | null; failure: unknown }>({ text: "", answer: null, failure: null });
  const [all, setAll] = useState(false);
  const ready = desk.checked && desk.problems.length === 0 && desk.text.trim() !== "";
  useEffect(() => {
    if (!ready || held.text === desk.text) return;
    const stop = new AbortController();
    const asked = desk.text;
    const wait = setTimeout(() => {
      void api.post(`/api/projects/${project}/preview`, { text: asked }, stop.signal).then(
        (answer) => setHeld({ text: asked, answer, failure: null }),
        (failure) => (failure as Error).name !== "AbortError" && setHeld({ text: asked, answer: null, failure }),
      );
    }, kPause);
    return () => {
      clearTimeout(wait);
      stop.abort();
    };
  }, [ready, desk.text, project]);

  const { answer } = held;
  const old = answer !== null && held.text !== desk.text;
  return (
    <section aria-labelledby="preview-title">
      <h2 id="preview-title">{words.title}</h2>
      {!answer && !held.failure && <p class="quiet">{desk.problems.length > 0 ? words.problems : words.waiting}</p>}
      <Failure error={held.failure} />
      {answer && (
        <>
          <p role="status">
            {answer.sample === answer.of ? fill(words.whole, count(answer.of)) : fill(words.sample, count(answer.sample), count(answer.of))}
            {answer.kept !== answer.sample && ` ${fill(words.kept, count(answer.kept))}`}
            {old && <span class="quiet"> {desk.problems.length > 0 ? words.oldProblems : words.old}</span>}
          </p>
          <p class="quiet small">{words.note}</p>
          <div class={`data-table preview ${old ? "old" : ""}`} role="region" aria-label={words.rows} tabIndex={0}>
            <table>
              <thead>
                <tr>
                  <th scope="col" class="num">#</th>
                  {answer.columns.map((one) => (
                    <th scope="col" class={one.dropped ? "dropped" : one.changed ? "changed" : ""}>
                      {one.dropped ? <s>{one.name}</s> : one.name}
                      <span class="quiet small"> {one.dropped ? words.dropped : one.changed ? words.changed : ""}</span>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {answer.rows.slice(0, all ? undefined : kShown).map((row) => (
                  <tr key={row.row} class={row.released ? "" : "dropped"}>
                    <th scope="row" class="num">{count(row.row)}</th>
                    {answer.columns.map((column, i) => {
                      const before = row.before[i];
                      const after = row.after[i];
                      if (column.dropped || !row.released) return <td class="dropped">{before === null ? "·" : <s>{before}</s>}</td>;
                      if (before === after) return <td class={before === null ? "missing" : ""}>{before ?? "·"}</td>;
                      return (
                        <td class="changed">
                          <ins>{after ?? words.missing}</ins> <del>{before ?? "·"}</del>
                        </td>
                      );
                    })}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {answer.rows.length > kShown && (
            <Button kind="quiet" onClick={() => setAll(!all)}>{all ? words.fewer : fill(words.more, answer.rows.length)}</Button>
          )}
          {answer.warnings.length > 0 && (
            <details>
              <summary>{fill(answer.warnings.length === 1 ? words.oneWarning : words.warnings, answer.warnings.length)}</summary>
              <ul>
                {answer.warnings.map((one) => (
                  <li>{one}</li>
                ))}
              </ul>
            </details>
          )}
        </>
      )}
    </section>
  );
}
