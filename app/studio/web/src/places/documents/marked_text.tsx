// A document's text with its mentions marked. Whatever the document holds is text here, never markup.
//
// A document can have more mentions than a browser draws in a moment. So a long one is cut into blocks,
// and only those near the window have their mentions marked; the others hold their text as it is, in one
// piece. The whole text is always on the page: it is found by the browser's own search, selected across
// blocks and read aloud. A block is made anew only when a mention in it changes.
import type { Ref } from "preact";
import { useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { fill, text } from "../../text";
import { memo } from "./memo";
import { colourOf, type Mention, type Segment } from "./review";
import { blockAt, blocksOf, placeOf, sameBlock, unitsOf, type Block } from "./text_blocks";

const kNear = 1500; // pixels above and below the window in which mentions are marked
const kFirst = 4; // blocks that are marked at once

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

const TextBlock = memo(
  function TextBlock({ block, number, marked, chosen }: { block: Block; number: number; marked: boolean; chosen: number | null }) {
    return (
      <div class="text-block" data-block={number}>
        {!marked
          ? block.text
          : block.segments.map((one) =>
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
  (a, b) => a.chosen === b.chosen && a.marked === b.marked && a.number === b.number && sameBlock(a.block, b.block),
);

// The blocks near the window, and those in which something is selected: the text that somebody selects
// is not taken from under the selection.
function useNear(box: { current: HTMLElement | null }, blocks: number): Set<number> {
  const [near, setNear] = useState<Set<number>>(() => new Set(Array.from({ length: kFirst }, (_, i) => i)));
  useEffect(() => {
    const holder = box.current;
    if (!holder) return;
    const observer = new IntersectionObserver(
      (entries) =>
        setNear((known) => {
          const next = new Set(known);
          for (const one of entries) {
            const number = Number((one.target as HTMLElement).dataset.block);
            const selected = getSelection()?.containsNode(one.target, true) ?? false;
            if (one.isIntersecting) next.add(number);
            else if (!selected) next.delete(number);
          }
          return next.size === known.size && [...next].every((number) => known.has(number)) ? known : next;
        }),
      { rootMargin: `${kNear}px 0px` },
    );
    for (const one of holder.querySelectorAll("[data-block]")) observer.observe(one);
    return () => observer.disconnect();
  }, [blocks]);
  return near;
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
    blocks.forEach((block, i) => block.segments.forEach((one) => one.entity && at.set(one.entity.index, i)));
    return at;
  }, [blocks]);
  const near = useNear(box, blocks.length);
  const [sought, setSought] = useState<{ before: number; length: number } | null>(null);
  const chosenBlock = props.chosen === null ? null : (holder.get(props.chosen) ?? null);
  const isMarked = (i: number) =>
    near.has(i) || i === chosenBlock || (sought !== null && i >= blockAt(blocks, sought.before) && i <= blockAt(blocks, sought.before + sought.length));

  const selection = (): Passage | null => {
    const chosen = getSelection();
    if (!box.current || !chosen || chosen.rangeCount === 0 || chosen.isCollapsed) return null;
    const range = chosen.getRangeAt(0);
    if (!box.current.contains(range.startContainer) || !box.current.contains(range.endContainer)) return null;
    let words = range.toString();
    const begin = unitsOf(blocks, range.startContainer, range.startOffset);
    if (begin === null) return null;
    const before = begin + words.length - words.trimStart().length; // a double click takes the space after a word
    words = words.trim();
    return words ? { before, length: words.length, words } : null;
  };

  useImperativeHandle(props.handle, () => ({
    selection,
    select: (before, length) => setSought({ before, length }),
    focus: () => box.current?.focus(),
  }));

  // Once the block has its marks, which other nodes would follow after.
  useLayoutEffect(() => {
    if (!sought || !box.current) return;
    const from = placeOf(box.current, blocks, sought.before);
    const to = placeOf(box.current, blocks, sought.before + sought.length);
    if (!from || !to) return;
    getSelection()?.setBaseAndExtent(from.node, from.offset, to.node, to.offset);
    from.node.parentElement?.scrollIntoView({ block: "center" });
    const seen = getSelection()!.getRangeAt(0).getBoundingClientRect();
    scrollBy(0, seen.top - innerHeight / 3);
  }, [sought]);

  // A cursor that was moved to a block far away stays where it is when the block gets its marks.
  const kept = useRef<{ anchor: number; focus: number } | null>(null);
  useLayoutEffect(() => {
    const now = getSelection();
    const held = kept.current;
    if (!held || !box.current || !props.marking || (now?.anchorNode && box.current.contains(now.anchorNode) && now.anchorNode !== box.current)) return;
    const from = placeOf(box.current, blocks, held.anchor);
    const to = placeOf(box.current, blocks, held.focus);
    if (from && to) now?.setBaseAndExtent(from.node, from.offset, to.node, to.offset);
  }, [near]);

  useEffect(() => {
    const changed = () => {
      const now = getSelection();
      if (props.marking && now?.anchorNode && now.focusNode && box.current?.contains(now.anchorNode) && now.anchorNode !== box.current) {
        const [anchor, focus] = [unitsOf(blocks, now.anchorNode, now.anchorOffset), unitsOf(blocks, now.focusNode, now.focusOffset)];
        if (anchor !== null && focus !== null) kept.current = { anchor, focus };
      }
      props.onSelect(selection());
    };
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
    else getSelection()?.collapse(placeOf(element, blocks, 0)?.node ?? element, 0);
    return () => {
      kept.current = null;
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
        <TextBlock key={i} number={i} block={block} marked={isMarked(i)} chosen={chosenBlock === i ? props.chosen : null} />
      ))}
    </div>
  );
}

// For those who listen: what the chosen mention is.
export const inWords = (mention: Mention, words: string) =>
  fill(text.documents.reader.inWords, words, mention.category, text.documents.decisions[mention.decision]);
