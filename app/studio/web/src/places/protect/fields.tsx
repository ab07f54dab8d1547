// Fields of a card, made from a description of its parameters: the engine's for methods, the page's
// for sections. What is empty is not in the policy.
import { useId, useState } from "preact/hooks";
import { ByColumn, isByColumn, usualOf } from "../../parts/by_column";
import { Field, readValue, shownValue } from "../../parts/form";
import { fill, text } from "../../text";
import type { Json, Method, Parameter } from "../../types";

const words = text.protect.fields;

export interface ColumnOf {
  name: string;
  kind: string;
  role: string;
}

type Change = (name: string, value: Json) => void;

const shownList = (value: Json): string =>
  Array.isArray(value) && value.every((one) => typeof one !== "object") ? value.join(", ") : shownValue(value);

// Lists of numbers are typed as "1, 4".
function readTyped(parameter: Parameter, typed: string): Json {
  const numbers = parameter.type === "list of integer" || parameter.type === "list of number";
  if (!numbers || typed.trim() === "") return readValue(parameter, typed);
  const parts = typed.replace(/[[\]]/g, "").split(/[\s,;]+/).filter(Boolean).map(Number);
  if (parts.length === 0 || parts.some((one) => !Number.isFinite(one))) return typed;
  const single = parts.length === 1 && !(Array.isArray(parameter.default) && parameter.default.length > 1);
  return single ? parts[0] : parts;
}

function Hint({ id, parameter, problem }: { id: string; parameter: Parameter; problem?: string }) {
  const usual = parameter.type === "true or false" ? "" : shownList(parameter.default);
  const more = [parameter.allowed, usual !== "" && usual !== "{}" && usual !== "[]" ? fill(words.usual, usual) : ""].filter(Boolean).join(", ");
  return (
    <p class="hint" id={id}>
      {parameter.text}
      {more && <span class="quiet"> ({more})</span>}
      {problem && <strong class="wrong-text"> {problem}</strong>}
    </p>
  );
}

// A text that is typed stays as it is typed ("0." on the way to "0.5") while its meaning is passed on.
function TypedField({ parameter, value, onChange, problem }: { parameter: Parameter; value: Json; onChange: (value: Json) => void; problem?: string }) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <div class={`field ${problem ? "wrong" : ""}`}>
      <label for={id}>{parameter.name.replaceAll("_", " ")}</label>
      <input
        id={id}
        type="text"
        autocomplete="off"
        inputMode={parameter.type === "integer" ? "numeric" : parameter.type === "number" ? "decimal" : undefined}
        aria-describedby={`${id}-hint`}
        aria-invalid={problem ? "true" : undefined}
        value={typed ?? shownList(value)}
        placeholder={shownList(parameter.default)}
        onInput={(e) => {
          setTyped(e.currentTarget.value);
          onChange(readTyped(parameter, e.currentTarget.value));
        }}
        onBlur={() => setTyped(null)}
      />
      <Hint id={`${id}-hint`} parameter={parameter} problem={problem} />
    </div>
  );
}

// Yes, no, or what the method takes by itself.
function TruthField({ parameter, value, onChange, problem }: { parameter: Parameter; value: Json; onChange: (value: Json) => void; problem?: string }) {
  const id = useId();
  return (
    <div class={`field ${problem ? "wrong" : ""}`}>
      <label for={id}>{parameter.name.replaceAll("_", " ")}</label>
      <select
        id={id}
        aria-describedby={`${id}-hint`}
        value={value === true ? "yes" : value === false ? "no" : ""}
        onChange={(e) => onChange(e.currentTarget.value === "" ? null : e.currentTarget.value === "yes")}
      >
        <option value="">{parameter.default === null ? words.itself : fill(words.usual, parameter.default ? words.yes : words.no)}</option>
        <option value="yes">{words.yes}</option>
        <option value="no">{words.no}</option>
      </select>
      <Hint id={`${id}-hint`} parameter={parameter} problem={problem} />
    </div>
  );
}

