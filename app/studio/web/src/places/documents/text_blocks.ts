// A long document in blocks, and places in it: in UTF-16 units from its beginning, as the server counts
// them, or as nodes of the page.
import type { Segment } from "./review";

const kBlock = 3000; // characters after which a line end begins a new block
const kLongest = 12000; // a line of more is broken at a space

export interface Block {
  segments: Segment[];
  begin: number; // units before it
  text: string;
}

// Segments in blocks; a block ends with a line end, which its box then stands for.
export function blocksOf(segments: Segment[]): Block[] {
  const blocks: Block[] = [];
  let held: Segment[] = [];
  let length = 0;
  let begin = 0;
  const close = () => {
    if (held.length === 0) return;
    const text = held.map((one) => one.text).join("");
    blocks.push({ segments: held, begin, text });
    begin += text.length;
    held = [];
    length = 0;
  };
  for (const segment of segments) {
    let rest = segment.text;
    while (!segment.entity && length + rest.length > kBlock) {
      let end = rest.indexOf("\n", Math.max(0, kBlock - length - 1));
      if (end < 0 || length + end > kLongest) {
        const space = rest.indexOf(" ", Math.max(0, kLongest - length - 1));
        end = space >= 0 && (end < 0 || space < end) ? space : end;
      }
      if (end < 0) break;
      held.push({ text: rest.slice(0, end + 1) });
      rest = rest.slice(end + 1);
      close();
    }
    if (!rest) continue;
    held.push(segment.entity ? segment : { text: rest });
    length += rest.length;
  }
  close();
  return blocks;
}

export const sameBlock = (a: Block, b: Block) =>
  a === b ||
  (a.begin === b.begin &&
    a.segments.length === b.segments.length &&
    a.segments.every((one, i) => {
      const other = b.segments[i];
      return one.text === other.text && one.entity?.index === other.entity?.index && one.entity?.decision === other.entity?.decision && one.entity?.category === other.entity?.category;
    }));

// The block that holds a unit; the last one for what lies behind the end.
export function blockAt(blocks: Block[], units: number): number {
  let low = 0;
  let high = blocks.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (blocks[middle].begin <= units) low = middle;
    else high = middle - 1;
  }
  return low;
}

const kHolder = "[data-block]";

// Where a place of the page is in the text; null: outside of it.
export function unitsOf(blocks: Block[], node: Node, offset: number): number | null {
  const element = node instanceof Element ? node : node.parentElement;
  const holder = element?.closest<HTMLElement>(kHolder);
  if (!holder) {
    // Between two blocks: where the next one begins.
    const next = node.childNodes[offset];
    if (next instanceof HTMLElement && next.matches(kHolder)) return blocks[Number(next.dataset.block)]?.begin ?? null;
    const last = blocks[blocks.length - 1];
    return element?.querySelector(kHolder) && last ? last.begin + last.text.length : null;
  }
  const range = document.createRange();
  range.setStart(holder, 0);
  range.setEnd(node, offset);
  const block = blocks[Number(holder.dataset.block)];
  return block ? block.begin + range.toString().length : null;
}

export function placeOf(box: HTMLElement, blocks: Block[], units: number): { node: Node; offset: number } | null {
  const at = blockAt(blocks, units);
  const holder = box.querySelector(`[data-block="${at}"]`);
  if (!holder) return null;
  const walker = document.createTreeWalker(holder, NodeFilter.SHOW_TEXT);
  let left = units - blocks[at].begin;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const length = (node as Text).data.length;
    if (left <= length) return { node, offset: left };
    left -= length;
  }
  return null;
}
