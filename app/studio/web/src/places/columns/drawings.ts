// Distributions of the columns in sight, asked for together.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import * as api from "../../api";
import type { Json } from "../../types";

export interface Drawn {
  svg: string; // the engine's drawing
  spark: string; // the same as a mere shape
  distribution: Json;
}

const kAtOnce = 12;

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
          for (const one of answer.columns) {
            if (one.drawing) news[one.name] = { svg: one.drawing, spark: one.spark, distribution: one.distribution };
          }
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
    [flush, key], // another way of reading: rows that are in sight ask again
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
