// What is known of the columns: what the first look guessed, what the policy says, and changes of it.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import * as api from "../../api";
import { percent } from "../../format";
import { useResultById, type Workspace } from "../../state";
import { fill, text } from "../../text";
import type { Json, Problem } from "../../types";

export const kRoles = ["identifier", "quasi", "confidential", "other"];
export const kKinds = ["numeric", "ordinal", "nominal", "semantic", "text"];

export interface ColumnInfo {
  name: string;
  at: number; // in the file
  role: string;
  kind: string;
  guess: { role: string; kind: string; looks: string; reason: string };
  identifying: boolean; // it looks so, whatever it is called
  read: string; // the kind that it has when it is read
  distinct: number | null;
  missing: number | null; // with the texts that stand for no value
  missingShare: number | null;
  alone: number | null; // % of people unique by it alone
  adds: number | null; // % more unique with it than without
  mean: number | null;
  sd: number | null;
  entry: Record<string, Json>; // its keys in the policy
}

export type ColumnEdits = Record<string, Record<string, Json>>; // keys to set; null takes one out

export interface Refused {
  text: string;
  note: string;
  columns: string[];
  problems: Problem[];
}

// The newest first looks: the last one of all, and the last that was told no columns, whose guesses
// are its own.
function inspections(workspace: Workspace): { last: number | null; plain: number | null } {
  const done = workspace.project.results.filter((one) => one.state === "done" && one.operation === "inspect");
  const plain = done.filter((one) => !one.options.columns?.length);
  return { last: done.at(-1)?.id ?? null, plain: plain.at(-1)?.id ?? done.at(-1)?.id ?? null };
}

export interface Checked {
  text: string; // of which policy
  tree: Json;
  plan: Json;
  problems: Problem[];
  warnings: string[];
}

// The last checks are kept: with a large taxonomy one takes seconds.
const checks = new Map<string, Promise<Checked>>();
function checkPolicy(project: string, policy: string): Promise<Checked> {
  const key = `${project}\n${policy}`;
  const known = checks.get(key);
  if (known) return known;
  const asked = api.post(`/api/projects/${project}/check`, { text: policy }).then((answer) => ({
    text: policy,
    tree: answer.tree,
    plan: answer.plan,
    problems: answer.problems ?? [],
    warnings: answer.warnings ?? [],
  }));
  checks.set(key, asked);
  asked.catch(() => checks.delete(key));
  for (const old of [...checks.keys()].slice(0, Math.max(0, checks.size - 8))) checks.delete(old);
  return asked;
}

export function useColumns(workspace: Workspace) {
  const { project } = workspace;
  const ids = inspections(workspace);
  const last = useResultById(workspace, ids.last);
  const plain = useResultById(workspace, ids.plain);
  const [checked, setChecked] = useState<Checked | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [saving, setSaving] = useState(0);
  const now = useRef(workspace);
  now.current = workspace;
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const proposed = useRef(false);

  // Without a policy the proposed one is the first.
  useEffect(() => {
    const policy = plain.result?.policy;
    if (project.policy.version > 0 || typeof policy !== "string" || proposed.current) return;
    proposed.current = true;
    workspace.savePolicy(policy, "proposed").catch((error) => {
      if (error instanceof api.ApiError && error.status === 409) return workspace.reload();
      proposed.current = false;
      setFailure(error);
    });
  }, [plain.id, project.policy.version]);

  const policy = project.policy.version > 0 ? project.policy.text : "";
  useEffect(() => {
    if (!policy) return;
    let live = true;
    checkPolicy(project.id, policy).then((answer) => live && setChecked(answer), (error) => live && setFailure(error));
    return () => {
      live = false;
    };
  }, [project.id, policy]);

  const save = async (text: string, note: string) => {
    const before = now.current.project.policy.version;
    await now.current.savePolicy(text, note);
    // The next change builds on this version: wait until the page has it.
    for (let i = 0; i < 100 && now.current.project.policy.version === before; ++i) await new Promise((go) => setTimeout(go, 20));
  };

  // One after the other, each on the text that the last one left. A change by which the policy could
  // not be carried out any more is shown first.
  const change = useCallback((set: Record<string, Json>, note: string, columns: string[] = []) => {
    const work = async () => {
      setFailure(null);
      setRefused(null);
      const { id, policy: held } = now.current.project;
      const given = typeof set.columns === "object" && set.columns ? await merged(id, held.text, set) : set;
      const edited = await api.post(`/api/projects/${id}/policy/edit`, { text: held.text, edit: { set: given } });
      if (edited.text === held.text) return true;
      const [before, after] = [await checkPolicy(id, held.text), await checkPolicy(id, edited.text)];
      const known = new Set(before.problems.map((one) => one.message));
      const fresh = after.problems.filter((one) => !known.has(one.message));
      if (fresh.length > 0) {
        setRefused({ text: edited.text, note, columns, problems: fresh });
        return false;
      }
      await save(edited.text, note);
      return true;
    };
    setSaving((n) => n + 1);
    const done = queue.current.then(work).catch((error) => {
      setFailure(error);
      return false;
    });
    queue.current = done.then(() => setSaving((n) => n - 1));
    return done;
  }, []);

  const changeColumns = useCallback(
    (edits: ColumnEdits, note: string) => change({ columns: edits }, note, Object.keys(edits)),
    [change],
  );
  const acceptRefused = () => {
    if (!refused) return;
    setRefused(null);
    queue.current = queue.current.then(() => save(refused.text, refused.note)).catch(setFailure);
  };

  return {
    plain: plain.result,
    last: last.result,
    inspected: ids.last !== null,
    checked,
    failure,
    refused,
    saving: saving > 0,
    change,
    changeColumns,
    acceptRefused,
    dropRefused: () => setRefused(null),
    columns: plain.result ? columnsOf(plain.result, last.result ?? plain.result, checked) : null,
  };
}

