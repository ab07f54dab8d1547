// Forms made from the engine's schemas: of a method's parameters or an operation's options.
import { useId } from "preact/hooks";
import type { Json, Parameter } from "../types";
import { ByColumn, isByColumn, usualOf } from "./by_column";

const isList = (type: string) => type.startsWith("list of");
const isTable = (type: string) => type.startsWith("table");

export function shownValue(value: Json): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value) || typeof value === "object") return JSON.stringify(value);
  return String(value);
}

// What was typed, as the parameter takes it; a text that cannot be read stays one, and the engine
// says what is wrong with it.
export function readValue(parameter: Parameter, typed: string): Json {
  if (typed === "") return null;
  if (parameter.type === "integer" || parameter.type === "number") {
    const number = Number(typed);
    return typed.trim() !== "" && Number.isFinite(number) ? number : typed;
  }
  if (isList(parameter.type) || isTable(parameter.type)) {
    try {
      return JSON.parse(typed);
    } catch {
      return isList(parameter.type) ? typed.split(",").map((one) => one.trim()).filter(Boolean) : typed;
    }
  }
  return typed;
}

export function Field(props: { parameter: Parameter; value: Json; onChange: (value: Json) => void; problem?: string; columns?: string[] }) {
  const { parameter, value } = props;
  const id = useId();
  const hint = [parameter.allowed, parameter.default !== null && parameter.default !== undefined && shownValue(parameter.default) !== "" ? `default ${shownValue(parameter.default)}` : ""].filter(Boolean).join(", ");
  const common = { id, "aria-describedby": `${id}-hint`, "aria-invalid": props.problem ? ("true" as const) : undefined };
  return (
    <div class={`field ${props.problem ? "wrong" : ""}`}>
      <label for={id}>{parameter.name.replaceAll("_", " ")}</label>
      {parameter.choices && parameter.choices.length > 0 ? (
        <select {...common} value={shownValue(value ?? parameter.default)} onChange={(e) => props.onChange(e.currentTarget.value)}>
          {!parameter.required && parameter.default === null && <option value="">–</option>}
          {parameter.choices.map((one) => (
            <option value={one}>{one}</option>
          ))}
        </select>
      ) : parameter.type === "true or false" ? (
        <input {...common} type="checkbox" checked={Boolean(value ?? parameter.default)} onChange={(e) => props.onChange(e.currentTarget.checked)} />
      ) : (
        <input
          {...common}
          type="text"
          inputMode={parameter.type === "integer" ? "numeric" : parameter.type === "number" ? "decimal" : undefined}
          value={shownValue(value)}
          placeholder={shownValue(parameter.default)}
          onInput={(e) => props.onChange(readValue(parameter, e.currentTarget.value))}
        />
      )}
      <p class="hint" id={`${id}-hint`}>
        {parameter.text}
        {hint && <span class="quiet"> ({hint})</span>}
        {props.problem && <strong class="wrong-text"> {props.problem}</strong>}
      </p>
    </div>
  );
}

// Values that are the default are left out. `columns`: of the data, for what is given by column.
export function Form(props: { parameters: Parameter[]; values: Record<string, Json>; onChange: (values: Record<string, Json>) => void; problems?: Record<string, string>; columns?: string[] }) {
  const set = (parameter: Parameter, value: Json) => {
    const next = { ...props.values };
    if (value === null || JSON.stringify(value) === JSON.stringify(parameter.default)) delete next[parameter.name];
    else next[parameter.name] = value;
    props.onChange(next);
  };
  const byColumn = props.parameters.filter((one) => isByColumn(one) && (props.columns?.length ?? 0) > 0);
  return (
    <>
      <div class="form">
        {props.parameters
          .filter((one) => !byColumn.includes(one))
          .map((parameter) => (
            <Field
              key={parameter.name}
              parameter={parameter}
              value={props.values[parameter.name]}
              problem={props.problems?.[parameter.name]}
              onChange={(value) => set(parameter, value)}
            />
          ))}
      </div>
      {byColumn.map((parameter) => (
        <ByColumn
          key={parameter.name}
          parameter={parameter}
          usual={usualOf(parameter, props.parameters, props.values)}
          value={props.values[parameter.name]}
          columns={props.columns!}
          problem={props.problems?.[parameter.name]}
          onChange={(value) => set(parameter, value)}
        />
      ))}
    </>
  );
}
