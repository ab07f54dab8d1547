// Asking the server. Whatever names a file, a column or a value goes in a body, never in an address.
import type { Job, Json, Problem, Project } from "./types";

export class ApiError extends Error {
  constructor(
    public status: number,
    public kind: string,
    message: string,
    public problems: Problem[],
  ) {
    super(message);
  }
}

async function answer(response: Response): Promise<Json> {
  const text = await response.text();
  let body: Json = null;
  try {
    body = text ? JSON.parse(text) : null;
  } catch {
    // not JSON: said below
  }
  if (response.ok) return body;
  const error = body?.error ?? {};
  throw new ApiError(
    response.status,
    error.kind ?? "io",
    error.message ?? `The server answered ${response.status}.`,
    error.problems ?? [],
  );
}

async function ask(path: string, init?: RequestInit): Promise<Json> {
  try {
    return await answer(await fetch(path, { credentials: "same-origin", ...init }));
  } catch (error) {
    if (error instanceof ApiError || (error as Error).name === "AbortError") throw error;
    throw new ApiError(0, "io", "The studio does not answer: it was ended, or this machine sleeps.", []);
  }
}

export const get = (path: string, signal?: AbortSignal) => ask(path, { signal });
export const post = (path: string, body: Json = {}, signal?: AbortSignal) =>
  ask(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });

export const project = (id: string): Promise<Project> => get(`/api/projects/${id}`);
export const result = (id: string, n: number): Promise<Json> => get(`/api/projects/${id}/results/${n}`);
export const parts = (id: string, n: number): Promise<{ parts: { id: string; title: string; html: string }[]; text: string }> =>
  get(`/api/projects/${id}/results/${n}/parts`);
export const draw = async (what: string, data: Json, more: Json = {}): Promise<string> =>
  (await post(`/api/draw/${what}`, { data, ...more })).svg;

// Starts an operation for a project; the project fills in its data, policy and places.
export const start = (
  id: string,
  operation: string,
  options: Record<string, Json> = {},
  seed?: number | null,
): Promise<Job> => post(`/api/projects/${id}/jobs`, { operation, options, seed: seed ?? null });
export const stop = (job: string) => post(`/api/jobs/${job}/stop`);

export interface Listener {
  project?: (data: { revision: number }) => void;
  job?: (job: Job) => void;
  partial?: (part: Json) => void;
  review?: () => void; // somebody decided about mentions of documents
  state?: (open: boolean) => void;
}

// Events of a project; ends with what it returns.
export function listen(id: string, listener: Listener): () => void {
  const source = new EventSource(`/api/projects/${id}/events`);
  source.addEventListener("open", () => listener.state?.(true));
  source.addEventListener("error", () => listener.state?.(false));
  source.addEventListener("project", (e) => listener.project?.(JSON.parse((e as MessageEvent).data)));
  source.addEventListener("job", (e) => listener.job?.(JSON.parse((e as MessageEvent).data)));
  source.addEventListener("partial", (e) => listener.partial?.(JSON.parse((e as MessageEvent).data)));
  source.addEventListener("review", () => listener.review?.());
  return () => source.close();
}
