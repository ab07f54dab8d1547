// A number for each column: weights, costs and whatever else a method takes by column. By a slider, and
// typed beside it. What has two ends goes between them; what has none, such as a cost, from a tenth to
// ten times the usual, each step the same factor. A column that is not named has the usual value.
import { useId, useState } from "preact/hooks";
import { fill, text } from "../text";
import type { Json, Parameter } from "../types";

const words = text.byColumn;

export const isByColumn = (parameter: Parameter) => parameter.type === "table of number" || parameter.type === "table of integer";

// `p_by_column` says for some columns what `p` says for all; a weight or a cost is 1 unless told.
export function usualOf(parameter: Parameter, parameters: Parameter[], values: Record<string, Json>): number {
  const name = parameter.name.replace(/_by_column$/, "");
  const base = parameters.find((one) => one.name === name && one !== parameter);
  const usual = base ? (values[name] ?? base.default) : null;
  return typeof usual === "number" ? usual : Math.max(1, parameter.least ?? 1);
}

interface Scale {
  least: number; // of the slider
  most: number;
  step: number;
  place: (value: number) => number;
  value: (place: number) => number;
}

export function scaleOf(parameter: Parameter, usual: number): Scale {
  const whole = parameter.type === "table of integer";
  const { least, most } = parameter;
  if (least !== undefined && most !== undefined) {
    const step = whole ? 1 : (most - least) / 100;
    const lowest = parameter.allowed?.startsWith("above") ? least + step : least;
    return { least: lowest, most, step, place: (value) => value, value: (place) => (whole ? Math.round(place) : Number(place.toPrecision(3))) };
  }
  const from = usual > 0 ? usual : 1;
  return {
    least: -1,
    most: 1,
    step: 0.05,
    place: (value) => Math.log10(Math.max(value, 1e-9) / from),
    value: (place) => {
      const value = from * 10 ** place;
      return whole ? Math.max(least ?? 1, Math.round(value)) : Number(value.toPrecision(2));
    },
  };
}

function OneColumn(props: { id: string; name: string; parameter: Parameter; scale: Scale; usual: number; value: Json; onChange: (value: Json) => void }) {
  const { id, name, scale } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const value = props.value ?? props.usual;
  return (
    <div class="slider">
      <label for={id}>{name}</label>
      <input
        id={id}
        type="range"
        min={scale.least}
        max={scale.most}
        step={scale.step}
        value={Math.min(scale.most, Math.max(scale.least, scale.place(typeof value === "number" ? value : props.usual)))}
        aria-valuetext={String(value)}
        onInput={(e) => props.onChange(scale.value(Number(e.currentTarget.value)))}
      />
      <input
        type="text"
        inputMode={props.parameter.type === "table of integer" ? "numeric" : "decimal"}
        autocomplete="off"
        class={props.value === null ? "quiet" : ""}
        aria-label={fill(words.typed, name)}
        value={typed ?? String(value)}
        onInput={(e) => {
          const now = e.currentTarget.value.trim();
          setTyped(e.currentTarget.value);
          // What is no number is passed on as it is: the engine says what is wrong with it.
          props.onChange(now === "" ? null : Number.isFinite(Number(now)) ? Number(now) : now);
        }}
        onBlur={() => setTyped(null)}
      />
      <button type="button" class="button quiet" disabled={props.value === null} onClick={() => props.onChange(null)} aria-label={fill(words.resetColumn, name)}>
        {words.reset}
      </button>
    </div>
  );
}

export function ByColumn(props: { parameter: Parameter; value: Json; usual: number; columns: string[]; onChange: (value: Json) => void; problem?: string }) {
  const { parameter, usual } = props;
  const id = useId();
  const given: Record<string, Json> = typeof props.value === "object" && props.value !== null && !Array.isArray(props.value) ? props.value : {};
  const scale = scaleOf(parameter, usual);
  const set = (column: string, value: Json) => {
    const next = { ...given };
    if (value === null) delete next[column];
    else next[column] = value;
    props.onChange(Object.keys(next).length > 0 ? next : null);
  };
  const names = [...props.columns, ...Object.keys(given).filter((one) => !props.columns.includes(one))];
  if (names.length === 0) return null;
  return (
    <fieldset class={`choice by-column ${props.problem ? "wrong" : ""}`} aria-describedby={`${id}-hint`}>
      <legend>{parameter.name.replaceAll("_", " ")}</legend>
      <p class="hint" id={`${id}-hint`}>
        {parameter.text}
        {parameter.allowed && <span class="quiet"> ({parameter.allowed})</span>}
        {props.problem && <strong class="wrong-text"> {props.problem}</strong>}
      </p>
      {names.map((name, i) => (
        <OneColumn
          key={name}
          id={`${id}-${i}`}
          name={name}
          parameter={parameter}
          scale={scale}
          usual={usual}
          value={given[name] === undefined ? null : given[name]}
          onChange={(value) => set(name, value)}
        />
      ))}
    </fieldset>
  );
}
