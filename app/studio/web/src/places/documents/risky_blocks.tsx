// Passages that speak of forbidden topics: deleted whole, or kept.
import { percent } from "../../format";
import { fill, text } from "../../text";
import { DecisionButtons } from "./mention_panel";
import type { Block, Decision } from "./review";

const words = text.documents.blocks;

export function RiskyBlocks({ blocks, onDecide }: { blocks: Block[]; onDecide: (block: Block, decision: Decision) => void }) {
  if (blocks.length === 0) return null;
  return (
    <section class="risky" aria-label={words.title}>
      <h2>{words.title}</h2>
      <p class="small quiet">{words.hint}</p>
      {blocks.map((one) => (
        <article key={one.index} class={`card risky-block ${one.decision}`}>
          <p class="small">
            <strong>{text.documents.blockStates[one.decision]}</strong> · {fill(words.density, percent(one.score * 100))}
          </p>
          <blockquote>{one.text}</blockquote>
          <p class="small">
            {words.terms}{" "}
            {one.terms.map((term) => (
              <span class="term">{term}</span>
            ))}
          </p>
          <DecisionButtons decision={one.decision} onDecide={(decision) => onDecide(one, decision)} names={text.documents.blockActions} />
        </article>
      ))}
    </section>
  );
}
