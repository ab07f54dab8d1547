// Which part of the map is looked at: the ends of the rectangle that is dragged on it, to be typed as well.
import { useId, useState } from "preact/hooks";
import { Button } from "../../parts/basic";
import type { Area } from "../../parts/brush";
import { isInside } from "../../parts/drawing";
import { count } from "../../format";
import { fill, text } from "../../text";
import type { Json } from "../../types";
import { isUsable } from "./point";

const words = text.explore;
const kWhole: Area = { x: [0, Infinity], y: [0, Infinity] };

export const lies = (point: Json, area: Area | null): boolean => area === null || (isUsable(point) && isInside(area, point.loss, point.risk));

const shown = (value: number) => (Number.isFinite(value) ? String(Number(value.toPrecision(4))) : "");

// A number while it is typed; what is empty has no end.
function End(props: { label: string; value: number; none: number; onChange: (value: number) => void }) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <>
      <label for={id}>{props.label}</label>
      <input
        id={id}
        type="number"
        min={0}
        step="any"
        inputMode="decimal"
        value={typed ?? (props.value === props.none ? "" : shown(props.value))}
        onInput={(e) => {
          const now = e.currentTarget.value;
          setTyped(now);
          if (now === "") props.onChange(props.none);
          else if (Number.isFinite(Number(now))) props.onChange(Number(now));
        }}
        onBlur={() => setTyped(null)}
      />
    </>
  );
}

export function AreaFields(props: { area: Area | null; points: Json[]; onChange: (area: Area | null) => void }) {
  const { area } = props;
  const now = area ?? kWhole;
  const within = props.points.filter((one) => lies(one, area)).length;
  const all = props.points.filter(isUsable).length;
  const change = (axis: "x" | "y", end: 0 | 1, value: number) => {
    const next: Area = { x: [...now.x], y: [...now.y] };
    next[axis][end] = value;
    const whole = next.x[0] <= 0 && next.y[0] <= 0 && next.x[1] === Infinity && next.y[1] === Infinity;
    props.onChange(whole ? null : next);
  };
  const axes = [
    { axis: "x" as const, name: words.areaLoss },
    { axis: "y" as const, name: words.areaRisk },
  ];
  return (
    <fieldset class="area">
      <legend>{words.areaTitle}</legend>
      {axes.map(({ axis, name }) => (
        <span class="row area-ends">
          <End label={fill(words.areaFrom, name)} value={now[axis][0]} none={0} onChange={(value) => change(axis, 0, value)} />
          <End label={fill(words.areaTo, name)} value={now[axis][1]} none={Infinity} onChange={(value) => change(axis, 1, value)} />
          <span>%</span>
        </span>
      ))}
      <p class="row area-said">
        <span role="status">{area === null ? fill(words.areaAll, count(all)) : (within > 0 ? fill(words.areaCount, count(within), count(all)) : fill(words.areaNone, count(all)))}</span>
        {area && <Button kind="quiet" onClick={() => props.onChange(null)}>{words.areaClear}</Button>}
      </p>
    </fieldset>
  );
}
