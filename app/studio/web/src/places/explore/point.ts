// One protection that was tried: its steps, whether it meets what was asked, and what is kept of it.
import * as api from "../../api";
import type { Workspace } from "../../state";
import { fill, text } from "../../text";
import type { Json, Method, Project, ResultEntry } from "../../types";

export interface Step {
  method: string;
  columns?: string[];
  parameters: Record<string, Json>;
}

// What lies on the clipboard: enough to show, to compare and to take it, whatever runs later.
export interface Kept {
  kind: "point";
  key: string; // result and point
  result: number;
  operation: string;
  policy_version: number;
  columns: string[]; // that were masked, where the steps do not say it
  point: Json;
  meets: boolean | null;
  limit: string;
  beaten: "no" | "yes" | "first"; // first: only by what met a first attack only
}

const kUsualLimit = 10; // percent, as the engine recommends where no limit was asked

export const isUsable = (point: Json) => typeof point.risk === "number" && typeof point.loss === "number";

// Null: not known, for it was tried on a sample, by a first attack only, or not at all.
export function meets(point: Json, entry: ResultEntry): boolean | null {
  if (!isUsable(point)) return null;
  if (typeof point.acceptable === "boolean") {
    return point.acceptable && point.judged === false ? null : point.acceptable;
  }
  const asked = entry.options.max_risk;
  const figure = typeof asked === "number" ? point.risk : Math.max(point.risk, point.worst?.value ?? 0);
  const good = figure <= (typeof asked === "number" ? asked : kUsualLimit);
  return good && point.left_out ? null : good;
}

export function limitWords(entry: ResultEntry, result: Json): string {
  const limits = result.constraints;
  if (limits) {
    return [
      fill(text.explore.limitRisk, limits.max_risk),
      limits.k > 1 ? fill(text.explore.limitK, limits.k) : "",
      limits.l ? fill(text.explore.limitL, limits.l) : "",
      limits.t !== undefined && limits.t !== null ? fill(text.explore.limitT, limits.t) : "",
      limits.exact?.length ? fill(text.explore.limitExact, limits.exact.join(", ")) : "",
    ]
      .filter(Boolean)
      .join("; ");
  }
  const asked = entry.options.max_risk;
  return typeof asked === "number" ? fill(text.explore.limitRisk, asked) : fill(text.explore.limitUsual, kUsualLimit);
}

export const stepsOf = (point: Json, columns: string[]): Step[] =>
  point.steps
    ? point.steps.map((one: Json) => ({ method: one.method, columns: one.columns, parameters: one.parameters ?? {} }))
    : [{ method: point.method, columns: columns.length ? columns : undefined, parameters: point.parameters ?? {} }];

// A method as the catalogue of this kind of data has it; "table:mdav" is of another kind.
export function methodOf(methods: Method[], name: string, kind: string): Method | undefined {
  const [first, second] = name.split(":");
  const [data, plain] = second ? [first, second] : [kind, name];
  return methods.find((one) => one.family === "mask" && one.name === plain && one.data === data);
}

const isEmpty = (value: Json) =>
  value === null || value === undefined || value === "" || (typeof value === "object" && Object.keys(value).length === 0);

const written = (value: Json): Json => {
  if (Array.isArray(value)) return `[${value.map(written).join(", ")}]`;
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
};

// The lines of a step as a policy writes them, for showing.
export function stepLines(step: Step): string[] {
  const lines = [`method = ${step.method}`];
  if (step.columns) lines.push(`columns = ${written(step.columns)}`);
  for (const [name, value] of Object.entries(step.parameters)) {
    if (!isEmpty(value)) lines.push(`${name} = ${written(value)}`);
  }
  return lines;
}

function beatenBy(point: Json, points: Json[]): Kept["beaten"] {
  if (point.pareto || !isUsable(point)) return "no";
  const better = (one: Json) =>
    isUsable(one) && one.risk <= point.risk && one.loss <= point.loss && (one.risk < point.risk || one.loss < point.loss);
  return points.some((one) => better(one) && one.judged !== false) ? "yes" : points.some(better) ? "first" : "yes";
}

export function keptOf(entry: ResultEntry, result: Json, point: Json): Kept {
  const { parts: _, seconds: __, ...rest } = point;
  return {
    kind: "point",
    key: `${entry.id}/${point.id}`,
    result: entry.id,
    operation: entry.operation,
    policy_version: entry.policy_version,
    columns: result.columns ?? [],
    point: rest,
    meets: meets(point, entry),
    limit: limitWords(entry, result),
    beaten: beatenBy(point, result.points),
  };
}

