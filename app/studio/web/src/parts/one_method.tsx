// One attack or one measure with settings of one's own: a form made from its schema, and what came of it.
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { moment } from "../format";
import type { Workspace } from "../state";
import type { Job, Json } from "../types";
import { findOperation, takes, useOperations } from "./aside";
import { AsCommand, Button, Failure } from "./basic";
import { Form } from "./form";
import { isActive, JobLine, jobOf } from "./jobs";
import { ReportParts } from "./drawing";

export interface Tuned {
  method: string;
  set: Record<string, Json>;
}

// Problems with parameters ("distance-linkage.distance") beside their fields.
function problemsOf(job: Job | undefined, method: string): Record<string, string> {
  const named = (job?.error?.problems ?? []).filter((one) => one.parameter);
  return Object.fromEntries(named.map((one) => [one.parameter!.replace(`${method}.`, ""), one.message]));
}

// Columns of the release, to which settings by column belong.
const columnsOf = (workspace: Workspace): string[] =>
  (workspace.project.release?.record?.release?.columns ?? []).map((one: Json) => one.name);

export function OneMethod(props: {
  workspace: Workspace;
  family: "attack" | "loss";
  words: { title: string; lead: string; choose: string; run: string; needed?: string; settings: string; noSettings: string };
  tuned?: Tuned | null; // settings that were asked for elsewhere
  figures?: boolean; // what came of it is shown here
}) {
  const { workspace, words, tuned } = props;
  const { project } = workspace;
  const name = props.family === "attack" ? "attack" : "measure";
  const methods = workspace.methods.filter((one) => one.family === props.family && one.data === project.kind).sort((a, b) => a.title.localeCompare(b.title));
  const [chosen, setChosen] = useState("");
  const [values, setValues] = useState<Record<string, Json>>({});
  const [failure, setFailure] = useState<unknown>(null);
  const box = useRef<HTMLElement>(null);
  const select = useRef<HTMLSelectElement>(null);
  const id = useId();
  const operation = findOperation(useOperations(), name, project.kind);
  const method = methods.find((one) => one.name === chosen) ?? methods[0];
  const job = jobOf(workspace.jobs, name);
  const busy = isActive(job);
  const entry = [...project.results].reverse().find((one) => one.operation === name && one.state === "done");

  useEffect(() => {
    if (!tuned) return;
    setChosen(tuned.method);
    setValues(tuned.set);
    box.current?.scrollIntoView({ block: "start" });
    select.current?.focus({ preventScroll: true });
  }, [tuned]);

  if (!operation || !method) return null;
  const run = async () => {
    setFailure(null);
    const options: Record<string, Json> = { [name]: [method.name] };
    if (Object.keys(values).length > 0) options.set = values;
    if (takes(operation, "released") && project.release) options.released = project.release.file;
    await workspace.start(name, options).catch(setFailure);
  };
  return (
    <section ref={box}>
      <h2>{words.title}</h2>
      <p class="quiet">{words.lead}</p>
      <form
        onSubmit={(e) => {
          e.preventDefault();
          void run();
        }}
      >
        <div class="field">
          <label for={id}>{words.choose}</label>
          <select
            id={id}
            ref={select}
            value={method.name}
            onChange={(e) => {
              setChosen(e.currentTarget.value);
              setValues({});
            }}
          >
            {methods.map((one) => (
              <option value={one.name}>{one.title}</option>
            ))}
          </select>
        </div>
        <p>{method.in_words || method.summary}</p>
        {method.knows && words.needed && (
          <p class="quiet">
            {words.needed} {method.knows}
          </p>
        )}
        <details class="settings" open={Object.keys(values).length > 0 || undefined}>
          <summary>{words.settings}</summary>
          {method.parameters.length === 0 ? (
            <p class="quiet">{words.noSettings}</p>
          ) : (
            <Form key={method.name} parameters={method.parameters} values={values} onChange={setValues} problems={problemsOf(job, method.name)} columns={columnsOf(workspace)} />
          )}
        </details>
        <p class="row">
          <Button kind="main" type="submit" disabled={busy}>
            {words.run}
          </Button>
          {entry?.headline && !props.figures && (
            <span class="quiet small">
              {moment(entry.time)}: {entry.headline}
            </span>
          )}
        </p>
      </form>
      <Failure error={failure} />
      {job && (busy || job.state === "failed") && <JobLine job={job} />}
      {entry && props.figures && <ReportParts key={entry.id} project={project.id} result={entry.id} without={["summary"]} />}
      {entry && <AsCommand command={entry.command} python={entry.python} />}
    </section>
  );
}
