// While it runs: the map grows, at most once a second; the last words of the engine stand below.
import { useEffect, useRef, useState } from "preact/hooks";
import { Problems } from "../../parts/basic";
import { Drawing } from "../../parts/drawing";
import { isActive, jobOf } from "../../parts/jobs";
import { useWorkspace } from "../../state";
import { fill, text } from "../../text";
import type { Json } from "../../types";
import { isUsable } from "./point";

const words = text.explore;

// The value, but not more often than every second.
function useCalm<T>(value: T): T {
  const [calm, setCalm] = useState(value);
  const newest = useRef(value);
  const waits = useRef(false);
  newest.current = value;
  useEffect(() => {
    if (waits.current) return;
    waits.current = true;
    setCalm(newest.current);
    setTimeout(() => {
      waits.current = false;
      setCalm(newest.current);
    }, 1000);
  }, [value]);
  return calm;
}

// A point that was tried on a sample and then on all counts once, by its last figures.
export function livePoints(parts: Json[]): Json[] {
  const points = new Map<number, Json>();
  for (const part of parts) {
    if (part.kind === "exploration-point" && isUsable(part.point)) points.set(part.point.id, part.point);
  }
  return [...points.values()];
}

export function Running({ width }: { width: number }) {
  const workspace = useWorkspace();
  const job = jobOf(workspace.jobs, "advise", "explore");
  const parts = useCalm((job && workspace.partials[job.id]) || kNone);
  if (!job || job.state === "done") return null;
  if (!isActive(job)) {
    return (
      <section class="card" role="status">
        <h2>{job.state === "stopped" ? words.wasStopped : words.hasFailed}</h2>
        {job.state === "stopped" && <p>{job.operation === "explore" ? words.goesOnStopped : words.adviseStopped}</p>}
        {job.error && job.state === "failed" && (
          <Problems problems={job.error.problems.length ? job.error.problems : [{ message: job.error.message, text: job.error.message }]} />
        )}
      </section>
    );
  }
  const points = livePoints(parts);
  const last = parts[parts.length - 1];
  return (
    <section class="card live" aria-labelledby="live-title">
      <h2 id="live-title">{job.operation === "advise" ? words.advising : words.exploring}</h2>
      <p class="quiet">
        {last ? fill(words.triedSoFar, last.done, last.of) : words.firstSoon} {job.operation === "explore" && words.stopKeeps}
      </p>
      {points.length > 0 && <Drawing what="map" id="live-map" width={width} data={{ points, recommended: null }} />}
      {job.operation === "advise" && job.lines.length > 0 && (
        <ol class="live-lines" aria-label={words.advising}>
          {job.lines.slice(-6).map((line) => (
            <li>{line.trim()}</li>
          ))}
        </ol>
      )}
    </section>
  );
}
const kNone: Json[] = [];
