// The place Protect: the policy as cards beside its text, a preview, and the run.
import { useEffect, useMemo, useState } from "preact/hooks";
import * as api from "../api";
import { moment } from "../format";
import { Button, Failure, Loading, Notice } from "../parts/basic";
import { JobLine, isActive, jobOf } from "../parts/jobs";
import { useResult, useWorkspace } from "../state";
import { fill, text } from "../text";
import type { Json } from "../types";
import { Categories, type DocumentProfile } from "./protect/categories";
import { useDesk, type Desk } from "./protect/desk";
import { Editor } from "./protect/editor";
import type { ColumnOf } from "./protect/fields";
import { Preview } from "./protect/preview";
import { Run } from "./protect/run";
import { Sections, type Profile } from "./protect/sections";
import { Steps } from "./protect/steps";
import { Diff, Versions } from "./protect/versions";

const words = text.protect;

let aboutOnce: Promise<Json> | null = null;
function useAbout(): { profiles: Profile[]; documentProfiles: DocumentProfile[] } {
  const [about, setAbout] = useState<Json>(null);
  useEffect(() => {
    void (aboutOnce ??= api.get("/api/about")).then(setAbout, () => {
      aboutOnce = null;
    });
  }, []);
  return { profiles: about?.profiles ?? [], documentProfiles: about?.document_profiles ?? [] };
}

// The columns with their kinds and roles: as the plan has them, or as reading and the policy say.
function useColumns(desk: Desk): ColumnOf[] {
  const { project } = useWorkspace();
  const [read, setRead] = useState<{ name: string; kind: string }[]>([]);
  const has = project.kind === "table" || (project.kind === "graph" && project.data.files.length > 1);
  useEffect(() => {
    if (has) void api.post(`/api/projects/${project.id}/columns`, {}).then((answer) => setRead(answer.columns), () => undefined);
  }, [project.id, has]);
  const { result } = useResult(useWorkspace(), ["inspect"]);
  return useMemo(() => {
    const planned: Json[] = desk.plan?.columns ?? [];
    const given: Record<string, Json> = typeof desk.tree.columns === "object" && desk.tree.columns !== null ? desk.tree.columns : {};
    const inspected: Json[] = result?.attributes ?? result?.columns ?? [];
    // The column that names the nodes is none of theirs.
    const named = project.kind === "graph" && inspected.length > 0 ? read.filter((one) => given[one.name] || inspected.some((other) => other.name === one.name)) : read;
    return named.map((one) => {
      const plan = planned.find((other) => other.name === one.name);
      const seen = inspected.find((other) => other.name === one.name);
      const said = given[one.name] ?? {};
      return {
        name: one.name,
        kind: said.knowledge ? "semantic" : (said.kind ?? plan?.kind ?? seen?.proposed_kind ?? seen?.kind ?? one.kind),
        role: said.role ?? plan?.role ?? seen?.role ?? "other",
      };
    });
  }, [read, desk.plan, desk.tree.columns, result]);
}

function Toolbar({ desk, onVersions }: { desk: Desk; onVersions: () => void }) {
  const { project } = useWorkspace();
  const version = project.policy.versions.find((one) => one.version === project.policy.version);
  return (
    <div class="desk-bar" role="group" aria-label={words.bar.label}>
      <p class={`desk-state ${desk.dirty ? "unsaved" : ""}`} role="status">
        {desk.saving ? words.bar.saving : desk.dirty ? words.bar.unsaved : version ? fill(words.bar.saved, version.version, moment(version.time)) : words.bar.none}
      </p>
      <Button kind={desk.dirty ? "main" : undefined} disabled={!desk.dirty || desk.saving || desk.conflict} onClick={() => desk.save()} title={words.bar.saveKey}>{text.common.save}</Button>
      <Button disabled={!desk.canUndo} onClick={desk.undo} title={words.bar.undoKey}>{words.bar.undo}</Button>
      <Button disabled={!desk.canRedo} onClick={desk.redo} title={words.bar.redoKey}>{words.bar.redo}</Button>
      <Button onClick={onVersions}>{words.bar.versions}</Button>
    </div>
  );
}

