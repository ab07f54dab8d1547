// The policy while it is edited: from its text or from its cards, checked as one types, saved as a
// new version. The text is the truth; an edit of a card is made on it by the server, which keeps
// comments. What is not saved stays while one looks at other places.
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import * as api from "../../api";
import type { Workspace } from "../../state";
import { text as words } from "../../text";
import type { Json, Problem } from "../../types";
import { applied, placed, type PlacedProblem, type PolicyEdit, type Tree } from "./policy_text";

interface Draft {
  text: string;
  saved: string; // the text of `base`
  base: number;
  past: string[]; // since it was saved
  future: string[];
}

interface Checked {
  text: string | null; // null: nothing was checked yet
  problems: Problem[];
  warnings: string[];
  tree: Tree;
  readable: boolean; // the text is TOML
  plan: Json;
}

const kPause = 250; // milliseconds without a key before a text is checked
const kOneEdit = 1000; // letters typed faster than this are undone together
const drafts = new Map<string, Draft>();

export const hasUnsavedPolicy = (project: string): boolean => {
  const draft = drafts.get(project);
  return draft !== undefined && draft.text !== draft.saved;
};

const fresh = (policy: { text: string; version: number }): Draft => ({
  text: policy.text,
  saved: policy.text,
  base: policy.version,
  past: [],
  future: [],
});

export interface Desk {
  text: string;
  saved: string;
  tree: Tree;
  readable: boolean;
  problems: PlacedProblem[];
  warnings: string[];
  plan: Json;
  checked: boolean; // what is said is about the text as it stands
  dirty: boolean;
  conflict: boolean; // another window saved a version meanwhile
  saving: boolean;
  failure: unknown;
  canUndo: boolean;
  canRedo: boolean;
  write: (text: string) => void;
  replace: (text: string) => void; // as a whole; can be undone
  edit: (edit: PolicyEdit, key: string) => void; // waiting edits of one key become one
  save: (note?: string) => Promise<boolean>; // false: it was not saved, and why is on the page
  undo: () => Promise<void>;
  redo: () => Promise<void>;
  takeTheirs: () => void;
  keepMine: () => Promise<boolean>;
}

