// What was laid aside, and two of it side by side with their differences marked.
import { useState } from "preact/hooks";
import { Button } from "../../parts/basic";
import { percent } from "../../format";
import { useWorkspace } from "../../state";
import { fill, text } from "../../text";
import { boundWords, riskWords } from "./detail";
import { stepLines, stepsOf, type Kept } from "./point";

const words = text.explore;

// Lines of the steps; those that the other one lacks are marked.
function Steps({ own, other }: { own: Kept; other: Kept }) {
  const lines = (one: Kept) => stepsOf(one.point, one.columns).map(stepLines);
  const there = lines(other);
  return (
    <ol class="step-lines">
      {lines(own).map((step, at) => (
        <li>
          {step.map((line) => {
            const same = there[at]?.includes(line);
            return same ? <div>{line}</div> : <div><mark>{line}</mark></div>;
          })}
        </li>
      ))}
    </ol>
  );
}

const meetsWords = (one: Kept) => (one.meets === null ? words.meetsUnknown : one.meets ? words.meetsYes : words.meetsNo);

export function SideBySide({ left, right, kind }: { left: Kept; right: Kept; kind: string }) {
  const rows: { title: string; of: (one: Kept) => string; better?: (one: Kept) => number }[] = [
    { title: words.headRisk, of: (one) => riskWords(one.point, kind), better: (one) => one.point.risk },
    { title: words.headLoss, of: (one) => fill(words.lossWords, percent(one.point.loss)), better: (one) => one.point.loss },
    { title: words.headWorst, of: (one) => one.point.worst?.title ?? words.firstAttack },
    { title: words.headBound, of: (one) => boundWords(one.point) || "–" },
    { title: words.headMeets, of: (one) => `${meetsWords(one)} (${one.limit})` },
  ];
  return (
    <div class="scroll-x" tabIndex={0} role="region" aria-label={words.sideBySide}>
      <table class="side-by-side">
        <thead>
          <tr>
            <td />
            <th scope="col">{left.point.label}</th>
            <th scope="col">{right.point.label}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{words.headSteps}</th>
            <td><Steps own={left} other={right} /></td>
            <td><Steps own={right} other={left} /></td>
          </tr>
          {rows.map((row) => {
            const [a, b] = [row.of(left), row.of(right)];
            const differs = a !== b;
            const cell = (one: Kept, other: Kept, said: string) => (
              <td>
                {differs ? <mark>{said}</mark> : said}
                {differs && row.better && row.better(one) < row.better(other) && <span class="good"> {words.less}</span>}
              </td>
            );
            return (
              <tr>
                <th scope="row">
                  {row.title} {differs ? <span class="differs">{words.differs}</span> : <span class="quiet small">{words.same}</span>}
                </th>
                {cell(left, right, a)}
                {cell(right, left, b)}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

export function Aside(props: { kept: Kept[]; onRemove: (one: Kept) => unknown; onTake: (one: Kept) => unknown }) {
  const { project } = useWorkspace();
  const [picked, setPicked] = useState<string[]>([]);
  const { kept } = props;
  if (kept.length === 0) return <p class="quiet">{words.asideEmpty}</p>;
  // Two are always chosen where there are two: those that were picked last, then the first.
  const there = picked.filter((key) => kept.some((one) => one.key === key));
  const pair = [...there, ...kept.map((one) => one.key).filter((key) => !there.includes(key))].slice(0, 2);
  const [left, right] = pair.map((key) => kept.find((one) => one.key === key));
  return (
    <>
      <p class="quiet">{words.asideLead}</p>
      <ul class="aside-list">
        {kept.map((one) => (
          <li key={one.key} class="card">
            <div class="aside-words">
              <strong>{one.point.label}</strong>{" "}
              <span class="quiet">
                {fill(words.figures, percent(one.point.risk), percent(one.point.loss))}
                {one.policy_version !== project.policy.version ? `; ${words.staleShort}` : ""}
              </span>
            </div>
            <div class="row">
              {kept.length > 2 && (
                <Button kind="quiet" pressed={pair.includes(one.key)} label={fill(words.compareOf, one.point.label)} onClick={() => setPicked([one.key, ...pair.filter((key) => key !== one.key)].slice(0, 2))}>
                  {words.compare}
                </Button>
              )}
              <Button kind="quiet" label={fill(words.takeOf, one.point.label)} onClick={() => props.onTake(one)}>
                {words.take}
              </Button>
              <Button kind="quiet" label={fill(words.removeOf, one.point.label)} onClick={() => props.onRemove(one)}>
                {words.remove}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {left && right ? (
        <>
          <h3>{words.sideBySide}</h3>
          <SideBySide left={left} right={right} kind={project.kind} />
        </>
      ) : (
        <p class="quiet">{words.asideOne}</p>
      )}
    </>
  );
}
