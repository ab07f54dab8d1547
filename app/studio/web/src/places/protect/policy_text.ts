// A policy as text and as a tree: which card a line belongs to, edits before the server has made
// them, and what two versions differ in.
import type { Json, Problem } from "../../types";

export type Tree = Record<string, Json>;

// As POST .../policy/edit takes it.
export interface PolicyEdit {
  set?: Record<string, Record<string, Json>>; // "" are the keys above all sections; null takes one out
  arrays?: Record<string, Json[]>;
}

export interface Place {
  card: string; // "step:0", "verdict"; "" is above all sections
  key: string;
}

const kItem = /^\s*\[\[\s*([\w-]+)\s*\]\]/;
const kSection = /^\s*\[\s*"?([\w-]+)"?\s*[\].]/;
const kKey = /^\s*(?:"([^"]*)"|'([^']*)'|([\w-]+))\s*[=.]/;

// Brackets that a line leaves open: inside a list that spans lines no section begins.
function opened(line: string): number {
  const bare = line.replace(/"(?:[^"\\]|\\.)*"|'[^']*'/g, "").replace(/#.*$/, "");
  return (bare.match(/[[{]/g)?.length ?? 0) - (bare.match(/[\]}]/g)?.length ?? 0);
}

// The place of each line of a policy.
export function placesOf(text: string): Place[] {
  const items: Record<string, number> = {};
  let card = "";
  let key = "";
  let depth = 0;
  return text.split("\n").map((line) => {
    if (depth <= 0) {
      const item = line.match(kItem);
      const section = item ? null : line.match(kSection);
      if (item) {
        items[item[1]] = (items[item[1]] ?? -1) + 1;
        card = `${item[1]}:${items[item[1]]}`;
        key = "";
      } else if (section && !(section[1] in items)) {
        card = section[1];
        key = "";
      } else {
        const found = line.match(kKey);
        if (found) key = found[1] ?? found[2] ?? found[3];
      }
    }
    depth = Math.max(0, depth + opened(line));
    return { card, key };
  });
}

export interface PlacedProblem extends Problem {
  card: string | null; // null: of no line
  key: string;
}

export function placed(problems: Problem[], text: string): PlacedProblem[] {
  const places = placesOf(text);
  return problems.map((one) => {
    const at = one.line ? places[one.line - 1] : undefined;
    return { ...one, card: at?.card ?? null, key: at?.key || one.parameter || "" };
  });
}

// The tree after an edit: what the cards show until the server has answered.
export function applied(tree: Tree, edit: PolicyEdit): Tree {
  const next: Tree = { ...tree };
  for (const [section, keys] of Object.entries(edit.set ?? {})) {
    const target: Tree = section === "" ? next : { ...(next[section] ?? {}) };
    for (const [key, value] of Object.entries(keys)) {
      if (value === null) delete target[key];
      else target[key] = value;
    }
    if (section === "") continue;
    if (Object.keys(target).length > 0) next[section] = target;
    else delete next[section];
  }
  for (const [name, list] of Object.entries(edit.arrays ?? {})) {
    if (list.length > 0) next[name] = list;
    else delete next[name];
  }
  return next;
}

export interface DiffLine {
  kind: "same" | "gone" | "new";
  text: string;
}

// The lines of two texts, by their longest common subsequence; policies are short.
export function lineDiff(before: string, after: string): DiffLine[] {
  const a = before.replace(/\n$/, "").split("\n");
  const b = after.replace(/\n$/, "").split("\n");
  const width = b.length + 1;
  const longest = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      longest[i * width + j] =
        a[i] === b[j]
          ? longest[(i + 1) * width + j + 1] + 1
          : Math.max(longest[(i + 1) * width + j], longest[i * width + j + 1]);
    }
  }
  const lines: DiffLine[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push({ kind: "same", text: a[i] });
      i += 1;
      j += 1;
    } else if (j >= b.length || (i < a.length && longest[(i + 1) * width + j] >= longest[i * width + j + 1])) {
      lines.push({ kind: "gone", text: a[i] });
      i += 1;
    } else {
      lines.push({ kind: "new", text: b[j] });
      j += 1;
    }
  }
  return lines;
}
