// Draft, assessed, approved: by whom and when, what is still missing, what changed since.
import { useEffect, useId, useState } from "preact/hooks";
import * as api from "../../api";
import { Button, Dialog, Failure, Notice } from "../../parts/basic";
import { PolicyDiff } from "../../parts/policy_diff";
import { useName } from "../../parts/stored";
import { moment, percent } from "../../format";
import { address } from "../../route";
import { useWorkspace } from "../../state";
import { fill, text } from "../../text";
import type { Project } from "../../types";
import { useVerdict } from "./verdict";

const words = text.signoff;
const kStates = ["draft", "assessed", "approved"] as const;
type State = (typeof kStates)[number];

// What must be there before the release counts as assessed.
export function missing(project: Project): string[] {
  const lacks: string[] = [];
  const { after } = project.strip;
  // Documents may be released as a reviewer decided, without a policy.
  if (!project.release) lacks.push(project.policy.version === 0 ? words.lacksPolicy : words.lacksRelease);
  else if (!after) lacks.push(project.kind === "table" ? words.lacksAssessment : words.lacksAttack);
  else if (after.stale) lacks.push(fill(words.lacksFresh, after.policy_version ?? 0, project.policy.version));
  return lacks;
}

function ChangedSince({ project }: { project: Project }) {
  const { status, policy } = project;
  const [then, setThen] = useState<string | null>(null); // the policy of the state that was entered
  const moved = status.state !== "draft" && status.policy_version > 0 && status.policy_version !== policy.version;
  useEffect(() => {
    let live = true;
    setThen(null);
    if (moved) {
      void api.get(`/api/projects/${project.id}/policy/${status.policy_version}`).then((answer) => live && setThen(answer.text), () => undefined);
    }
    return () => {
      live = false;
    };
  }, [project.id, moved, status.policy_version]);
  if (status.changes.length === 0) return status.state === "approved" ? <p class="quiet">{words.unchanged}</p> : null;
  const diff = fill(words.diffTitle, status.policy_version, policy.version, status.state);
  return (
    <div class="problems" role="alert">
      <p class="problems-title">{fill(words.changed, status.state)}</p>
      <ul>
        {status.changes.map((one) => (
          <li>{one}</li>
        ))}
      </ul>
      <p>{fill(words.newRelease, status.state)}</p>
      {then !== null && (
        <details open>
          <summary>{diff}</summary>
          <PolicyDiff before={then} after={policy.text} label={diff} />
        </details>
      )}
    </div>
  );
}

export function NameField({ name, onChange }: { name: string; onChange: (name: string) => void }) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{words.name}</label>
      <input id={id} type="text" autocomplete="name" value={name} onInput={(e) => onChange(e.currentTarget.value)} />
    </div>
  );
}

function Enter({ to, onClose }: { to: State; onClose: () => void }) {
  const workspace = useWorkspace();
  const { project } = workspace;
  const { verdict, beaten } = useVerdict();
  const [name, setName] = useName();
  const [note, setNote] = useState("");
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const id = useId();
  const against = to === "approved" && (verdict?.passed !== true || beaten);
  const ready = (to === "draft" || name.trim() !== "") && (!against || note.trim() !== "");
  const enter = async () => {
    setBusy(true);
    setError(null);
    try {
      await api.post(`/api/projects/${project.id}/state`, { to, name: name.trim(), note: note.trim() });
      await workspace.reload();
      onClose();
    } catch (failure) {
      setError(failure);
      setBusy(false);
      void workspace.reload();
    }
  };
  return (
    <Dialog title={words.enterTitle[to]} onClose={onClose}>
      <p>{words.enterLead[to]}</p>
      {against && <Notice kind="warning">{verdict ? `${beaten ? fill(text.attack.verdictBeaten, percent(project.strip.after?.found)) : verdict.sentence} ${words.against}` : words.againstUnknown}</Notice>}
      <NameField name={name} onChange={setName} />
      <div class="field">
        <label for={id}>{against ? words.noteNeeded : words.noteOptional}</label>
        <textarea id={id} rows={3} value={note} onInput={(e) => setNote(e.currentTarget.value)} />
      </div>
      <Failure error={error} />
      <div class="row dialog-row">
        <Button kind="main" disabled={!ready || busy} onClick={enter}>
          {words.enter[to]}
        </Button>
        <Button onClick={onClose}>{text.common.cancel}</Button>
      </div>
    </Dialog>
  );
}

export function StateSteps() {
  const { project } = useWorkspace();
  const [entering, setEntering] = useState<State | null>(null);
  const { status } = project;
  const lacks = missing(project);
  const at = kStates.indexOf(status.state as State);
  return (
    <section aria-labelledby="state-title">
      <h2 id="state-title">{words.state}</h2>
      <ol class="state-steps">
        {kStates.map((one, i) => (
          <li class={i < at ? "past" : i === at ? "now" : ""} aria-current={i === at ? "step" : undefined}>
            <strong>{words.stateName[one]}</strong>
            <span class="small">{words.stateMeans[one]}</span>
            {i === at && status.time && (
              <span class="small state-by">
                {status.by ? fill(words.byAt, status.by, moment(status.time)) : moment(status.time)}, {fill(words.ofVersion, status.policy_version)}
              </span>
            )}
          </li>
        ))}
      </ol>
      {status.reason && <Notice kind="warning">{fill(words.reason, status.by)} <q>{status.reason}</q></Notice>}
      <ChangedSince project={project} />
      {lacks.length > 0 && (
        <Notice kind="warning">
          <strong>{words.lacks}</strong>
          <ul>
            {lacks.map((one) => (
              <li>{one}</li>
            ))}
          </ul>
          {/* Only tables are measured where they are protected. */}
          {project.kind !== "table" && project.release && !project.strip.after ? (
            <a href={address(project.id, "attack")}>{words.toAttack}</a>
          ) : (
            <a href={address(project.id, "protect")}>{words.toProtect}</a>
          )}
        </Notice>
      )}
      <div class="row">
        {(status.state === "draft" || status.changes.length > 0) && (
          <Button kind="main" disabled={lacks.length > 0} onClick={() => setEntering("assessed")}>
            {words.enter.assessed}
          </Button>
        )}
        {status.state === "assessed" && status.changes.length === 0 && (
          <Button kind="main" disabled={lacks.length > 0} onClick={() => setEntering("approved")}>
            {words.enter.approved}
          </Button>
        )}
        {status.state !== "draft" && <Button onClick={() => setEntering("draft")}>{words.enter.draft}</Button>}
      </div>
      {status.state === "approved" && status.changes.length === 0 && <Notice>{words.warnChange}</Notice>}
      {entering && <Enter to={entering} onClose={() => setEntering(null)} />}
    </section>
  );
}
