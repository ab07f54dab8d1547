// The verdict with each check, the three questions, and what next.
import { percent } from "../../format";
import { Notice } from "../../parts/basic";
import { address } from "../../route";
import { fill, text } from "../../text";
import type { Json } from "../../types";

const words = text.attack;
const kQuestions = ["singling_out", "linkability", "inference"] as const;

const outcomeWords: Record<string, string> = {
  met: words.met,
  "not met": words.notMet,
  "not measured": words.notMeasured,
  "not asked": words.notAsked,
};
const outcomeTone = (outcome: string) => (outcome === "met" ? "good" : outcome === "not met" ? "bad" : "open");
const sign: Record<string, string> = { good: "✓", bad: "✗", open: "–" };

// `beaten`: what an attack by hand found besides; the verdict does not know of it.
export function Verdict({ verdict, project, beaten }: { verdict: Json; project: string; beaten?: number }) {
  const passed = beaten === undefined ? verdict?.passed : verdict?.passed === false ? false : null;
  const asked = verdict && (verdict.checks?.length ?? 0) > 0;
  const open = kQuestions.some((one) => verdict?.[one] && verdict[one].answer !== "no");
  const questions = kQuestions.filter((one) => verdict?.[one]);
  return (
    <section class="card" aria-labelledby="attack-verdict">
      <h2 id="attack-verdict">{words.verdict}</h2>
      {beaten !== undefined && asked && <Notice kind="warning">{fill(words.verdictBeaten, percent(beaten))}</Notice>}
      {asked ? (
        <div class={`verdict ${passed === true ? "met" : passed === false ? "not-met" : ""}`}>
          <p class="verdict-sentence">{verdict.sentence}</p>
          <ul class="checks">
            {(verdict.checks as Json[]).map((one) => {
              const tone = outcomeTone(one.outcome);
              return (
                <li>
                  <span class={`outcome ${tone}`}>
                    <span aria-hidden="true">{sign[tone]} </span>
                    {outcomeWords[one.outcome] ?? one.outcome}
                  </span>
                  <span>
                    <strong>{one.quantity}</strong> {one.sentence}
                  </span>
                </li>
              );
            })}
          </ul>
          {verdict.profile?.title && (
            <p class="quiet small">{[verdict.profile.title, verdict.profile.source, verdict.profile.date, verdict.profile.note].filter(Boolean).join(" · ")}</p>
          )}
        </div>
      ) : (
        <p>{words.noVerdict}</p>
      )}
      {questions.length > 0 && (
        <>
          <h3>{words.three}</h3>
          <ul class="checks">
            {questions.map((one) => {
              const { answer, sentence } = verdict[one];
              const tone = answer === "no" ? "good" : answer === "yes" ? "bad" : "open";
              return (
                <li>
                  <span class={`outcome ${tone}`}>{answer === "yes" ? words.yes : answer === "no" ? words.no : (answer ?? words.unknown)}</span>
                  <span>
                    <strong>{words[one]}</strong> {sentence}
                  </span>
                </li>
              );
            })}
          </ul>
        </>
      )}
      <h3>{words.next}</h3>
      <p>{passed === true ? (open ? words.nextGoodBut : words.nextGood) : beaten !== undefined ? words.nextBeaten : passed === false ? words.nextBad : words.nextNone}</p>
      <p class="row">
        {passed === true ? (
          <>
            <a class="button main" href={address(project, "signoff")}>
              {words.toSignoff}
            </a>
            <a class="button" href={address(project, "compare")}>
              {words.toCompare}
            </a>
          </>
        ) : (
          <>
            <a class="button main" href={address(project, "protect")}>
              {words.toProtect}
            </a>
            <a class="button" href={address(project, "explore")}>
              {words.toExplore}
            </a>
          </>
        )}
      </p>
    </section>
  );
}
