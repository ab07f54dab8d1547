// What the server answers, as the pages use it.
export type Kind = "table" | "documents" | "vectors" | "graph";
export type Json = any; // results of the engine: their members are read with care where they are used

export interface Problem {
  message: string;
  text: string;
  line?: number;
  column?: number;
  parameter?: string;
}

export interface Job {
  id: string;
  operation: string;
  title: string;
  state: "waiting" | "running" | "done" | "failed" | "stopped";
  task: string;
  done: number;
  total: number;
  seconds: number;
  left?: number;
  lines: string[];
  result?: { id: number; kind: string };
  error?: { kind: string; message: string; problems: Problem[] };
}

export interface ResultEntry {
  id: number;
  operation: string;
  kind: string;
  time: string;
  seconds: number;
  state: "done" | "failed" | "stopped";
  policy_version: number;
  options: Record<string, Json>;
  seed: number | null;
  headline: string;
  failure: string;
  lines: string[];
  whole?: boolean; // of an assessment: of all that the intruder knows, and against what the policy asks
  command?: string;
  python?: string;
}

export interface Side {
  found: number | null;
  smallest: number | null;
  unique_share: number | null;
  loss: number | null;
  attack?: string | null;
  bound?: number | null;
  verdict?: boolean | null;
  result?: number;
  policy_version?: number;
  stale?: boolean;
}

export interface Project {
  id: string;
  name: string;
  folder: string;
  revision: number;
  kind: Kind;
  data: { files: { path: string; size?: number; missing?: boolean }[]; missing: boolean };
  policy: {
    version: number;
    text: string;
    undo: number;
    redo: number;
    versions: { version: number; parent: number; time: string; note: string }[];
  };
  results: ResultEntry[];
  notes: { time: string; name: string; text: string }[];
  status: { state: string; by: string; time: string; policy_version: number; reason: string; changes: string[] };
  release: null | {
    file: string;
    record_file: string;
    private_log: string;
    folder: boolean;
    digest: string;
    record: Json;
  };
  strip: { before: Side | null; after: Side | null };
  clipboard: Json[];
  choices: Record<string, Json>;
  jobs: Job[];
}

export interface Parameter {
  name: string;
  type: string; // "integer", "number", "text", "true or false", "choice", "list of ...", "table ..."
  text: string;
  default: Json;
  required: boolean;
  least?: number;
  most?: number;
  allowed?: string;
  choices?: string[];
}

export interface Method {
  name: string;
  family: "mask" | "attack" | "loss";
  data: Kind;
  title: string;
  summary: string;
  description: string;
  in_words: string;
  knows: string;
  finds_people: boolean;
  kinds: string[];
  parameters: Parameter[];
  properties: string[];
  cites: string[];
  example: Record<string, Json>;
}

export interface Operation {
  name: string;
  data?: Kind;
  command: string[];
  summary: string;
  options: Parameter[];
  examples: string[];
}
