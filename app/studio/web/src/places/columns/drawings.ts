// Distributions of the columns in sight, asked for together.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import * as api from "../../api";
import type { Json } from "../../types";

export interface Drawn {
  svg: string; // the engine's drawing, of one side
  distribution: Json;
}

const kAtOnce = 12;

// The engine draws pairs; here nothing was protected yet, so its words about an after go. Ids are
// those of one drawing: a page has many.
function ofOneSide(svg: string, id: string): string {
  return svg
    .replace(/\bcolumn-\d+-([td])\b/g, `${id}-$1`)
    .replace(/(<title[^>]*>[^<]*): ([^<:]+) before, [^<]+ after<\/title>/g, "$1: $2</title>")
    .replace(/, before and after<\/title>/, "</title>")
    .replace(/: an outline[^<]*<\/desc>/, ".</desc>")
    .replace(/Pairs of bars/, "Bars");
}

// Only the shape: without axes and names, as wide as its place.
export function smallDrawing(drawn: Drawn): string {
  const [, width, height] = drawn.svg.match(/viewBox="0 0 (\d+) (\d+)"/) ?? [];
  if (!width) return "";
  const numeric = drawn.distribution?.kind === "numeric";
  const frame = numeric ? "40 4 312 142" : `118 4 200 ${Math.min(Number(height) - 8, 6 * 27)}`;
  return drawn.svg
    .replace(/viewBox="[^"]*"/, `viewBox="${frame}" preserveAspectRatio="none"`)
    .replace(/ role="img" aria-labelledby="[^"]*"/, "")
    .replace(/ id="[^"]*"/g, "")
    .replace(/<(title|desc)[^>]*>[^<]*<\/(title|desc)>/g, "");
}

export function useDrawings(project: string, key: string) {
  const [drawn, setDrawn] = useState<Record<string, Drawn>>({});
  const asked = useRef(new Set<string>());
  const waiting = useRef<string[]>([]);
  const timer = useRef(0);
  const generation = useRef(0);

  useEffect(() => {
    generation.current += 1;
    asked.current = new Set();
    waiting.current = [];
    setDrawn({});
    return () => {
      generation.current += 1;
      clearTimeout(timer.current);
    };
  }, [project, key]);

  const flush = useCallback(() => {
    const names = waiting.current.splice(0, kAtOnce);
    if (names.length === 0) return;
    const now = generation.current;
    void api
      .post(`/api/projects/${project}/columns`, { drawings: names })
      .then(
        (answer) => {
          if (generation.current !== now) return;
          const news: Record<string, Drawn> = {};
          answer.columns.forEach((one: Json, at: number) => {
            if (one.drawing) news[one.name] = { svg: ofOneSide(one.drawing, `drawn-${at}`), distribution: one.distribution };
          });
          setDrawn((known) => ({ ...known, ...news }));
        },
        () => names.forEach((one) => asked.current.delete(one)),
      )
      .then(() => generation.current === now && flush());
  }, [project]);

  const want = useCallback(
    (name: string) => {
      if (asked.current.has(name)) return;
      asked.current.add(name);
      waiting.current.push(name);
      clearTimeout(timer.current);
      timer.current = window.setTimeout(flush, 100);
    },
    [flush],
  );
  return { drawn, want };
}

// Calls once the element is in sight.
export function useInSight(seen: () => void) {
  const element = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((one) => one.isIntersecting)) return;
      observer.disconnect();
      seen();
    }, { rootMargin: "200px" });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [seen]);
  return element;
}

// All values of a column of few: by windows of rows, until all were met.
export async function valuesOf(project: string, column: string, distinct: number): Promise<{ values: string[]; all: boolean }> {
  const values = new Set<string>();
  let total = 1;
  for (let from = 0, asked = 0; from < total && values.size < distinct && asked < 60; from += 1000, ++asked) {
    const answer = await api.post(`/api/projects/${project}/rows`, { table: "data", from, count: 1000, columns: [column] });
    total = answer.total;
    for (const [cell] of answer.rows) if (cell !== null) values.add(cell);
  }
  const sorted = [...values].sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
  return { values: sorted, all: values.size >= distinct };
}