export function useDesk(workspace: Workspace): Desk {
  const { project } = workspace;
  const theirs = project.policy;
  const latest = useRef(workspace);
  latest.current = workspace;
  const [, render] = useReducer((n: number) => n + 1, 0);
  const held = useRef<Draft | null>(null);
  if (!held.current) {
    held.current = drafts.get(project.id) ?? fresh(theirs);
    drafts.set(project.id, held.current);
  }
  const draft = held.current;
  const [checked, setChecked] = useState<Checked>({ text: null, problems: [], warnings: [], tree: {}, readable: true, plan: null });
  const [failure, setFailure] = useState<unknown>(null);
  const [saving, setSaving] = useState(false);
  const busy = useRef(false);
  const queue = useRef<{ edit: PolicyEdit; key: string; begun: boolean }[]>([]);
  const working = useRef<Promise<void> | null>(null);
  const lastKey = useRef({ key: "", time: 0 });

  const hold = useCallback((next: Draft) => {
    held.current = next;
    drafts.set(latest.current.project.id, next);
    render(0);
  }, []);

  // A new text; quick ones of one key count as one step of undo.
  const put = useCallback((next: string, key: string) => {
    const now = held.current!;
    if (next === now.text) return;
    const time = Date.now();
    const together = key !== "" && lastKey.current.key === key && time - lastKey.current.time < kOneEdit && now.past.length > 0;
    lastKey.current = { key, time };
    hold({ ...now, text: next, past: together ? now.past : [...now.past, now.text], future: [] });
  }, [hold]);

  // A version from elsewhere is taken over where nothing is unsaved here.
  useEffect(() => {
    const now = held.current!;
    if (busy.current || (theirs.version === now.base && theirs.text === now.saved)) return;
    if (now.text === now.saved || now.text === theirs.text) hold(fresh(theirs));
  }, [theirs.version, theirs.text, saving]);

  useEffect(() => {
    const stop = new AbortController();
    const wait = setTimeout(async () => {
      const asked = draft.text;
      try {
        const answer = await api.post(`/api/projects/${project.id}/check`, { text: asked }, stop.signal);
        setChecked((before) => ({
          text: asked,
          problems: answer.problems ?? [],
          warnings: answer.warnings ?? [],
          tree: answer.tree ?? before.tree,
          readable: answer.tree !== null,
          plan: answer.plan ?? before.plan,
        }));
      } catch (error) {
        if ((error as Error).name === "AbortError") return;
        const problems = error instanceof api.ApiError && error.problems.length > 0 ? error.problems : [];
        const said = problems.length > 0 ? problems : [{ message: (error as Error).message, text: (error as Error).message }];
        setChecked((before) => ({ ...before, text: asked, problems: said, warnings: [] }));
      }
    }, checked.text === null ? 0 : kPause);
    return () => {
      clearTimeout(wait);
      stop.abort();
    };
  }, [project.id, draft.text]);

  // Unsaved work is not lost without a question.
  useEffect(() => {
    const leave = (e: BeforeUnloadEvent) => {
      if (hasUnsavedPolicy(project.id)) e.preventDefault();
    };
    addEventListener("beforeunload", leave);
    return () => removeEventListener("beforeunload", leave);
  }, [project.id]);

  const work = useCallback(async () => {
    while (queue.current.length > 0) {
      const first = queue.current[0];
      first.begun = true;
      try {
        // What is typed while the server works is kept: the edit is made again, on it.
        for (;;) {
          const before = held.current!.text;
          const answer = await api.post(`/api/projects/${latest.current.project.id}/policy/edit`, { text: before, edit: first.edit });
          if (held.current!.text !== before) continue;
          queue.current.shift();
          setChecked((known) => ({ ...known, tree: answer.tree, readable: true }));
          put(answer.text, first.key);
          setFailure(null);
          break;
        }
      } catch (error) {
        queue.current.shift();
        setFailure(error);
        render(0);
      }
    }
    working.current = null;
  }, [put]);

  const edit = useCallback((change: PolicyEdit, key: string) => {
    const last = queue.current[queue.current.length - 1];
    if (last && !last.begun && last.key === key && !change.set) last.edit = change;
    else queue.current.push({ edit: change, key, begun: false });
    render(0);
    working.current ??= work();
  }, [work]);

  const save = useCallback(async (note?: string): Promise<boolean> => {
    while (working.current) await working.current;
    const now = held.current!;
    if (now.text === now.saved) return true;
    busy.current = true;
    setSaving(true);
    try {
      const answer = await api.post(`/api/projects/${latest.current.project.id}/policy`, { text: now.text, note: note ?? "", base: now.base });
      hold({ ...held.current!, saved: now.text, base: answer.version, past: [], future: [] });
      lastKey.current = { key: "", time: 0 };
      setFailure(null);
      await latest.current.reload();
      return true;
    } catch (error) {
      // Another window was quicker: the page then shows both.
      if (error instanceof api.ApiError && error.status === 409) await latest.current.reload();
      else setFailure(error);
      return false;
    } finally {
      busy.current = false;
      setSaving(false);
    }
  }, [hold]);

  const move = useCallback(async (version: number) => {
    try {
      await latest.current.movePolicy(version);
      setFailure(null);
    } catch (error) {
      setFailure(error);
    }
  }, []);

  const undo = async () => {
    while (working.current) await working.current;
    const now = held.current!;
    lastKey.current = { key: "", time: 0 };
    if (now.past.length > 0) {
      hold({ ...now, text: now.past[now.past.length - 1], past: now.past.slice(0, -1), future: [now.text, ...now.future] });
    } else if (now.text === now.saved && latest.current.project.policy.undo > 0) {
      await move(latest.current.project.policy.undo);
    }
  };
  const redo = async () => {
    while (working.current) await working.current;
    const now = held.current!;
    lastKey.current = { key: "", time: 0 };
    if (now.future.length > 0) {
      hold({ ...now, text: now.future[0], past: [...now.past, now.text], future: now.future.slice(1) });
    } else if (now.text === now.saved && latest.current.project.policy.redo > 0) {
      await move(latest.current.project.policy.redo);
    }
  };

  const tree = queue.current.reduce((so_far, one) => applied(so_far, one.edit), checked.tree);
  const problems = useMemo(() => placed(checked.problems, checked.text ?? ""), [checked.problems, checked.text]);
  const dirty = draft.text !== draft.saved;
  return {
    text: draft.text,
    saved: draft.saved,
    tree,
    readable: checked.readable,
    problems,
    warnings: checked.warnings,
    plan: checked.plan,
    checked: checked.text === draft.text,
    dirty,
    conflict: dirty && !busy.current && theirs.version !== draft.base && theirs.text !== draft.text,
    saving,
    failure,
    canUndo: draft.past.length > 0 || (!dirty && theirs.undo > 0),
    canRedo: draft.future.length > 0 || (!dirty && theirs.redo > 0),
    write: (next) => put(next, "typed"),
    replace: (next) => put(next, ""),
    edit,
    save,
    undo,
    redo,
    takeTheirs: () => hold(fresh(latest.current.project.policy)),
    keepMine: async () => {
      const policy = latest.current.project.policy;
      hold({ ...held.current!, saved: policy.text, base: policy.version });
      return save(words.protect.conflict.note);
    },
  };
}
