// One protection in plain words: what it does, who could still be found, what is lost.
import { Button } from "../../parts/basic";
import { count, percent } from "../../format";
import { fill, text } from "../../text";
import type { Json, Method } from "../../types";
import { methodOf, stepLines, stepsOf, type Kept } from "./point";
import { MeetsWord } from "./points";

const words = text.explore;

// What the steps do, by the engine's words where it has some.
export function StepWords({ kept, methods, kind }: { kept: Kept; methods: Method[]; kind: string }) {
  if (kept.point.words) return <p>{kept.point.words}</p>;
  return (
    <ol class="step-words">
      {stepsOf(kept.point, []).map((step) => {
        const method = methodOf(methods, step.method, kind);
        const parameters = stepLines(step).slice(1);
        return (
          <li>
            <strong>{method?.title ?? step.method}</strong>
            {parameters.length > 0 && <span class="quiet"> ({parameters.join(", ")})</span>}
            <br />
            {method?.in_words || method?.summary}
          </li>
        );
      })}
    </ol>
  );
}

export function riskWords(point: Json, kind: string): string {
  if (!point.worst) return fill(words.riskFirst, percent(point.risk), words.whom[kind]);
  return fill(words.riskWorst, percent(point.worst.value ?? point.risk), point.worst.title, words.whom[kind]);
}

export function boundWords(point: Json): string {
  const bound = point.bound;
  if (typeof bound?.average !== "number") return "";
  return fill(words.boundWords, percent(bound.average), count(bound.smallest));
}

export function Detail(props: {
  kept: Kept;
  kind: string;
  methods: Method[];
  recommended: boolean;
  aside: boolean;
  stale: boolean;
  onAside: () => unknown;
  onTake: () => unknown;
}) {
  const { point } = props.kept;
  const usable = typeof point.risk === "number";
  return (
    <section class="card detail" aria-labelledby="detail-title" aria-live="polite">
      <h3 id="detail-title">
        {point.label} {props.recommended && <span class="mark">{words.recommended}</span>}
      </h3>
      <StepWords kept={props.kept} methods={props.methods} kind={props.kind} />
      {usable ? (
        <dl class="facts">
          <dt>{words.headRisk}</dt>
          <dd>
            {riskWords(point, props.kind)}
            {point.worst?.knows && <span class="quiet"> {fill(words.knows, point.worst.knows)}</span>}
          </dd>
          {boundWords(point) && (
            <>
              <dt>{words.headBound}</dt>
              <dd>{boundWords(point)}</dd>
            </>
          )}
          <dt>{words.headLoss}</dt>
          <dd>{fill(words.lossWords, percent(point.loss))}</dd>
          <dt>{words.headMeets}</dt>
          <dd>
            <MeetsWord met={props.kept.meets} /> <span class="quiet">({props.kept.limit})</span>
          </dd>
          <dt>{words.unbeatenTerm}</dt>
          <dd>{words.beaten[props.kept.beaten]}</dd>
        </dl>
      ) : (
        <p>{point.untried ? words.untried : point.error}</p>
      )}
      {point.judged === false && usable && <p class="note warning">{words.firstAttackLong}</p>}
      {point.left_out && usable && <p class="note warning">{words.sampleLong}</p>}
      {props.stale && <p class="note warning">{words.stale}</p>}
      <div class="row">
        <Button kind="main" disabled={!usable} onClick={props.onTake}>
          {words.take}
        </Button>
        <Button disabled={!usable} pressed={props.aside} onClick={props.onAside}>
          {props.aside ? words.takeBack : words.layAside}
        </Button>
      </div>
    </section>
  );
}
