// The order of an ordinal column: a list whose lines are moved by buttons, or by Alt and arrows.
import { useEffect, useRef, useState } from "preact/hooks";
import { Button, Failure, Loading, Notice } from "../../parts/basic";
import { fill, text } from "../../text";
import { valuesOf } from "./drawings";
import type { ColumnInfo } from "./model";

const kMost = 200;

export function OrderEditor(props: { project: string; column: ColumnInfo; onSave: (order: string[]) => unknown }) {
  const { column } = props;
  const words = text.columns.order;
  const given: string[] = Array.isArray(column.entry.order) ? column.entry.order.map(String) : [];
  const [order, setOrder] = useState<string[] | null>(given.length > 0 ? given : null);
  const [all, setAll] = useState(true);
  const [failure, setFailure] = useState<unknown>(null);
  const [said, setSaid] = useState("");
  const list = useRef<HTMLOListElement>(null);
  const many = (column.distinct ?? 0) > kMost;

  useEffect(() => {
    if (order || many) return;
    let live = true;
    valuesOf(props.project, column.name, column.distinct ?? kMost).then(
      (found) => {
        if (!live) return;
        setOrder(found.values);
        setAll(found.all);
      },
      (error) => live && setFailure(error),
    );
    return () => {
      live = false;
    };
  }, [props.project, column.name, many]);

  const move = (from: number, step: number) => {
    const to = from + step;
    if (!order || to < 0 || to >= order.length) return;
    const next = [...order];
    [next[from], next[to]] = [next[to], next[from]];
    setOrder(next);
    setSaid(fill(words.moved, next[to], to + 1));
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLElement>(".order-value")[to]?.focus());
  };

  if (many) return <p class="quiet small">{fill(words.tooMany, column.distinct ?? 0)}</p>;
  if (failure) return <Failure error={failure} />;
  if (!order) return <Loading />;
  const changed = JSON.stringify(order) !== JSON.stringify(given);
  return (
    <div class="order">
      <p class="small quiet">{words.lead}</p>
      {!all && <Notice kind="warning">{words.notAll}</Notice>}
      <ol ref={list}>
        {order.map((value, at) => (
          <li key={value}>
            <span
              class="order-value"
              tabIndex={0}
              role="group"
              aria-label={fill(words.at, value, at + 1, order.length)}
              onKeyDown={(e) => {
                if (!e.altKey || (e.key !== "ArrowUp" && e.key !== "ArrowDown")) return;
                e.preventDefault();
                move(at, e.key === "ArrowUp" ? -1 : 1);
              }}
            >
              {value}
            </span>
            <Button kind="quiet" disabled={at === 0} label={fill(words.up, value)} onClick={() => move(at, -1)}>
              ↑
            </Button>
            <Button kind="quiet" disabled={at + 1 === order.length} label={fill(words.down, value)} onClick={() => move(at, 1)}>
              ↓
            </Button>
          </li>
        ))}
      </ol>
      <p class="hidden" role="status">
        {said}
      </p>
      <div class="row">
        <Button kind="main" disabled={!changed || !all} onClick={() => props.onSave(order)}>
          {words.save}
        </Button>
        <Button onClick={() => setOrder([...order].reverse())}>{words.reverse}</Button>
        {given.length > 0 && <Button onClick={() => props.onSave([])}>{words.forget}</Button>}
      </div>
    </div>
  );
}