function Conflict({ desk }: { desk: Desk }) {
  const { project } = useWorkspace();
  const said = words.conflict;
  return (
    <div class="problems" role="alert">
      <p class="problems-title">{fill(said.title, project.policy.version)}</p>
      <p>{said.text}</p>
      <details>
        <summary>{said.look}</summary>
        <Diff before={project.policy.text} after={desk.text} label={said.look} />
      </details>
      <div class="row">
        <Button onClick={desk.keepMine}>{said.mine}</Button>
        <Button kind="danger" onClick={desk.takeTheirs}>{said.theirs}</Button>
      </div>
    </div>
  );
}

// Nothing to edit yet: a proposal is the best beginning.
function Beginning({ desk }: { desk: Desk }) {
  const { project, jobs, start } = useWorkspace();
  const { result } = useResult(useWorkspace(), ["inspect"]);
  const [asked, setAsked] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const job = jobOf(jobs, "inspect");
  const proposal: string = typeof result?.policy === "string" ? result.policy : "";
  const take = async () => {
    desk.replace(proposal);
    await desk.save(words.beginning.note);
  };
  useEffect(() => {
    if (asked && proposal) void take();
  }, [asked, proposal]);
  return (
    <div class="card">
      <h2>{words.beginning.title}</h2>
      <p>{words.beginning.text[project.kind]}</p>
      <div class="row">
        <Button
          kind="main"
          disabled={asked && isActive(job)}
          onClick={async () => {
            setFailure(null);
            setAsked(true);
            if (proposal) return;
            await start("inspect").catch(setFailure);
          }}
        >
          {words.beginning.propose}
        </Button>
      </div>
      {asked && job && (isActive(job) || job.state === "failed") && <JobLine job={job} />}
      <Failure error={failure} />
      <p class="quiet">{words.beginning.or}</p>
    </div>
  );
}

export function Protect() {
  const workspace = useWorkspace();
  const { project, methods } = workspace;
  const desk = useDesk(workspace);
  const columns = useColumns(desk);
  const { profiles, documentProfiles } = useAbout();
  const { result: inspected } = useResult(workspace, ["inspect"]);
  const [versions, setVersions] = useState(false);
  const kind = project.kind;

  useEffect(() => {
    const pressed = (e: KeyboardEvent) => {
      if (!(e.ctrlKey || e.metaKey) || e.altKey) return;
      const key = e.key.toLowerCase();
      if (key === "s") {
        e.preventDefault();
        void desk.save();
        return;
      }
      // Fields have an undo of their own.
      const at = e.target as HTMLElement;
      const typing = at.matches?.("textarea, input[type=text], input[type=search]");
      if (typing || document.querySelector("dialog[open]")) return;
      if (key === "z" || key === "y") {
        e.preventDefault();
        void (key === "y" || e.shiftKey ? desk.redo() : desk.undo());
      }
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  });

  const found: Record<string, number> | null = Array.isArray(inspected?.categories)
    ? Object.fromEntries(inspected.categories.map((one: Json) => [one.category, one.mentions]))
    : null;
  const empty = desk.text.trim() === "";
  return (
    <div class="protect">
      <h1>{text.places.protect}</h1>
      <p class="quiet">{words.intro[kind]}</p>
      <Toolbar desk={desk} onVersions={() => setVersions(true)} />
      {desk.conflict && <Conflict desk={desk} />}
      <Failure error={desk.failure} />
      <div class="desk">
        <div class="desk-cards">
          {empty && <Beginning desk={desk} />}
          {!desk.readable && <Notice kind="warning">{words.unreadable}</Notice>}
          {methods.length === 0 ? (
            <Loading />
          ) : (
            <fieldset class="plain" disabled={!desk.readable}>
              <legend class="hidden">{words.cards}</legend>
              {kind === "documents" ? (
                <Categories desk={desk} methods={methods} profiles={documentProfiles} found={found} />
              ) : (
                <Steps desk={desk} methods={methods} kind={kind} columns={columns} />
              )}
              <Sections desk={desk} methods={methods} kind={kind} project={project.id} columns={columns} profiles={profiles} />
            </fieldset>
          )}
        </div>
        <section class="desk-text" aria-labelledby="text-title">
          <h2 id="text-title">{words.editor.title}</h2>
          <Editor desk={desk} />
        </section>
      </div>
      {kind === "table" && <Preview desk={desk} project={project.id} />}
      <Run desk={desk} />
      {versions && <Versions desk={desk} onClose={() => setVersions(false)} />}
    </div>
  );
}
