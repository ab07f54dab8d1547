// Attack again: all of it, or one attack with settings of one's own.
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { AsCommand, Button, Failure } from "../../parts/basic";
import { findOperation, takes, useOperations } from "../../parts/aside";
import { Form } from "../../parts/form";
import { JobLine, isActive, jobOf } from "../../parts/jobs";
import { moment } from "../../format";
import type { Workspace } from "../../state";
import { text } from "../../text";
import type { Job, Json } from "../../types";

const words = text.attack;

export function useAssess(workspace: Workspace): { run: () => Promise<void>; job: Job | undefined; busy: boolean; failure: unknown } {
  const { project } = workspace;
  const [failure, setFailure] = useState<unknown>(null);
  const operation = findOperation(useOperations(), "assess", project.kind);
  const job = jobOf(workspace.jobs, "assess");
  const run = async () => {
    setFailure(null);
    const options: Record<string, Json> = {};
    // How exposed each person is, is private, and stays in the project's folder.
    if (takes(operation, "exposure")) options.exposure = `${project.folder}/exposure.csv`;
    await workspace.start("assess", options).catch(setFailure);
  };
  return { run, job, busy: isActive(job), failure };
}

// Problems with parameters ("distance-linkage.distance") beside their fields.
function problemsOf(job: Job | undefined, method: string): Record<string, string> {
  const named = (job?.error?.problems ?? []).filter((one) => one.parameter);
  return Object.fromEntries(named.map((one) => [one.parameter!.replace(`${method}.`, ""), one.message]));
}

export interface Tuned {
  method: string;
  set: Record<string, Json>;
}

export function OneAttack({ workspace, tuned }: { workspace: Workspace; tuned: Tuned | null }) {
  const { project, methods } = workspace;
  const attacks = methods.filter((one) => one.family === "attack" && one.data === project.kind).sort((a, b) => a.title.localeCompare(b.title));
  const [chosen, setChosen] = useState("");
  const [values, setValues] = useState<Record<string, Json>>({});
  const [failure, setFailure] = useState<unknown>(null);
  const box = useRef<HTMLElement>(null);
  const select = useRef<HTMLSelectElement>(null);
  const id = useId();
  const operation = findOperation(useOperations(), "attack", project.kind);
  const method = attacks.find((one) => one.name === chosen) ?? attacks[0];
  const job = jobOf(workspace.jobs, "attack");
  const busy = isActive(job);
  const entry = [...project.results].reverse().find((one) => one.operation === "attack" && one.state === "done");

  // Settings of an attack above were asked for.
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
    const options: Record<string, Json> = { attack: [method.name] };
    if (Object.keys(values).length > 0) options.set = values;
    if (takes(operation, "released") && project.release) options.released = project.release.file;
    await workspace.start("attack", options).catch(setFailure);
  };
  return (
    <section ref={box}>
      <h2>{words.runOne}</h2>
      <p class="quiet">{words.runOneLead}</p>
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
            {attacks.map((one) => (
              <option value={one.name}>{one.title}</option>
            ))}
          </select>
        </div>
        <p>{method.in_words || method.summary}</p>
        {method.knows && (
          <p class="quiet">
            {words.needed} {method.knows}
          </p>
        )}
        <details class="settings" open={Object.keys(values).length > 0 || undefined}>
          <summary>{words.settings}</summary>
          {method.parameters.length === 0 ? (
            <p class="quiet">{words.noSettings}</p>
          ) : (
            <Form key={method.name} parameters={method.parameters} values={values} onChange={setValues} problems={problemsOf(job, method.name)} />
          )}
        </details>
        <p class="row">
          <Button kind="main" type="submit" disabled={busy}>
            {words.runThis}
          </Button>
          {entry && (
            <span class="quiet small">
              {moment(entry.time)}: {entry.headline}
            </span>
          )}
        </p>
      </form>
      <Failure error={failure} />
      {job && (busy || job.state === "failed") && <JobLine job={job} />}
      {entry && <AsCommand command={entry.command} python={entry.python} />}
    </section>
  );
}
