// The review as the server keeps it: what was found in which document, and what was decided. Every
// decision is on the server's disk before the next; another window's are seen.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import * as api from "../../api";
import type { Workspace } from "../../state";

export type Decision = "accept" | "reject" | "undecided";

export interface Mention {
  index: number; // among all mentions of the review
  category: string;
  number: number; // 0: none
  source: string;
  score: number;
  decision: Decision;
  same?: number; // mentions of these words in all documents
}

export interface Segment {
  text: string;
  entity?: Mention;
}

export interface Block {
  index: number;
  score: number;
  decision: Decision;
  text: string;
  terms: string[];
}

export interface ReviewedDocument {
  index: number;
  name: string;
  of?: number; // mentions in the whole review
  segments: Segment[];
  blocks: Block[];
}

export interface DocumentEntry {
  index: number;
  name: string;
  size: number;
  entities: number;
  undecided: number;
  blocks: number;
  undecided_blocks?: number;
  categories?: Record<string, number>;
}

export interface Category {
  name: string;
  text: string;
  treatment?: string;
  becomes?: string; // what is left of a mention, in words
  keeps?: boolean; // the text stays
  count: number;
}

export interface Summary {
  documents: DocumentEntry[];
  categories: Category[];
  undecided: { entities: number; blocks: number };
  total: { entities: number; blocks: number };
}

export interface Request {
  entities?: number[];
  like?: { entity: number; same: "text" | "category" };
  blocks?: number[];
  decision?: Decision;
  category?: string;
  of?: number;
}

export interface Changed {
  changed: number;
  undecided: { entities: number; blocks: number };
  before?: Request[];
}

export const open = (entry: DocumentEntry, summary: Summary) =>
  entry.undecided + (entry.undecided_blocks ?? (summary.undecided.blocks > 0 ? entry.blocks : 0));

// The first document from `from` on, round about, in which something is undecided.
export function firstOpen(summary: Summary, from = 0): number | null {
  const count = summary.documents.length;
  for (let i = 0; i < count; ++i) {
    const entry = summary.documents[(from + i) % count];
    if (open(entry, summary) > 0) return entry.index;
  }
  return null;
}

const kOwnNews = 5000; // milliseconds in which an event is taken for the echo of an own decision

// Tells changes by others from the echo of what this page did.
export function useForeignChanges(workspace: Workspace, changed: () => void): { mine: () => void } {
  const own = useRef<number[]>([]);
  const first = useRef(workspace.reviewed);
  const call = useRef(changed);
  call.current = changed;
  useEffect(() => {
    if (workspace.reviewed === first.current) return;
    first.current = workspace.reviewed;
    own.current = own.current.filter((time) => Date.now() - time < kOwnNews);
    if (own.current.shift() === undefined) call.current();
  }, [workspace.reviewed]);
  return { mine: () => void own.current.push(Date.now()) };
}

export interface ReviewState {
  summary: Summary | null;
  missing: boolean; // nobody has looked for mentions yet
  failure: unknown;
  reload: () => Promise<void>;
}

export function useSummary(workspace: Workspace): ReviewState {
  const id = workspace.project.id;
  const made = workspace.project.results.filter((one) => one.operation === "review" && one.state === "done");
  const last = made.length > 0 ? made[made.length - 1].id : 0;
  const [state, setState] = useState<Omit<ReviewState, "reload">>({ summary: null, missing: false, failure: null });
  const reload = useCallback(async () => {
    // Without a run that made one there is none.
    if (last === 0) return setState({ summary: null, missing: true, failure: null });
    try {
      setState({ summary: await api.get(`/api/projects/${id}/review`), missing: false, failure: null });
    } catch (error) {
      setState({ summary: null, missing: false, failure: error });
    }
  }, [id, last]);
  useEffect(() => void reload(), [reload, workspace.reviewed]);
  return { ...state, reload };
}

export const decide = (project: string, request: Request): Promise<Changed> =>
  api.post(`/api/projects/${project}/review/decide`, request);

// Words to stand at in the reader, found by the search. Not in the address: it would be kept.
export interface Sought {
  document: number;
  words: string;
  snippet: string;
}
let sought: Sought | null = null;
export const seek = (wanted: Sought) => {
  sought = wanted;
};
export function takeSought(document: number): Sought | null {
  const found = sought && sought.document === document ? sought : null;
  sought = null;
  return found;
}

// Which of the eight colours of drawings a category has; the same in every document.
const kColours: Record<string, number> = {
  person: 1, organisation: 2, country: 4, place: 4, location: 4, address: 4, postcode: 4, email: 3, url: 3, ip: 3, phone: 3,
  date: 6, time: 6, age: 6, money: 7, quantity: 7, account: 7, iban: 7, "credit-card": 7, "national-id": 5, vehicle: 5, code: 5,
  title: 8, demographic: 8,
};
export const colourOf = (category: string) => kColours[category] ?? 8;
