// Attacks and measures again, all of them.
import { useState } from "preact/hooks";
import { findOperation, takes, useOperations } from "../../parts/aside";
import { isActive, jobOf } from "../../parts/jobs";
import type { Workspace } from "../../state";
import type { Job, Json } from "../../types";

export function useAssess(workspace: Workspace): { run: () => Promise<void>; job: Job | undefined; busy: boolean; failure: unknown } {
  const { project } = workspace;
  const [failure, setFailure] = useState<unknown>(null);
  const operation = findOperation(useOperations(), "assess", project.kind);
  const job = jobOf(workspace.jobs, "assess");
  const run = async () => {
    setFailure(null);
    const options: Record<string, Json> = {};
    // How exposed each person is, is private, and stays in the project's folder.
    if (takes(operation, "exposure")) options.exposure = `${project.folder}/exposure.csv`;
    await workspace.start("assess", options).catch(setFailure);
  };
  return { run, job, busy: isActive(job), failure };
}
