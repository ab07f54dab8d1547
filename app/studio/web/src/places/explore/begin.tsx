// Two ways to begin: advice (what meets the constraints and loses least), or a map of everything.
import { useEffect, useState } from "preact/hooks";
import * as api from "../../api";
import { useOperations } from "../../parts/aside";
import { Button, Failure, Loading, Tabs } from "../../parts/basic";
import { Field, Form } from "../../parts/form";
import { isActive, jobOf } from "../../parts/jobs";
import { useWorkspace } from "../../state";
import { text } from "../../text";
import type { Json, Parameter } from "../../types";
import { ApiError } from "../../api";

const words = text.explore;
const kFirst: Record<string, string[]> = {
  advise: ["max_risk", "k", "l", "t", "exact"],
  explore: ["max_risk", "columns", "attributes", "alpha"],
};
// The project says these, or they are of no use here.
const kOwn = ["data", "documents", "vectors", "graph", "nodes", "policy", "output", "force"];

// An empty list as a default is none: nothing to show in the field.
const shown = (one: Parameter): Parameter => ({
  ...one,
  name: words.optionNames[one.name] ?? one.name,
  default: one.default && typeof one.default === "object" && Object.keys(one.default).length === 0 ? null : one.default,
});

// Columns by ticking them; none ticked is the default.
function ColumnsField(props: { parameter: Parameter; columns: string[]; value: string[]; onChange: (value: string[] | null) => void }) {
  const change = (name: string, on: boolean) => {
    const next = props.columns.filter((one) => (one === name ? on : props.value.includes(one)));
    props.onChange(next.length ? next : null);
  };
  return (
    <fieldset class="field column-ticks">
      <legend>{shown(props.parameter).name}</legend>
      <p class="hint">{props.parameter.text}</p>
      <div class="ticks">
        {props.columns.map((one) => (
          <label>
            <input type="checkbox" checked={props.value.includes(one)} onChange={(e) => change(one, e.currentTarget.checked)} /> {one}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function useColumns(project: string, kind: string): string[] {
  const [names, setNames] = useState<string[]>([]);
  useEffect(() => {
    let live = true;
    if (kind === "table") {
      void api.post(`/api/projects/${project}/columns`, { drawings: [] }).then(
        (answer) => live && setNames(answer.columns.map((one: Json) => one.name)),
        () => undefined,
      );
    }
    return () => {
      live = false;
    };
  }, [project, kind]);
  return names;
}

export function Begin() {
  const workspace = useWorkspace();
  const { project } = workspace;
  const all = useOperations();
  const offered = ["advise", "explore"].filter((name) => all.some((one) => one.name === name && one.data === project.kind));
  const columns = useColumns(project.id, project.kind);
  const [chosen, setChosen] = useState("");
  const [values, setValues] = useState<Record<string, Record<string, Json>>>({});
  const [error, setError] = useState<unknown>(null);
  // Without a choice of one's own the way that was gone last, also before the page was loaded anew.
  const active = workspace.jobs.find((one) => isActive(one) && offered.includes(one.operation))?.operation;
  const last = [...project.results].reverse().find((one) => offered.includes(one.operation))?.operation;
  const way = [chosen, active, last].find((one) => one && offered.includes(one)) ?? offered[0];
  const operation = all.find((one) => one.name === way && one.data === project.kind);
  const running = isActive(jobOf(workspace.jobs, "advise", "explore"));
  if (!operation) return <Loading />;

  const first = kFirst[way].map((name) => operation.options.find((one) => one.name === name)).filter((one): one is Parameter => !!one);
  const more = operation.options.filter((one) => !first.includes(one) && !kOwn.includes(one.name));
  const given = values[way] ?? {};
  const change = (next: Record<string, Json>) => setValues({ ...values, [way]: next });
  const set = (parameter: Parameter, value: Json) => {
    const next = { ...given };
    if (value === null || value === parameter.default) delete next[parameter.name];
    else next[parameter.name] = value;
    change(next);
  };
  const problems: Record<string, string> = {};
  if (error instanceof ApiError) for (const one of error.problems) if (one.parameter) problems[one.parameter.replace(/^-+/, "").replaceAll("-", "_")] = one.message;

  const start = async () => {
    setError(null);
    try {
      await workspace.start(way, given);
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <section class="card begin" aria-labelledby="begin-title">
      <h2 id="begin-title">{words.begin}</h2>
      {offered.length > 1 && (
        <Tabs label={words.begin} tabs={offered.map((id) => ({ id, title: id === "advise" ? words.advise : words.explore }))} chosen={way} onChoose={setChosen} />
      )}
      <p>{way === "advise" ? words.adviseLead : offered.length > 1 ? words.exploreLead : words.exploreLeadOnly}</p>
      <form
        onSubmit={(e) => {
          e.preventDefault();
          void start();
        }}
      >
        <div class="form">
          {first.map((one) =>
            columns.length > 0 && (one.name === "columns" || one.name === "exact") ? (
              <ColumnsField key={one.name} parameter={one} columns={columns} value={given[one.name] ?? []} onChange={(value) => set(one, value)} />
            ) : (
              <Field key={one.name} parameter={shown(one)} value={given[one.name]} problem={problems[one.name]} onChange={(value) => set(one, value)} />
            ),
          )}
        </div>
        {more.length > 0 && (
          <details class="more-options">
            <summary>{words.moreOptions}</summary>
            <Form parameters={more.map((one) => ({ ...shown(one), name: one.name }))} values={given} onChange={change} problems={problems} />
          </details>
        )}
        <Failure error={error} />
        <div class="row begin-row">
          <Button kind="main" type="submit" disabled={running || project.data.missing}>
            {way === "advise" ? words.startAdvise : words.startExplore}
          </Button>
          <span class="quiet small">{running ? words.alreadyRuns : way === "explore" ? words.goesOn : words.adviseTime}</span>
        </div>
      </form>
    </section>
  );
}
