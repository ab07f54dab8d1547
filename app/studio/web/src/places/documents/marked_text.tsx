// A document's text with its mentions marked. Whatever the document holds is text here, never markup.
// Long ones are cut at line ends into blocks that the browser draws only when they come in sight, and
// that are made anew only when a mention in them changes.
import { memo } from "./memo";
import { useEffect, useImperativeHandle, useMemo, useRef } from "preact/hooks";
import type { Ref } from "preact";
import { fill, text } from "../../text";
import { colourOf, type Mention, type Segment } from "./review";

const kBlock = 6000; // characters after which a line end begins a new block

export interface Passage {
  before: number; // UTF-16 units
  length: number;
  words: string;
}

export interface MarkedTextHandle {
  selection: () => Passage | null;
  select: (before: number, length: number) => void;
  focus: () => void;
}

const kSigns = { accept: text.documents.signs.accept, reject: text.documents.signs.reject, undecided: text.documents.signs.undecided };
const labelOf = (mention: Mention) => `${mention.category} ${kSigns[mention.decision]}`;

// Segments in blocks; a block ends with a line end, which its box then stands for.
export function blocksOf(segments: Segment[]): Segment[][] {
  const blocks: Segment[][] = [];
  let block: Segment[] = [];
  let length = 0;
  for (const segment of segments) {
    let rest = segment.text;
    while (!segment.entity && length + rest.length > kBlock) {
      const end = rest.indexOf("\n", Math.max(0, kBlock - length - 1));
      if (end < 0) break;
      block.push({ text: rest.slice(0, end + 1) });
      blocks.push(block);
      rest = rest.slice(end + 1);
      block = [];
      length = 0;
    }
    if (!rest) continue;
    block.push(segment.entity ? segment : { text: rest });
    length += rest.length;
  }
  if (block.length > 0) blocks.push(block);
  return blocks;
}

const sameBlock = (a: Segment[], b: Segment[]) =>
  a.length === b.length &&
  a.every((one, i) => one.text === b[i].text && one.entity?.index === b[i].entity?.index && one.entity?.decision === b[i].entity?.decision && one.entity?.category === b[i].entity?.category);

const TextBlock = memo(
  function TextBlock({ segments, chosen }: { segments: Segment[]; chosen: number | null }) {
    return (
      <div class="text-block">
        {segments.map((one) =>
          one.entity ? (
            <mark
              key={one.entity.index}
              class={`mention m${colourOf(one.entity.category)} ${one.entity.decision} ${one.entity.index === chosen ? "chosen" : ""}`}
              data-mention={one.entity.index}
              data-label={labelOf(one.entity)}
              aria-current={one.entity.index === chosen ? "true" : undefined}
            >
              {one.text}
            </mark>
          ) : (
            one.text
          ),
        )}
      </div>
    );
  },
  (a, b) => a.chosen === b.chosen && (a.segments === b.segments || sameBlock(a.segments, b.segments)),
);

// Where a place of the page is in the text.
function unitsBefore(box: HTMLElement, node: Node, offset: number): number {
  const range = document.createRange();
  range.setStart(box, 0);
  range.setEnd(node, offset);
  return range.toString().length;
}

function placeOf(box: HTMLElement, units: number): { node: Node; offset: number } | null {
  const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  let left = units;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const length = (node as Text).data.length;
    if (left <= length) return { node, offset: left };
    left -= length;
  }
  return null;
}