// Keys of columns that an edit does not name stay as the policy has them.
async function merged(project: string, policy: string, set: Record<string, Json>): Promise<Record<string, Json>> {
  const { tree } = await checkPolicy(project, policy);
  const columns: Json = {};
  for (const [name, keys] of Object.entries(set.columns as ColumnEdits)) {
    const entry: Record<string, Json> = { ...(tree?.columns?.[name] ?? {}) };
    for (const [key, value] of Object.entries(keys)) {
      if (value === null || value === "" || (Array.isArray(value) && value.length === 0)) delete entry[key];
      else entry[key] = value;
    }
    columns[name] = entry;
  }
  return { ...set, columns };
}

// Texts that stand for no value, as the report has them.
const codeWords = ({ code, share, certain }: Json): string =>
  fill(certain ? text.columns.code : text.columns.codePerhaps, code.trim() === "" ? text.columns.blanks : `“${code}”`, percent(share));

function columnsOf(plain: Json, last: Json, checked: Checked | null): ColumnInfo[] {
  const ranking = new Map<string, Json>((last.ranking ?? []).map((one: Json) => [one.column, one]));
  const planned = new Map<string, Json>((checked?.plan?.columns ?? []).map((one: Json) => [one.name, one]));
  const number = (value: Json) => (typeof value === "number" ? value : null);
  return (plain.columns ?? []).map((one: Json, at: number): ColumnInfo => {
    const entry = checked?.tree?.columns?.[one.name] ?? {};
    const plan = planned.get(one.name);
    const rank = ranking.get(one.name);
    const codes: Json[] = one.missing_codes ?? [];
    const withCodes = (what: string, count: Json) => (typeof count === "number" ? codes.reduce((sum, code) => sum + code[what], count) : null);
    return {
      name: one.name,
      at,
      role: entry.role ?? plan?.role ?? one.role,
      kind: entry.knowledge ? "semantic" : (entry.kind ?? plan?.kind ?? one.proposed_kind ?? one.kind),
      guess: { role: one.role, kind: one.proposed_kind ?? one.kind, looks: one.looks_like ?? "", reason: [one.reason, ...codes.map(codeWords)].filter(Boolean).join("; ") },
      identifying: one.role === "identifier" || one.role === "quasi",
      read: one.kind,
      distinct: number(one.distinct),
      missing: withCodes("rows", one.missing),
      missingShare: withCodes("share", one.missing_share),
      alone: number(rank?.alone_share ?? one.unique_share),
      adds: number(rank?.adds_share),
      mean: number(one.mean),
      sd: number(one.sd),
      entry,
    };
  });
}