// What others keep there stays.
export const keptPoints = (project: Project): Kept[] => project.clipboard.filter((one) => one?.kind === "point");
export async function keepPoints(workspace: Workspace, points: Kept[]): Promise<void> {
  const others = workspace.project.clipboard.filter((one) => one?.kind !== "point");
  await api.post(`/api/projects/${workspace.project.id}/keep`, { clipboard: [...others, ...points] });
  await workspace.reload();
}

const edit = (project: Project, from: string, change: Json): Promise<{ text: string; tree: Json }> =>
  api.post(`/api/projects/${project.id}/policy/edit`, { text: from, edit: change });
const check = (project: Project, of: string): Promise<Json> => api.post(`/api/projects/${project.id}/check`, { text: of });

const stepTable = (step: Step): Json => {
  const table: Json = { method: step.method };
  if (step.columns?.length) table.columns = step.columns;
  for (const [name, value] of Object.entries(step.parameters)) if (!isEmpty(value)) table[name] = value;
  return table;
};

// Columns of an exploration that the method can mask, and their kinds as the policy has them.
async function columnsFor(project: Project, plan: Json, method: Method | undefined, columns: string[]): Promise<string[]> {
  if (!method) return columns;
  const known: Json[] = plan?.columns ?? (await api.post(`/api/projects/${project.id}/columns`, { drawings: [] })).columns;
  const kinds = new Map(known.map((one) => [one.name, one.kind]));
  return columns.filter((name) => !kinds.has(name) || method.kinds.includes(kinds.get(name)));
}

async function tablePolicy(workspace: Workspace, kept: Kept): Promise<string> {
  const { project, methods } = workspace;
  const now = await check(project, project.policy.text);
  let steps = stepsOf(kept.point, kept.columns);
  if (!kept.point.steps) {
    const method = methodOf(methods, kept.point.method, "table");
    steps = [{ ...steps[0], columns: await columnsFor(project, now.plan, method, kept.columns) }];
  }
  // What is done with free text is no part of what was tried, and stays.
  const ofText = (now.tree?.step ?? []).filter((one: Json) => {
    const method = methodOf(methods, one.method, "table");
    return method && method.kinds.length === 1 && method.kinds[0] === "text";
  });
  const made = await edit(project, project.policy.text, { arrays: { step: [...steps.map(stepTable), ...ofText] } });
  if (made.tree.columns) return made.text;
  // The roles that were guessed become part of the policy, as in those that the engine writes.
  const plan = (await check(project, made.text)).plan;
  if (!plan) return made.text;
  const columns = Object.fromEntries(plan.columns.map((one: Json) => [one.name, { role: one.role, kind: one.kind }]));
  return (await edit(project, made.text, { set: { columns } })).text;
}

// Documents have a treatment for each category; the engine says which can be treated so.
async function documentPolicy(workspace: Workspace, kept: Kept): Promise<string> {
  const { project } = workspace;
  const asked = await api.post(`/api/projects/${project.id}/policy/of-point`, { steps: stepsOf(kept.point, []) });
  const old = (await check(project, project.policy.text)).tree ?? {};
  const gone = Object.fromEntries(Object.keys(old.categories ?? {}).map((name) => [name, null]));
  const { categories, ...top } = asked.tree;
  if (old.setting !== undefined && top.setting === undefined) top.setting = null;
  const set: Json = { "": top };
  if (Object.keys(gone).length || categories) set.categories = { ...gone, ...(categories ?? {}) };
  return (await edit(project, project.policy.text, { set })).text;
}

// The project's policy with the steps of a point in place of its own; all else in it stays.
export async function policyWith(workspace: Workspace, kept: Kept): Promise<string> {
  const { project } = workspace;
  if (project.kind === "table") return tablePolicy(workspace, kept);
  if (project.kind === "documents") return documentPolicy(workspace, kept);
  const steps = stepsOf(kept.point, []).map(stepTable);
  const set = { "": { data: project.kind } };
  return (await edit(project, project.policy.text, { set, arrays: { step: steps } })).text;
}

export const problemsOf = async (project: Project, policy: string): Promise<Json[]> => (await check(project, policy)).problems;
