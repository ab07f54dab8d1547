// A run of bars that is selected on a drawing, in words: how many people lie there, and which share of
// all that is. Below each drawing of a piece of markup, which Preact does not know from inside.
import { render, type ComponentChildren } from "preact";
import { count, percent } from "../format";
import { fill, text } from "../text";
import { Button } from "./basic";
import { binsOf, brushBins, type Bin, type Brush, type Run } from "./brush";
import { named } from "./figures";

const words = text.brush;

export interface Selected {
  axis: string; // what the bars are of: a column
  run: Run;
  bins: Bin[]; // those that are selected
  others: Bin[];
}

const plain = (value: number) => value.toLocaleString("en-GB", { maximumSignificantDigits: 6 });

// "30 to 39": bars of whole numbers begin and end halfway between two of them.
export function rangeWords(bins: Bin[]): string {
  const [from, to] = [bins[0].from, bins[bins.length - 1].to];
  if (from === null || to === null) return named(bins.map((one) => one.label), 6);
  const halves = [from, to].every((value) => Number.isInteger(value + 0.5));
  const [low, high] = halves ? [Math.ceil(from), Math.floor(to)] : [from, to];
  return low === high ? plain(low) : fill(words.fromTo, plain(low), plain(high));
}

const sum = (bins: Bin[], side: "count" | "before" | "after") => bins.reduce((total, one) => total + (one[side] ?? 0), 0);

function sentence({ axis, bins, others }: Selected): string {
  const figures = (side: "count" | "before" | "after"): [string, string] => {
    const here = sum(bins, side);
    const all = here + sum(others, side);
    return [count(here), percent(all > 0 ? (100 * here) / all : 0)];
  };
  const range = `${axis} ${rangeWords(bins)}`;
  return bins[0].count !== null ? fill(words.one, range, ...figures("count")) : fill(words.pair, range, ...figures("before"), ...figures("after"));
}

function Said(props: { hint: string; selected: Selected | null; onClear: () => void; more?: (selected: Selected) => ComponentChildren }) {
  const { selected } = props;
  return (
    <>
      <span class="hidden" id={props.hint}>{words.hint}</span>
      <p class="range-words" role="status">{selected && sentence(selected)}</p>
      {selected && (
        <div class="row">
          {props.more?.(selected)}
          <Button kind="quiet" onClick={props.onClear}>{words.clear}</Button>
        </div>
      )}
    </>
  );
}

let made = 0; // so that the hint of each drawing has an id of its own

// Lets bars be selected on every drawing in the box that has some; `more` stands beside the words.
// Returns what takes it all back.
export function attachRanges(box: HTMLElement, more?: (selected: Selected) => ComponentChildren): () => void {
  const ends: (() => void)[] = [];
  for (const svg of box.querySelectorAll<SVGSVGElement>('svg[data-brush="x"], svg[data-brush="y"]')) {
    const bins = binsOf(svg);
    const hint = `range-${++made}`;
    const host = document.createElement("div");
    host.className = "range-said";
    svg.after(host);
    let brush: Brush<Run> | null = null;
    const show = (run: Run | null) => {
      const inside = (i: number) => run !== null && i >= run.first && i <= run.last;
      const selected: Selected | null = run && {
        axis: svg.dataset.axis ?? "",
        run,
        bins: bins.filter((_, i) => inside(i)),
        others: bins.filter((_, i) => !inside(i)),
      };
      const clear = () => {
        brush?.set(null);
        show(null);
        svg.focus(); // the button is gone
      };
      render(<Said hint={hint} selected={selected} onClear={clear} more={more} />, host);
    };
    show(null);
    brush = brushBins(svg, hint, show);
    ends.push(() => {
      brush?.end();
      render(null, host);
      host.remove();
    });
  }
  return () => ends.forEach((end) => end());
}
