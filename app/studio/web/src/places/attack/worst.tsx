// The worst case in large words, and how far it is proven.
import { Drawing } from "../../parts/drawing";
import { named } from "../../parts/figures";
import { Notice } from "../../parts/basic";
import { count, percent } from "../../format";
import { fill, text } from "../../text";
import type { Json, Kind } from "../../types";
import type { Worst } from "./measured";

const words = text.attack;

function Bound({ bound, worst, kind }: { bound: Json; worst: Worst; kind: Kind }) {
  const said = kind === "vectors" ? words.ofVectors : words.ofColumns;
  const details = worst.finding?.attack.details;
  const proven = details?.optimal === true;
  const holds = bound && typeof bound.average === "number";
  const beaten = holds && worst.byHand && worst.value > bound.average;
  return (
    <div class="bound">
      {beaten ? (
        <p class="bound-words">{words.boundBeaten}</p>
      ) : holds ? (
        bound.smallest > 1 ? (
          <>
            <p class="bound-words">{fill(said.bound, percent(bound.average), percent(bound.person), count(bound.smallest - 1))}</p>
            <p class="quiet small">{said.boundCare}</p>
          </>
        ) : (
          <p class="bound-words">{fill(said.boundOne, percent(bound.average), typeof bound.unique === "number" ? count(bound.unique) : text.common.notYet)}</p>
        )
      ) : (
        <p class="bound-words">{words.boundNone}</p>
      )}
      {proven && (
        <p>
          <strong>{words.certificate}</strong> {words.certificateOf}
        </p>
      )}
    </div>
  );
}

export function WorstCase({ worst, bound, kind }: { worst: Worst; bound: Json; kind: Kind }) {
  const whom = kind === "documents" || kind === "vectors" ? words.documents : words.people;
  const level = worst.finding?.worded?.level ?? "";
  const about = worst.lookedFor !== null ? fill(words.of, count((worst.value * worst.lookedFor) / 100), count(worst.lookedFor), whom) : "";
  return (
    <section class="card worst" aria-labelledby="attack-worst">
      <h2 id="attack-worst">{words.worst}</h2>
      <div class="columns">
        <div>
          <p class={`huge level-${level}`}>
            {percent(worst.value)} <span class="huge-words">{worst.value > 0 ? fill(words.found, whom) : ""}</span>
          </p>
          {worst.value === 0 && <p>{words.foundNone}</p>}
          <p class="lead-line">
            {[about, worst.value > 0 ? `${words.by} ${worst.title}` : ""].filter(Boolean).join(", ")}
            {worst.interval && <> ({fill(words.interval, percent(worst.interval[0]), percent(worst.interval[1]))})</>}.
          </p>
          {worst.byHand && <Notice kind="warning">{words.byHand}</Notice>}
          {(worst.columns.length > 0 || worst.knows) && (
            <>
              <h3>{words.knows}</h3>
              <p>
                {worst.columns.length > 0 && fill(words.knowsColumns, named(worst.columns, 14))}
                {worst.columns.length > 0 && worst.knows && `, ${fill(words.knowsAnd, worst.knows)}`}
                {worst.columns.length === 0 && worst.knows}.
              </p>
            </>
          )}
          <Bound bound={bound} worst={worst} kind={kind} />
        </div>
        <div class="half">
          <Drawing what="hundred" data={{ percent: worst.value }} id="attack-hundred" />
        </div>
      </div>
    </section>
  );
}
