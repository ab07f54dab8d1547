// The steps of a policy, as cards: method, columns and parameters; of every kind of data.
import { useRef, useState } from "preact/hooks";
import { Button } from "../../parts/basic";
import { fill, text } from "../../text";
import type { Json, Kind, Method } from "../../types";
import { CardProblems, problemsByKey, problemsOf } from "./card";
import type { Desk } from "./desk";
import { ColumnChoice, Fields, type ColumnOf } from "./fields";
import { Description, MethodChooser, Properties, masksOf } from "./methods";

const words = text.protect.steps;
type Step = Record<string, Json>;

// The method first, then the columns: as people write it.
function ordered(step: Step): Step {
  const { method, columns, ...rest } = step;
  return { method, ...(columns !== undefined ? { columns } : {}), ...rest };
}

function StepCard(props: {
  desk: Desk;
  methods: Method[];
  kind: Kind;
  columns: ColumnOf[];
  steps: Step[];
  index: number;
  onSteps: (steps: Step[], key: string) => void;
  onMove: (by: number) => void;
  onRemove: () => void;
}) {
  const { desk, steps, index, columns } = props;
  const [choosing, setChoosing] = useState(false);
  const step = steps[index];
  const method = masksOf(props.methods, props.kind).find((one) => one.name === step.method);
  const planned = desk.plan?.steps?.[index];
  const problems = problemsOf(desk.problems, `step:${index}`);
  const byKey = problemsByKey(problems);
  const change = (name: string, value: Json) => {
    const next = { ...step };
    if (value === null) delete next[name];
    else next[name] = value;
    props.onSteps(steps.map((one, i) => (i === index ? ordered(next) : one)), `step:${index}:${name}`);
  };

  const hasColumns = (props.kind === "table" || props.kind === "graph") && method !== undefined && method.kinds.length > 0;
  const accepted = (column: ColumnOf) => method!.kinds.includes(column.kind) && column.role !== "identifier";
  const usual: string[] = planned && planned.method === step.method && step.columns === undefined ? planned.columns : columns.filter((one) => hasColumns && accepted(one) && one.role === "quasi").map((one) => one.name);
  const chosen: string[] = Array.isArray(step.columns) ? step.columns : usual;
  const title = method?.title ?? String(step.method ?? words.noMethod);

  return (
    <li class="card step" id={`card-step-${index}`}>
      <div class="card-head">
        <h3 tabIndex={-1}>
          <span class="quiet">{index + 1}.</span> {title}
        </h3>
        <div class="row">
          {steps.length > 1 && (
            <>
              <Button kind="quiet" disabled={index === 0} onClick={() => props.onMove(-1)} label={fill(words.up, title)}>↑</Button>
              <Button kind="quiet" disabled={index === steps.length - 1} onClick={() => props.onMove(1)} label={fill(words.down, title)}>↓</Button>
            </>
          )}
          <Button kind="quiet" onClick={() => setChoosing(true)} label={fill(words.changeNamed, title)}>{words.change}</Button>
          <Button kind="quiet" onClick={props.onRemove} label={fill(words.removeNamed, title)}>{words.remove}</Button>
        </div>
      </div>
      {method ? (
        <>
          <p>{method.in_words || method.summary}</p>
          <Properties method={method} />
          <details>
            <summary>{words.about}</summary>
            <Description method={method} />
          </details>
        </>
      ) : (
        props.methods.length > 0 && <p>{fill(words.unknown, String(step.method ?? ""))}</p>
      )}
      <CardProblems problems={problems} fields={["columns", ...(method?.parameters.map((one) => one.name) ?? [])]} />
      {hasColumns && (
        <>
          <ColumnChoice
            legend={words.columns}
            hint={step.columns === undefined ? (props.kind === "graph" ? words.columnsUsualGraph : words.columnsUsual) : undefined}
            columns={columns.map((one) => ({
              name: one.name,
              note: one.role === "identifier" ? words.dropped : method!.kinds.includes(one.kind) ? one.role === "quasi" ? "" : one.role : fill(words.notTaken, one.kind),
              disabled: !accepted(one),
            }))}
            chosen={chosen}
            problem={byKey.columns}
            onChange={(next) => change("columns", next)}
          />
          {step.columns !== undefined && (
            <Button kind="quiet" onClick={() => change("columns", null)}>{props.kind === "graph" ? words.columnsBackGraph : words.columnsBack}</Button>
          )}
        </>
      )}
      {method && method.parameters.length > 0 && (
        <ParameterFields method={method} methods={masksOf(props.methods, props.kind)} step={step} byKey={byKey} chosen={chosen} columns={columns} onChange={change} />
      )}
      {choosing && (
        <MethodChooser
          methods={props.methods}
          kind={props.kind}
          title={words.changeTitle}
          kinds={props.kind === "table" ? columns.map((one) => one.kind) : undefined}
          onClose={() => setChoosing(false)}
          onChoose={(other) => {
            setChoosing(false);
            // What the other method takes as well stays.
            const kept = Object.fromEntries(Object.entries(step).filter(([name]) => name === "columns" || other.parameters.some((one) => one.name === name && one.type === method?.parameters.find((mine) => mine.name === name)?.type)));
            props.onSteps(steps.map((one, i) => (i === index ? ordered({ ...kept, method: other.name }) : one)), "");
          }}
        />
      )}
    </li>
  );
}

