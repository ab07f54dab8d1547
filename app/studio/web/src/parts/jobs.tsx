// Work that goes on: how far, how long still, stop.
import { useState } from "preact/hooks";
import * as api from "../api";
import { duration } from "../format";
import { text } from "../text";
import type { Job } from "../types";
import { Button, Problems } from "./basic";

export function JobLine({ job, quiet }: { job: Job; quiet?: boolean }) {
  const [stopping, setStopping] = useState(false);
  const active = job.state === "waiting" || job.state === "running";
  const share = job.total > 0 ? Math.min(1, job.done / job.total) : null;
  return (
    <div class={`job ${job.state}`} data-job={job.operation} data-state={job.state}>
      <div class="job-words">
        <strong>{job.task || job.title}</strong>
        {active && (
          <span class="quiet">
            {job.state === "waiting" ? text.common.waiting : share !== null ? `${Math.floor(share * 100)} %` : duration(job.seconds)}
            {job.left !== undefined && job.left > 1 ? `, ${duration(job.left)} ${text.common.left}` : ""}
          </span>
        )}
        {!active && <span class="quiet">{job.state === "done" ? text.common.done : job.state === "stopped" ? text.common.stopped : text.common.failed}</span>}
        {active && (
          <Button
            kind="danger"
            disabled={stopping}
            onClick={async () => {
              setStopping(true);
              await api.stop(job.id).catch(() => setStopping(false));
            }}
          >
            {stopping ? text.common.stopping : text.common.stop}
          </Button>
        )}
      </div>
      {active && <progress aria-label={job.task || job.title} value={share ?? undefined} max={1} />}
      {!quiet && job.error && <Problems problems={job.error.problems.length ? job.error.problems : [{ message: job.error.message, text: job.error.message }]} />}
      {!quiet && job.lines.length > 0 && active && <p class="quiet small">{job.lines[job.lines.length - 1]}</p>}
    </div>
  );
}

// The newest job of an operation of this page.
export const jobOf = (jobs: Job[], ...operations: string[]): Job | undefined =>
  [...jobs].reverse().find((one) => operations.includes(one.operation));
export const isActive = (job: Job | null | undefined): boolean => job?.state === "waiting" || job?.state === "running";
