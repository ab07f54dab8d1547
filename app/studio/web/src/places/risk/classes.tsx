// How many people look alike, and what a larger k would cost.
import { Drawing } from "../../parts/drawing";
import { Scroll } from "../../parts/figures";
import { count, percent } from "../../format";
import { text } from "../../text";
import type { Json } from "../../types";

const words = text.risk;
const kAsked = [2, 3, 5, 10, 20, 50, 100];

export interface Lost {
  k: number;
  rows: number;
  share: number;
}

// Rows in classes of fewer than k: as the engine says, or from the sizes of the classes, which are
// by people ({"3": 12}: twelve people are in classes of three).
export function lostRows(inspection: Json): Lost[] {
  const rows: number = inspection?.data?.rows ?? 0;
  if (Array.isArray(inspection?.lost) && inspection.lost.length > 0) {
    return inspection.lost.map((one: Json) => ({ k: one.k, rows: one.rows, share: one.share ?? (rows ? (100 * one.rows) / rows : 0) }));
  }
  const histogram: Record<string, number> = inspection?.classes?.histogram ?? {};
  const sizes = Object.entries(histogram).map(([size, people]) => [Number(size), people] as const);
  return kAsked.map((k) => {
    const below = sizes.filter(([size]) => size < k).reduce((sum, [, people]) => sum + people, 0);
    return { k, rows: below, share: rows ? (100 * below) / rows : 0 };
  });
}

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
                {lost
                  .filter(({ k }) => kAsked.includes(k))
                  .map(({ k, rows, share }) => (
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
