// All that was tried, sorted by any column; choosing a row is choosing its point on the map.
import { useState } from "preact/hooks";
import { count, percent } from "../../format";
import { fill, text } from "../../text";
import type { Json, ResultEntry } from "../../types";
import { isUsable, meets } from "./point";

const words = text.explore;
const kMany = 12; // rows that fill the box: it keeps its height when fewer are shown
type Key = "label" | "risk" | "loss" | "score" | "worst" | "meets";

const valueOf = (point: Json, key: Key, entry: ResultEntry): string | number | null => {
  if (key === "worst") return point.worst?.title ?? null;
  if (key === "meets") {
    const met = meets(point, entry);
    return met === true ? 0 : met === null ? 1 : 2;
  }
  return point[key] ?? null;
};

// What is not known comes last, either way.
function compare(a: string | number | null, b: string | number | null, up: boolean): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  const order = typeof a === "string" ? a.localeCompare(String(b), "en", { numeric: true }) : a - Number(b);
  return up ? order : -order;
}

export function MeetsWord({ met }: { met: boolean | null }) {
  if (met === null) return <span class="quiet">{words.meetsUnknown}</span>;
  return <span class={met ? "good" : "bad"}>{met ? words.meetsYes : words.meetsNo}</span>;
}

export function PointsTable(props: {
  points: Json[];
  of: number; // that were tried
  entry: ResultEntry;
  recommended: number | null;
  chosen: number | null;
  kept: string[];
  onChoose: (id: number) => void;
}) {
  const { entry } = props;
  const [sort, setSort] = useState<{ key: Key; up: boolean }>({ key: "score", up: true });
  const [front, setFront] = useState(false);
  const [good, setGood] = useState(false);
  const shown = props.points
    .filter((one) => (!front || one.pareto) && (!good || meets(one, entry) === true))
    .sort((a, b) => compare(valueOf(a, sort.key, entry), valueOf(b, sort.key, entry), sort.up));
  const heads: { key: Key; title: string; num?: boolean }[] = [
    { key: "label", title: words.headLabel },
    { key: "risk", title: words.headRisk, num: true },
    { key: "loss", title: words.headLoss, num: true },
    { key: "score", title: words.headScore, num: true },
    { key: "worst", title: words.headWorst },
    { key: "meets", title: words.headMeets },
  ];
  return (
    <div class="points">
      <div class="row">
        <label>
          <input type="checkbox" checked={front} onChange={(e) => setFront(e.currentTarget.checked)} /> {words.onlyFront}
        </label>
        <label>
          <input type="checkbox" checked={good} onChange={(e) => setGood(e.currentTarget.checked)} /> {words.onlyGood}
        </label>
        <span class="quiet small" role="status">
          {fill(words.shownOf, count(shown.length), count(props.of))}
        </span>
      </div>
      <div class={`points-box scroll-x ${props.of > kMany ? "many" : ""}`} tabIndex={0} role="region" aria-label={words.tableOf}>
        <table>
          <thead>
            <tr>
              {heads.map((one) => (
                <th
                  scope="col"
                  class={one.num ? "num" : ""}
                  aria-sort={sort.key === one.key ? (sort.up ? "ascending" : "descending") : undefined}
                >
                  <button type="button" class="sort" onClick={() => setSort({ key: one.key, up: sort.key === one.key ? !sort.up : true })}>
                    {one.title}
                    <span aria-hidden="true">{sort.key === one.key ? (sort.up ? " ▲" : " ▼") : ""}</span>
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((one) => (
              <tr key={one.id} class={one.id === props.chosen ? "chosen" : ""} onClick={() => props.onChoose(one.id)}>
                <th scope="row">
                  <button type="button" class="pick" aria-pressed={one.id === props.chosen} onClick={(e) => { e.stopPropagation(); props.onChoose(one.id); }}>
                    {one.label}
                  </button>
                  {one.id === props.recommended && <span class="mark">{words.recommended}</span>}
                  {one.pareto && one.id !== props.recommended && <span class="mark quiet">{words.unbeaten}</span>}
                  {props.kept.includes(`${entry.id}/${one.id}`) && <span class="mark quiet">{words.laidAside}</span>}
                </th>
                {isUsable(one) ? (
                  <>
                    <td class="num">{percent(one.risk)}</td>
                    <td class="num">{percent(one.loss)}</td>
                    <td class="num">{one.score?.toFixed(1)}</td>
                    <td>{one.worst?.title ?? (one.judged === false ? words.firstAttack : "–")}</td>
                    <td>
                      <MeetsWord met={meets(one, entry)} />
                    </td>
                  </>
                ) : (
                  <td colSpan={5} class="quiet">
                    {one.untried ? words.untried : one.error}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {shown.length === 0 && <p class="quiet">{words.noneShown}</p>}
    </div>
  );
}