// Columns by checkboxes.
export function ColumnChoice(props: {
  legend: string;
  hint?: string;
  columns: { name: string; note?: string; disabled?: boolean }[];
  chosen: string[];
  onChange: (chosen: string[]) => void;
  problem?: string;
}) {
  const id = useId();
  const unknown = props.chosen.filter((one) => !props.columns.some((column) => column.name === one));
  const all = [...props.columns, ...unknown.map((name) => ({ name, note: words.unknownColumn, disabled: false }))];
  const toggle = (name: string, on: boolean) =>
    props.onChange(all.map((one) => one.name).filter((one) => (one === name ? on : props.chosen.includes(one))));
  return (
    <fieldset class={`choice ${props.problem ? "wrong" : ""}`} aria-describedby={`${id}-hint`}>
      <legend>{props.legend}</legend>
      <div class="choice-list">
        {all.map((one) => (
          <label class={one.disabled ? "quiet" : ""}>
            <input type="checkbox" checked={props.chosen.includes(one.name)} disabled={one.disabled && !props.chosen.includes(one.name)} onChange={(e) => toggle(one.name, e.currentTarget.checked)} />{" "}
            {one.name}
            {one.note && <span class="quiet small"> {one.note}</span>}
          </label>
        ))}
      </div>
      <p class="hint" id={`${id}-hint`}>
        {props.hint}
        {props.problem && <strong class="wrong-text"> {props.problem}</strong>}
      </p>
    </fieldset>
  );
}

const isColumns = (parameter: Parameter, values: Record<string, Json>) =>
  parameter.type === "list of text" && ["by", "on", "within", "calibrate", "columns"].includes(parameter.name) && (values[parameter.name] === undefined || Array.isArray(values[parameter.name]));

export function Fields(props: {
  parameters: Parameter[];
  values: Record<string, Json>;
  problems: Record<string, string>;
  columns?: string[]; // that the card is about
  allColumns?: string[];
  methods?: Method[]; // those that a method can carry out in its place
  onChange: Change;
}) {
  const { values, problems } = props;
  const byColumn = props.parameters.filter((one) => isByColumn(one) && props.columns && props.columns.length > 0);
  const choices = props.parameters.filter((one) => isColumns(one, values) && props.allColumns && props.allColumns.length > 0);
  // Some methods carry out another one, which a text of theirs names; its parameters are a table.
  const named = props.parameters.filter((one) => one.type === "text").map((one) => values[one.name] ?? one.default);
  const inner = props.methods?.find((one) => named.includes(one.name));
  const nested = props.parameters.filter((one) => one.type === "table" && one.name === "parameters" && inner);
  const plain = props.parameters.filter((one) => !byColumn.includes(one) && !choices.includes(one) && !nested.includes(one));
  return (
    <>
      {plain.length > 0 && (
        <div class="form">
          {plain.map((parameter) => {
            const common = {
              parameter,
              value: values[parameter.name],
              problem: problems[parameter.name],
              onChange: (value: Json) => props.onChange(parameter.name, value),
            };
            if (parameter.type === "true or false") return <TruthField key={parameter.name} {...common} />;
            if (parameter.choices && parameter.choices.length > 0) {
              // The usual choice needs no line in the policy.
              return (
                <Field
                  key={parameter.name}
                  {...common}
                  onChange={(value) => props.onChange(parameter.name, value === "" || (value === parameter.default && values[parameter.name] === undefined) ? null : value)}
                />
              );
            }
            return <TypedField key={parameter.name} {...common} />;
          })}
        </div>
      )}
      {choices.map((parameter) => (
        <ColumnChoice
          key={parameter.name}
          legend={parameter.name.replaceAll("_", " ")}
          hint={parameter.text}
          columns={props.allColumns!.map((name) => ({ name }))}
          chosen={values[parameter.name] ?? []}
          problem={problems[parameter.name]}
          onChange={(chosen) => props.onChange(parameter.name, chosen.length > 0 ? chosen : null)}
        />
      ))}
      {byColumn.map((parameter) => (
        <ByColumn
          key={parameter.name}
          parameter={parameter}
          usual={usualOf(parameter, props.parameters, values)}
          value={values[parameter.name]}
          columns={props.columns!}
          problem={problems[parameter.name]}
          onChange={(value) => props.onChange(parameter.name, value)}
        />
      ))}
      {nested.map((parameter) => {
        const own: Record<string, Json> = typeof values[parameter.name] === "object" && values[parameter.name] !== null ? values[parameter.name] : {};
        return (
          <fieldset key={parameter.name} class={`choice ${problems[parameter.name] ? "wrong" : ""}`}>
            <legend>{fill(words.inner, inner!.title)}</legend>
            {problems[parameter.name] && <p class="hint"><strong class="wrong-text">{problems[parameter.name]}</strong></p>}
            <Fields
              parameters={inner!.parameters}
              values={own}
              problems={{}}
              columns={props.columns}
              allColumns={props.allColumns}
              onChange={(name, value) => {
                const next = { ...own };
                if (value === null) delete next[name];
                else next[name] = value;
                props.onChange(parameter.name, Object.keys(next).length > 0 ? next : null);
              }}
            />
          </fieldset>
        );
      })}
    </>
  );
}
