// Making a protection the policy: what will change is shown first, and every version can come back.
import { useEffect, useState } from "preact/hooks";
import { Button, Dialog, Failure, Loading, Notice, Problems } from "../../parts/basic";
import { PolicyDiff } from "../../parts/policy_diff";
import { address, go } from "../../route";
import { useWorkspace } from "../../state";
import { fill, text } from "../../text";
import type { Problem } from "../../types";
import { policyWith, problemsOf, type Kept } from "./point";

const words = text.explore;

export function Take({ kept, onClose }: { kept: Kept; onClose: () => void }) {
  const workspace = useWorkspace();
  const { project } = workspace;
  const [made, setMade] = useState<{ text: string; problems: Problem[] } | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    let live = true;
    setMade(null);
    setError(null);
    policyWith(workspace, kept)
      .then(async (policy) => ({ text: policy, problems: await problemsOf(project, policy) }))
      .then((found) => live && setMade(found), (failure) => live && setError(failure));
    return () => {
      live = false;
    };
  }, [kept.key, project.policy.version]);

  const take = async () => {
    if (!made) return;
    setBusy(true);
    setError(null);
    try {
      const from = kept.operation === "advise" ? words.takenAdvice : words.takenExplore;
      await workspace.savePolicy(made.text, fill(from, kept.point.label));
      go(address(project.id, "protect"));
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  const same = made?.text === project.policy.text;
  return (
    <Dialog title={fill(words.takeTitle, kept.point.label)} onClose={onClose} wide>
      <p>{words.takeLead}</p>
      {project.status.state === "approved" && <Notice kind="warning">{words.takeApproved}</Notice>}
      {kept.policy_version !== project.policy.version && <Notice kind="warning">{words.stale}</Notice>}
      {!made && !error && <Loading />}
      {made && (same ? <p>{words.takeSame}</p> : <PolicyDiff before={project.policy.text} after={made.text} label={words.takeDiff} />)}
      {made && <Problems problems={made.problems} title={words.takeProblems} />}
      <Failure error={error} />
      <div class="row dialog-row">
        <Button kind="main" disabled={!made || busy || same} onClick={take}>
          {words.takeDo}
        </Button>
        <Button onClick={onClose}>{text.common.cancel}</Button>
      </div>
    </Dialog>
  );
}