// The first few parameters decide; the rest is for those who look for it.
function ParameterFields(props: { method: Method; methods: Method[]; step: Step; byKey: Record<string, string>; chosen: string[]; columns: ColumnOf[]; onChange: (name: string, value: Json) => void }) {
  const { method, step, byKey } = props;
  const kFirst = 3;
  const isFirst = (name: string, i: number) => i < kFirst || method.parameters.length <= kFirst + 1 || step[name] !== undefined || byKey[name] !== undefined;
  const [first] = useState(() => new Set<string>());
  method.parameters.forEach((one, i) => isFirst(one.name, i) && first.add(one.name)); // what was shown stays where it is
  const common = { values: step, problems: byKey, methods: props.methods, columns: props.chosen, allColumns: props.columns.map((one) => one.name), onChange: props.onChange };
  const more = method.parameters.filter((one) => !first.has(one.name));
  return (
    <>
      <Fields key={method.name} parameters={method.parameters.filter((one) => first.has(one.name))} {...common} />
      {more.length > 0 && (
        <details>
          <summary>{fill(words.moreParameters, more.length)}</summary>
          <Fields parameters={more} {...common} />
        </details>
      )}
    </>
  );
}

export function Steps(props: { desk: Desk; methods: Method[]; kind: Kind; columns: ColumnOf[] }) {
  const { desk, kind } = props;
  const [adding, setAdding] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  const steps: Step[] = Array.isArray(desk.tree.step) ? desk.tree.step.filter((one: Json) => typeof one === "object" && one !== null) : [];
  const onSteps = (next: Step[], key: string) => desk.edit({ arrays: { step: next } }, key || `steps-${Date.now()}`);
  const focus = (at: number) => setTimeout(() => list.current?.querySelectorAll<HTMLElement>(":scope > li > .card-head h3")[at]?.focus(), 30);
  const single = kind === "vectors";
  return (
    <section aria-labelledby="steps-title" class="cards">
      <h2 id="steps-title">{single ? words.titleOne : words.title}</h2>
      <p class="quiet">{words.intro[kind]}</p>
      {steps.length === 0 && <p>{words.empty}</p>}
      <ol class="step-list" ref={list}>
        {steps.map((step, i) => (
          <StepCard
            key={`${i}-${step.method}`}
            {...props}
            steps={steps}
            index={i}
            onSteps={onSteps}
            onMove={(by) => {
              const next = [...steps];
              [next[i], next[i + by]] = [next[i + by], next[i]];
              onSteps(next, "");
              focus(i + by);
            }}
            onRemove={() => {
              onSteps(steps.filter((_, other) => other !== i), "");
              focus(Math.max(0, i - 1));
            }}
          />
        ))}
      </ol>
      {(!single || steps.length === 0) && (
        <Button kind={steps.length === 0 ? "main" : undefined} onClick={() => setAdding(true)}>{words.add}</Button>
      )}
      {adding && (
        <MethodChooser
          methods={props.methods}
          kind={kind}
          title={words.addTitle}
          kinds={kind === "table" ? props.columns.map((one) => one.kind) : undefined}
          onClose={() => setAdding(false)}
          onChoose={(method) => {
            setAdding(false);
            const needed = Object.fromEntries(method.parameters.filter((one) => one.required && method.example[one.name] !== undefined).map((one) => [one.name, method.example[one.name]]));
            // The size of groups is worth a line of its own.
            const k = method.parameters.find((one) => one.name === "k");
            const usual = k ? { k: Array.isArray(k.default) ? k.default[0] : k.default } : {};
            onSteps([...steps, { method: method.name, ...usual, ...needed }], "");
            focus(steps.length);
          }}
        />
      )}
    </section>
  );
}
