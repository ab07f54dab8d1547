// Questions that are only asked, not kept: an operation that is no part of the project's history,
// so that it moves no figure that is signed and leaves no row number behind.
import { useEffect, useRef, useState } from "preact/hooks";
import * as api from "../api";
import type { Job, Json, Operation } from "../types";

let operationsOnce: Promise<Operation[]> | null = null;

// All operations of the engine; empty until they are known.
export function useOperations(): Operation[] {
  const [operations, setOperations] = useState<Operation[]>([]);
  useEffect(() => {
    let live = true;
    operationsOnce ??= api.get("/api/operations").then((answer) => answer.operations);
    operationsOnce.then(
      (all) => live && setOperations(all),
      () => (operationsOnce = null),
    );
    return () => {
      live = false;
    };
  }, []);
  return operations;
}

export const findOperation = (all: Operation[], name: string, data: string): Operation | undefined =>
  all.find((one) => one.name === name && (!one.data || one.data === data));
export const takes = (operation: Operation | undefined, option: string): boolean =>
  operation?.options.some((one) => one.name === option) ?? false;

export interface Aside {
  job: Job | null; // while it runs, or when it failed
  result: Json;
  error: unknown;
  run: (data: string, operation: string, options: Record<string, Json>) => Promise<void>;
  clear: () => void;
}

const kSoon = 250; // milliseconds until the first look
const kLate = 1500;

export function useAside(): Aside {
  const [job, setJob] = useState<Job | null>(null);
  const [result, setResult] = useState<Json>(null);
  const [error, setError] = useState<unknown>(null);
  const turn = useRef(0);
  const running = useRef<string | null>(null);
  const end = () => {
    turn.current += 1;
    if (running.current) void api.stop(running.current).catch(() => undefined);
    running.current = null;
  };
  useEffect(() => end, []);

  const run = async (data: string, operation: string, options: Record<string, Json>) => {
    end();
    const mine = turn.current;
    setError(null);
    try {
      let now: Job = await api.post(`/api/operations/${data}/${operation}`, options);
      if (turn.current !== mine) return void api.stop(now.id).catch(() => undefined);
      running.current = now.id;
      for (let wait = kSoon; now.state === "waiting" || now.state === "running"; wait = Math.min(kLate, wait * 1.4)) {
        setJob(now);
        await new Promise((done) => setTimeout(done, wait));
        if (turn.current !== mine) return;
        now = await api.get(`/api/jobs/${now.id}`);
        if (turn.current !== mine) return;
      }
      running.current = null;
      setJob(now.state === "done" ? null : now);
      setResult(now.state === "done" ? (now.result as Json) : null); // an older answer is none to this question
    } catch (failed) {
      if (turn.current === mine) {
        setJob(null);
        setResult(null);
        setError(failed);
      }
    }
  };
  const clear = () => {
    end();
    setJob(null);
    setResult(null);
    setError(null);
  };
  return { job, result, error, run, clear };
}
