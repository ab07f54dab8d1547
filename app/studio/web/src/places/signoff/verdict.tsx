// What was measured on the release, against the thresholds that were set.
import { percent } from "../../format";
import { Notice } from "../../parts/basic";
import { address } from "../../route";
import { useResultById, useWorkspace } from "../../state";
import { fill, text } from "../../text";
import type { Json, Side } from "../../types";

const words = text.signoff;

// The verdict of the last measurement; null while it is fetched or where there is none. `beaten`: more was found
// since, by an attack that was run by hand, which the verdict does not know of.
export function useVerdict(): { verdict: Json; loading: boolean; beaten: boolean } {
  const workspace = useWorkspace();
  const wanted = workspace.project.strip.after?.result ?? null;
  const { id, result } = useResultById(workspace, wanted);
  const entry = workspace.project.results.find((one) => one.id === wanted);
  const measured = id === wanted && result ? (entry?.operation === "assess" ? result : result.measured) : null;
  const found = workspace.project.strip.after?.found ?? 0;
  const beaten = typeof measured?.worst?.value === "number" && found > measured.worst.value;
  return { verdict: measured?.verdict ?? null, loading: wanted !== null && id !== wanted, beaten };
}

const outcomes: Record<string, string> = { met: "good", "not met": "bad" };

function Checks({ checks }: { checks: Json[] }) {
  if (!checks?.length) return null;
  return (
    <div class="scroll-x" tabIndex={0} role="region" aria-label={words.checks}>
      <table class="checks">
        <thead>
          <tr>
            <th scope="col">{words.quantity}</th>
            <th scope="col">{words.outcome}</th>
            <th scope="col">{words.found}</th>
          </tr>
        </thead>
        <tbody>
          {checks.map((one) => (
            <tr>
              <th scope="row">{one.quantity}</th>
              <td>
                <strong class={outcomes[one.outcome] ?? ""}>{one.outcome}</strong>
                <br />
                <span class="quiet small">{one.threshold}</span>
              </td>
              <td>
                {one.sentence}
                {one.outcome !== "met" && one.next && <div class="quiet small">{one.next}</div>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Questions({ verdict }: { verdict: Json }) {
  const asked = [
    { title: text.attack.singling_out, of: verdict.singling_out },
    { title: text.attack.linkability, of: verdict.linkability },
    { title: text.attack.inference, of: verdict.inference },
  ].filter((one) => one.of);
  if (asked.length === 0) return null;
  return (
    <>
      <h3>{text.attack.three}</h3>
      <dl class="questions">
        {asked.map((one) => (
          <div class="card">
            <dt>{one.title}</dt>
            <dd>
              <strong class={one.of.answer === "no" ? "good" : one.of.answer === "yes" ? "bad" : ""}>{one.of.answer}</strong>
              <p>{one.of.sentence}</p>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

// Where the policy has no thresholds: what was found, by which the release is judged.
function Found({ after }: { after: Side }) {
  return (
    <>
      <Notice>{words.noThresholds}</Notice>
      <dl class="facts">
        <dt>{words.foundBest}</dt>
        <dd>
          {percent(after.found)} {after.attack && <span class="quiet">{after.attack}</span>}
        </dd>
        <dt>{words.lost}</dt>
        <dd>{percent(after.loss)}</dd>
      </dl>
    </>
  );
}

export function Verdict() {
  const { project } = useWorkspace();
  const { verdict, loading, beaten } = useVerdict();
  const { after } = project.strip;
  const table = project.kind === "table";
  return (
    <section aria-labelledby="verdict-title">
      <h2 id="verdict-title">{words.verdict}</h2>
      {!verdict && !loading && after && <Found after={after} />}
      {!verdict && !loading && !after && (
        <Notice>
          {table ? words.noVerdict : words.noVerdictAttack}{" "}
          <a href={address(project.id, table ? "protect" : "attack")}>{table ? words.toProtect : words.toAttack}</a>
        </Notice>
      )}
      {verdict && (
        <>
          {after?.stale && <Notice kind="warning">{words.verdictStale}</Notice>}
          {beaten && <Notice kind="warning">{fill(text.attack.verdictBeaten, percent(after?.found))}</Notice>}
          <p class={`verdict-sentence ${verdict.passed === true && !beaten ? "good" : verdict.passed === false ? "bad" : ""}`}>{verdict.sentence}</p>
          {verdict.profile && (
            <p class="quiet small">
              {[verdict.profile.title, verdict.profile.source, verdict.profile.note].filter(Boolean).join(". ")}
            </p>
          )}
          <Checks checks={verdict.checks} />
          <Questions verdict={verdict} />
        </>
      )}
    </section>
  );
}
