// How many people look alike, and what a larger k would cost.
import { Drawing } from "../../parts/drawing";
import { Scroll } from "../../parts/figures";
import { count, percent } from "../../format";
import { text } from "../../text";
import type { Json } from "../../types";

const words = text.risk;

// Rows in classes of fewer than k, for some k.
export interface Lost {
  k: number;
  rows: number;
  share: number;
}
export const lostRows = (inspection: Json): Lost[] => inspection.lost ?? [];

export function lostChart(lines: { name: string; lost: Lost[] }[]): Json {
  return {
    title: words.lostTitle,
    x: "k",
    y: words.lostY,
    top: 100,
    lines: lines.map((one) => ({ name: one.name, points: one.lost.map(({ k, share }) => [k, share]) })),
  };
}

export function Classes({ inspection }: { inspection: Json }) {
  const lost = lostRows(inspection);
  return (
    <section class="columns">
      <div>
        <h2>{words.classes}</h2>
        <p class="quiet">{words.classesLead}</p>
        <Drawing what="classes" data={inspection.classes.histogram} id="risk-classes" ranges />
      </div>
      {lost.length > 0 && (
        <div>
          <h2>{words.lost}</h2>
          <p class="quiet">{words.lostLead}</p>
          <Drawing what="lines" data={lostChart([{ name: words.lostLine, lost }])} id="risk-lost" />
          <Scroll label={words.lost}>
            <table>
              <thead>
                <tr>
                  <th scope="col" class="num">
                    k
                  </th>
                  <th scope="col" class="num">
                    {words.lostRows}
                  </th>
                  <th scope="col" class="num">
                    {words.share}
                  </th>
                </tr>
              </thead>
              <tbody>
                {lost.map(({ k, rows, share }) => (
                  <tr>
                    <th scope="row" class="num">
                      {k}
                    </th>
                    <td class="num">{count(rows)}</td>
                    <td class="num">{percent(share)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroll>
        </div>
      )}
    </section>
  );
}
