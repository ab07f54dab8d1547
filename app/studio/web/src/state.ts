// The open project, kept true by the server's events: whatever another window or a job changes is
// seen here.
import { createContext } from "preact";
import { useCallback, useContext, useEffect, useRef, useState } from "preact/hooks";
import * as api from "./api";
import type { Job, Json, Method, Project } from "./types";

export interface Workspace {
  project: Project;
  jobs: Job[]; // those that wait or run, and those that ended while this page is open
  partials: Record<string, Json[]>; // parts of answers by job
  online: boolean;
  reviewed: number; // how often a review of documents changed, here or in another window
  methods: Method[];
  reload: () => Promise<void>;
  start: (operation: string, options?: Record<string, Json>, seed?: number | null) => Promise<Job>;
  // Saves a new version of the policy; an error is thrown.
  savePolicy: (text: string, note?: string) => Promise<void>;
  movePolicy: (version: number) => Promise<void>;
}

export const WorkspaceContext = createContext<Workspace>(null as unknown as Workspace);
export const useWorkspace = () => useContext(WorkspaceContext);

let methodsOnce: Promise<Method[]> | null = null;
export const allMethods = (): Promise<Method[]> =>
  (methodsOnce ??= api.get("/api/methods").then((answer) => answer.methods));

export function useProject(id: string | null): { workspace: Workspace | null; failure: string } {
  const [project, setProject] = useState<Project | null>(null);
  const [jobs, setJobs] = useState<Job[]>([]);
  const [partials, setPartials] = useState<Record<string, Json[]>>({});
  const [online, setOnline] = useState(true);
  const [reviewed, setReviewed] = useState(0);
  const [failure, setFailure] = useState("");
  const [methods, setMethods] = useState<Method[]>([]);
  const current = useRef(id);
  current.current = id;
  const held = useRef(jobs);
  held.current = jobs;

  const reload = useCallback(async () => {
    if (!id) return;
    try {
      const answer = await api.project(id);
      if (current.current !== id) return;
      setProject(answer);
      setFailure("");
      setJobs((known) => mergeJobs(known, answer.jobs));
      // The end of a job may have come before this page listened: it is asked for.
      for (const lost of held.current.filter((one) => !over(one) && !answer.jobs.some((job) => job.id === one.id))) {
        void api.get(`/api/jobs/${lost.id}`).then((job) => setJobs((known) => mergeJobs(known, [job])), () => undefined);
      }
    } catch (error) {
      if (current.current === id) setFailure((error as Error).message);
    }
  }, [id]);

  useEffect(() => {
    setProject(null);
    setJobs([]);
    setPartials({});
    setFailure("");
    if (!id) return;
    void reload();
    void allMethods().then(setMethods);
    return api.listen(id, {
      project: () => void reload(),
      job: (job) => setJobs((known) => mergeJobs(known, [job])),
      partial: (part) =>
        setPartials((known) => ({ ...known, [part.job]: [...(known[part.job] ?? []), part] })),
      review: () => setReviewed((known) => known + 1),
      state: setOnline,
    });
  }, [id, reload]);

  if (!id || !project || project.id !== id) return { workspace: null, failure };
  const base = project.policy.version;
  return {
    failure,
    workspace: {
      project,
      jobs,
      partials,
      online,
      reviewed,
      methods,
      reload,
      start: async (operation, options, seed) => {
        const job = await api.start(id, operation, options, seed);
        setJobs((known) => mergeJobs(known, [job]));
        return job;
      },
      savePolicy: async (text, note) => {
        await api.post(`/api/projects/${id}/policy`, { text, note: note ?? "", base });
        await reload();
      },
      movePolicy: async (version) => {
        await api.post(`/api/projects/${id}/policy/move`, { to: version });
        await reload();
      },
    },
  };
}

const over = (job: Job) => job.state !== "waiting" && job.state !== "running";

// News of a job that ended stay; an older word about it does not bring it back to life.
function mergeJobs(known: Job[], news: Job[]): Job[] {
  const merged = [...known];
  for (const job of news) {
    const at = merged.findIndex((one) => one.id === job.id);
    if (at < 0) merged.push(job);
    else if (!over(merged[at]) || over(job)) merged[at] = job;
  }
  return merged;
}

// The last result of an operation (and kind) that was done, and the result itself.
export function useResult(workspace: Workspace, operations: string[], kinds?: string[]): { id: number | null; result: Json } {
  const entry = [...workspace.project.results]
    .reverse()
    .find((one) => one.state === "done" && operations.includes(one.operation) && (!kinds || kinds.includes(one.kind)));
  return useResultById(workspace, entry?.id ?? null);
}

export function useResultById(workspace: Workspace, id: number | null): { id: number | null; result: Json } {
  const [held, setHeld] = useState<{ id: number | null; result: Json }>({ id: null, result: null });
  const project = workspace.project.id;
  useEffect(() => {
    let live = true;
    if (id === null) setHeld({ id: null, result: null });
    else void api.result(project, id).then((result) => live && setHeld({ id, result }), () => undefined);
    return () => {
      live = false;
    };
  }, [project, id]);
  return held;
}
