// A table of any length: only what is in sight is asked for and drawn.
//
// Browsers scroll a few million pixels reliably, which is less than ten million rows have. The bar
// then stands for a share of the rows: a jump of it goes to that share, while small movements (wheel,
// fingers, keys) move row by row, and the bar is put right once they rest.
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import * as api from "../api";
import { count } from "../format";
import { fill, text } from "../text";
import { Button } from "./basic";

const kRow = 28; // pixels of a row
const kWindow = 60; // rows of a request
const kKept = 40; // windows that are remembered
const kTallest = 8_000_000; // pixels
const kRest = 90; // milliseconds without movement before rows that were jumped to are asked for

interface Window {
  from: number;
  rows: (string | null)[][];
  numbers?: number[]; // which rows of the file these are, where not all are asked for
}

// Rows of which all conditions hold, as POST .../rows takes them. They travel in the body: an address
// would be kept.
export type RowFilter =
  | { column: string; from: number; to: number; closed: boolean } // numbers from `from` to below `to`, or up to it
  | { column: string; values: string[] }
  | { column: string; without: string[] } // any value but these
  | { rows: number[] }; // by their numbers, from 1

export function DataTable(props: {
  project: string;
  table: "data" | "release";
  revision: number | string;
  label: string;
  height?: number;
  filter?: RowFilter[];
}) {
  const height = props.height ?? 420;
  const filter = JSON.stringify(props.filter ?? []);
  const [head, setHead] = useState<{ name: string; kind: string }[]>([]);
  const [total, setTotal] = useState<number | null>(null);
  const [of, setOf] = useState(0); // rows of the file
  const [known, setKnown] = useState(""); // the filter by which `total` was counted
  const [windows, setWindows] = useState<Map<number, Window>>(new Map());
  const [first, setFirst] = useState(0);
  const [failure, setFailure] = useState("");
  const asked = useRef<Set<number>>(new Set());
  const generation = useRef(0);
  const box = useRef<HTMLDivElement>(null);
  const holder = useRef<HTMLDivElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const scrolled = useRef(0); // where the bar was last
  const rest = useRef(0);
  const row = useId();

  const rowsOf = total ?? 0;
  const inSight = Math.max(1, Math.floor(height / kRow) - 1); // below the head
  const last = Math.max(0, rowsOf - inSight); // the first row where the end is in sight
  const tall = Math.min((rowsOf + 1) * kRow + height % kRow, kTallest);
  const compressed = tall < (rowsOf + 1) * kRow;
  const drawn = inSight + 2;

  useEffect(() => {
    generation.current += 1;
    asked.current = new Set();
    setWindows(new Map());
    setFailure("");
    goTo(0);
  }, [props.project, props.table, props.revision, filter]);

  useEffect(() => {
    const now = generation.current;
    const wanted = [...new Set([Math.floor(first / kWindow), Math.floor((first + drawn) / kWindow)])].filter(
      (one) => !asked.current.has(one) && (total === null || one * kWindow < Math.max(1, total)),
    );
    if (wanted.length === 0) return;
    const ask = () => {
      for (const at of wanted) {
        asked.current.add(at);
        void api.post(`/api/projects/${props.project}/rows`, { table: props.table, from: at * kWindow, count: kWindow, filter: JSON.parse(filter) }).then(
          (answer) => {
            if (generation.current !== now) return;
            setHead(answer.columns);
            setTotal(answer.total);
            setOf(answer.of ?? answer.total);
            setKnown(filter);
            setWindows((known) => {
              const next = new Map(known).set(at, { from: answer.from, rows: answer.rows, numbers: answer.numbers });
              for (const old of [...next.keys()].slice(0, Math.max(0, next.size - kKept))) {
                next.delete(old);
                asked.current.delete(old);
              }
              return next;
            });
          },
          (error) => {
            if (generation.current !== now) return;
            asked.current.delete(at);
            setFailure((error as Error).message);
          },
        );
      }
    };
    // Whoever drags the bar across millions of rows wants those where it stops.
    if (total === null) return ask();
    const timer = setTimeout(ask, kRest);
    return () => clearTimeout(timer);
  }, [first, drawn, total === null, props.project, props.table, props.revision, filter, windows.size === 0]);

  const barOf = (at: number) => (compressed ? (last === 0 ? 0 : (at / last) * (tall - height)) : at * kRow);
  const putBar = (at: number) => {
    if (!box.current) return;
    box.current.scrollTop = barOf(at);
    scrolled.current = box.current.scrollTop;
    if (layer.current) layer.current.style.transform = `translateY(${scrolled.current}px)`;
  };
  const goTo = (at: number) => {
    const to = Math.min(last, Math.max(0, Math.round(at)));
    setFirst(to);
    putBar(to);
  };
  const onScroll = (e: Event) => {
    const top = (e.currentTarget as HTMLElement).scrollTop;
    const moved = top - scrolled.current;
    if (moved === 0) return;
    scrolled.current = top;
    if (layer.current) layer.current.style.transform = `translateY(${top}px)`;
    if (!compressed) return setFirst(Math.min(last, Math.floor(top / kRow)));
    if (Math.abs(moved) > 2 * height) {
      return setFirst(Math.min(last, Math.round((top / Math.max(1, tall - height)) * last)));
    }
    const rows = Math.sign(moved) * Math.max(1, Math.round(Math.abs(moved) / kRow));
    const to = Math.min(last, Math.max(0, first + rows));
    setFirst(to);
    clearTimeout(rest.current);
    rest.current = window.setTimeout(() => putBar(to), 160);
  };
  const onKeyDown = (e: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: inSight - 1, PageUp: 1 - inSight, Home: -Infinity, End: Infinity };
    if (!(e.key in steps) || e.target !== box.current) return;
    e.preventDefault();
    goTo(first + steps[e.key]);
  };

  const filtered = filter !== "[]";
  const rows: { at: number; number: number | null; cells: (string | null)[] | null }[] = [];
  for (let at = first; at < Math.min(rowsOf, first + drawn); ++at) {
    const window = windows.get(Math.floor(at / kWindow));
    const number = filtered ? (window?.numbers?.[at - window.from] ?? null) : at + 1;
    rows.push({ at, number, cells: window?.rows[at - window.from] ?? null });
  }
  useLayoutEffect(() => {
    // By script: the content policy forbids styles in attributes.
    if (box.current) box.current.style.height = `${Math.min(height, (rowsOf + 1) * kRow + 16)}px`;
    if (holder.current) holder.current.style.height = `${tall}px`;
  }, [height, tall, rowsOf]);
  useEffect(() => () => clearTimeout(rest.current), []);

  if (failure) {
    return (
      <div class="problems" role="alert">
        <p>{failure}</p>
        <Button onClick={() => setFailure("")}>{text.common.retry}</Button>
      </div>
    );
  }
  return (
    <div class="data">
      <div class="row data-where">
        <span class="quiet small" role="status">
          {total === null || known !== filter ? text.common.loading : total === 0 ? (filtered ? text.table.noneSuch : text.table.none) : fill(text.table.where, count(first + 1), count(Math.min(rowsOf, first + inSight)), count(rowsOf))}
          {filtered && known === filter && of > 0 && rowsOf > 0 && ` ${fill(text.table.ofAll, count(of))}`}
        </span>
        {rowsOf > inSight && !filtered && (
          <form
            class="row"
            onSubmit={(e) => {
              e.preventDefault();
              const typed = Number(new FormData(e.currentTarget).get("row"));
              if (Number.isFinite(typed) && typed >= 1) goTo(typed - 1);
            }}
          >
            <label for={row} class="small">
              {text.table.toRow}
            </label>
            <input id={row} name="row" type="number" min={1} max={rowsOf} inputMode="numeric" />
            <Button type="submit">{text.table.go}</Button>
          </form>
        )}
      </div>
      <div class="data-table" ref={box} tabIndex={0} role="region" aria-label={`${props.label}, ${fill(text.table.rows, count(rowsOf))}`} onScroll={onScroll} onKeyDown={onKeyDown}>
        <div ref={holder}>
          <div ref={layer} class="data-layer">
            <table aria-rowcount={rowsOf + 1}>
              <thead>
                <tr>
                  <th class="num" scope="col">
                    <span class="hidden">{text.table.row}</span>
                    <span aria-hidden="true">#</span>
                  </th>
                  {head.map((one) => (
                    <th scope="col" class={one.kind === "numeric" ? "num" : ""} title={one.name}>
                      {one.name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map(({ at, number, cells }) => (
                  <tr key={at} aria-rowindex={at + 2}>
                    <th class="num" scope="row">
                      {number === null ? "…" : count(number)}
                    </th>
                    {cells
                      ? cells.map((cell, i) => (
                          <td class={`${head[i]?.kind === "numeric" ? "num" : ""} ${cell === null ? "missing" : ""}`} title={cell && cell.length > 24 ? cell : undefined}>
                            {cell ?? "·"}
                          </td>
                        ))
                      : head.map(() => <td class="quiet">…</td>)}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </div>
      </div>
    </div>
  );
}
