// How far the review is.
import { count } from "../../format";
import { fill, text } from "../../text";
import type { Summary } from "./review";

export function Progress({ summary }: { summary: Summary }) {
  const all = summary.total.entities + summary.total.blocks;
  const left = summary.undecided.entities + summary.undecided.blocks;
  const said = fill(text.documents.progress, count(all - left), count(all));
  return (
    <div class="review-progress">
      <progress value={all - left} max={Math.max(1, all)} aria-label={said} />
      <span class="small">
        {said}
        {summary.undecided.blocks > 0 && ` · ${fill(text.documents.blocksLeft, count(summary.undecided.blocks))}`}
      </span>
    </div>
  );
}
