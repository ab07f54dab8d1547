// What is known about the release by attacking it: the last assessment (or what a protection
// measured), and attacks that were run by hand since the release was made.
import { useEffect, useState } from "preact/hooks";
import * as api from "../../api";
import type { Workspace } from "../../state";
import type { Json, Method } from "../../types";

// A finding as the report words it.
export interface Worded {
  title: string;
  html: string; // of its body, without the heading
  level: string; // "low", "medium", "high" or ""
}

export interface Finding {
  attack: Json;
  method: Method | undefined;
  finds: boolean; // people, in percent of those looked for
  worded: Worded | undefined;
  result: number;
  byHand: boolean;
}

export interface Source {
  id: number;
  byHand: boolean;
  whole: Json;
  measured: Json;
  worded: Worded[];
}

// Of several tables on a page each has its own name, and a corner of a table is no heading.
function tellApart(article: Element, title: string) {
  article.querySelectorAll(".scroll[aria-label]").forEach((one, i) => {
    const caption = one.querySelector("caption")?.textContent?.trim() || one.getAttribute("aria-label");
    one.setAttribute("aria-label", `${title}: ${caption} ${i + 1}`);
  });
  for (const one of article.querySelectorAll("th")) {
    if (!one.textContent?.trim()) one.replaceWith(article.ownerDocument.createElement("td"));
  }
}

// The articles of the part on risk. Their ids are made those of this result: several are shown.
function readWorded(html: string, result: number): Worded[] {
  const page = new DOMParser().parseFromString(html, "text/html");
  for (const name of ["id", "aria-labelledby", "aria-describedby"]) {
    for (const one of page.querySelectorAll(`[${name}]`)) {
      const ids = one.getAttribute(name)!.split(/\s+/);
      one.setAttribute(name, ids.map((id) => `r${result}-${id}`).join(" "));
    }
  }
  return [...page.querySelectorAll("article.finding")].map((article) => {
    const body = article.querySelector(".body");
    const heading = body?.querySelector("h3");
    const title = heading?.textContent?.trim() ?? "";
    tellApart(article, title);
    heading?.remove();
    const badge = article.querySelector(".badge");
    const level = ["low", "medium", "high"].find((one) => badge?.classList.contains(one)) ?? "";
    return { title, html: body?.innerHTML ?? "", level };
  });
}

export interface Measured {
  ready: boolean;
  main: Source | null;
  byHand: Source[];
  remade: boolean; // the release is newer than what was measured
}

export function useMeasured(workspace: Workspace): Measured {
  const { project } = workspace;
  const done = project.results.filter((one) => one.state === "done");
  const made = Math.max(0, ...done.filter((one) => one.operation === "protect" || one.operation === "apply").map((one) => one.id));
  const main = project.strip.after?.result ?? null;
  // Attacks by hand that still speak of this release: all that were done after it was made.
  const hand = done.filter((one) => one.operation === "attack" && one.id > made).map((one) => one.id);
  const [sources, setSources] = useState<Map<number, Source>>(new Map());
  const wanted = [...(main === null ? [] : [main]), ...hand];

  useEffect(() => {
    let live = true;
    for (const id of wanted) {
      if (sources.has(id)) continue;
      void Promise.all([api.result(project.id, id), api.parts(project.id, id).catch(() => ({ parts: [], text: "" }))]).then(
        ([whole, answer]) => {
          if (!live) return;
          const risk = answer.parts.find((one) => one.id === "risk");
          const source: Source = {
            id,
            byHand: id !== main,
            whole,
            measured: whole?.measured ?? whole,
            worded: risk ? readWorded(risk.html, id) : [],
          };
          setSources((known) => new Map(known).set(id, source));
        },
        () => undefined,
      );
    }
    return () => {
      live = false;
    };
  }, [project.id, wanted.join(",")]);

  return {
    ready: wanted.every((id) => sources.has(id)),
    main: main === null ? null : (sources.get(main) ?? null),
    byHand: hand.map((id) => sources.get(id)).filter((one): one is Source => !!one),
    remade: main !== null && made > main,
  };
}

// Assessments of graphs and vectors say in tables of their own what came of the attacks, and by name what
// each of them found.
function attacksOf(source: Source, workspace: Workspace): Json[] {
  const { methods, project } = workspace;
  if (source.measured?.attacks) return source.measured.attacks;
  return Object.entries(source.measured?.releases?.[0]?.found ?? {}).map(([name, value]) => {
    const method = methods.find((one) => one.name === name && one.data === project.kind && one.family === "attack");
    return { name, value, title: method?.title ?? name, unit: "percent" };
  });
}

export function findingsOf(sources: Source[], workspace: Workspace): Finding[] {
  const { methods, project } = workspace;
  return sources
    .flatMap((source) =>
      attacksOf(source, workspace).map((attack) => {
        const method = methods.find((one) => one.name === attack.name && one.data === project.kind && one.family === "attack");
        return {
          attack,
          method,
          finds: (method?.finds_people ?? false) && attack.unit === "percent",
          worded: source.worded.find((one) => one.title === attack.title),
          result: source.id,
          byHand: source.byHand,
        };
      }),
    )
    .sort((a, b) => (Number(b.attack.value) || 0) - (Number(a.attack.value) || 0));
}

export interface Worst {
  title: string;
  value: number;
  knows: string;
  columns: string[];
  lookedFor: number | null;
  interval: [number, number] | null;
  byHand: boolean;
  finding: Finding | undefined;
}

function intervalOf(json: Json): [number, number] | null {
  const pair = Array.isArray(json) ? json : json && typeof json === "object" ? [json.low ?? json.from, json.high ?? json.to] : [];
  const [low, high] = pair.map(Number);
  return pair.length === 2 && Number.isFinite(low) && Number.isFinite(high) && low !== high ? [low, high] : null;
}

// The worst of all that is known about this release, also by an attack that was run by hand: what
// stands in large letters is never less than what somebody found.
export function worstOf(main: Source | null, byHand: Source[], findings: Finding[]): Worst | null {
  // Without a worst case of the whole, one attack by hand is not the worst.
  if (typeof main?.measured?.worst?.value !== "number") return null;
  const candidates: Worst[] = [];
  for (const source of [main, ...byHand]) {
    const worst = source.measured?.worst;
    if (typeof worst?.value !== "number") continue;
    const finding = findings.find((one) => one.result === source.id && one.attack.title === worst.title);
    candidates.push({
      title: worst.title ?? worst.name,
      value: worst.value,
      knows: worst.knows || finding?.attack.knows || "",
      columns: worst.columns ?? finding?.attack.columns ?? [],
      lookedFor: worst.looked_for ?? finding?.attack.details?.records ?? source.measured?.documents ?? source.measured?.original?.documents ?? source.measured?.original?.nodes ?? null,
      interval: intervalOf(worst.interval),
      byHand: source.byHand,
      finding,
    });
  }
  return candidates.reduce<Worst | null>((most, one) => (most === null || one.value > most.value ? one : most), null);
}