export function MarkedText(props: {
  segments: Segment[];
  chosen: number | null;
  marking: boolean; // with a cursor in the text, so that keys select
  handle: Ref<MarkedTextHandle>;
  onChoose: (mention: number) => void;
  onSelect: (passage: Passage | null) => void;
  onMark: () => void; // Enter, while marking
  onLeave: () => void; // Escape, while marking
}) {
  const box = useRef<HTMLDivElement>(null);
  const blocks = useMemo(() => blocksOf(props.segments), [props.segments]);
  const holder = useMemo(() => {
    const at = new Map<number, number>();
    blocks.forEach((block, i) => block.forEach((one) => one.entity && at.set(one.entity.index, i)));
    return at;
  }, [blocks]);

  const selection = (): Passage | null => {
    const chosen = getSelection();
    if (!box.current || !chosen || chosen.rangeCount === 0 || chosen.isCollapsed) return null;
    const range = chosen.getRangeAt(0);
    if (!box.current.contains(range.startContainer) || !box.current.contains(range.endContainer)) return null;
    let words = range.toString();
    let before = unitsBefore(box.current, range.startContainer, range.startOffset);
    before += words.length - words.trimStart().length; // a double click takes the space after a word
    words = words.trim();
    return words ? { before, length: words.length, words } : null;
  };

  useImperativeHandle(props.handle, () => ({
    selection,
    select: (before, length) => {
      if (!box.current) return;
      const from = placeOf(box.current, before);
      const to = placeOf(box.current, before + length);
      if (!from || !to) return;
      getSelection()?.setBaseAndExtent(from.node, from.offset, to.node, to.offset);
      from.node.parentElement?.scrollIntoView({ block: "center" });
      const seen = getSelection()!.getRangeAt(0).getBoundingClientRect();
      scrollBy(0, seen.top - innerHeight / 3);
    },
    focus: () => box.current?.focus(),
  }));

  useEffect(() => {
    const changed = () => props.onSelect(selection());
    document.addEventListener("selectionchange", changed);
    return () => document.removeEventListener("selectionchange", changed);
  });

  useEffect(() => {
    if (props.chosen === null) return;
    const mark = box.current?.querySelector(`[data-mention="${props.chosen}"]`);
    const frame = mark?.getBoundingClientRect();
    if (mark && frame && (frame.top < innerHeight * 0.2 || frame.bottom > innerHeight * 0.6)) mark.scrollIntoView({ block: "center" });
  }, [props.chosen]);

  // While keys mark, the text is a field with a cursor that takes no input: so every browser and
  // screen reader selects in it as it always does.
  useEffect(() => {
    if (!box.current || !props.marking) return;
    const element = box.current;
    const refuse = (e: Event) => e.preventDefault();
    element.addEventListener("beforeinput", refuse);
    element.addEventListener("drop", refuse);
    element.focus();
    const mark = props.chosen === null ? null : element.querySelector(`[data-mention="${props.chosen}"]`);
    if (mark?.lastChild) getSelection()?.collapse(mark.lastChild, mark.lastChild.textContent?.length ?? 0);
    else getSelection()?.collapse(placeOf(element, 0)?.node ?? element, 0);
    return () => {
      element.removeEventListener("beforeinput", refuse);
      element.removeEventListener("drop", refuse);
    };
  }, [props.marking]);

  return (
    <div
      ref={box}
      class={`marked-text ${props.marking ? "marking" : ""}`}
      tabIndex={0}
      role={props.marking ? "textbox" : "region"}
      aria-multiline={props.marking ? "true" : undefined}
      aria-readonly={props.marking ? "true" : undefined}
      aria-label={props.marking ? text.documents.reader.markingLabel : text.documents.reader.textLabel}
      contentEditable={props.marking}
      spellcheck={false}
      onClick={(e) => {
        const mention = (e.target as Element).closest?.("[data-mention]")?.getAttribute("data-mention");
        if (mention && getSelection()?.isCollapsed !== false) props.onChoose(Number(mention));
      }}
      onKeyDown={(e) => {
        if (!props.marking) return;
        if (e.key === "Enter") {
          e.preventDefault();
          props.onMark();
        }
        if (e.key === "Escape") {
          e.preventDefault();
          props.onLeave();
        }
      }}
    >
      {blocks.map((block, i) => (
        <TextBlock
          key={i}
          segments={block}
          chosen={props.chosen !== null && holder.get(props.chosen) === i ? props.chosen : null}
        />
      ))}
    </div>
  );
}

// For those who listen: what the chosen mention is.
export const inWords = (mention: Mention, words: string) =>
  fill(text.documents.reader.inWords, words, mention.category, text.documents.decisions[mention.decision]);
