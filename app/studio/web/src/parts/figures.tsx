// Figures with words, bars beside numbers, and lists that are not longer than one reads.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { fill, text } from "../text";

// A share of 100 beside its number, which says the same: nothing for a screen reader.
export function Bar({ value, tone }: { value: number | null | undefined; tone?: string }) {
  const share = Math.max(0, Math.min(100, Number(value) || 0));
  return (
    <svg class={`bar ${tone ?? ""}`} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect class="bar-ground" x="0" y="0" width="100" height="6" />
      <rect class="bar-value" x="0" y="0" width={share} height="6" />
    </svg>
  );
}

export function KeyFigures({ figures }: { figures: { term: string; figure: ComponentChildren; note?: string; tone?: string }[] }) {
  return (
    <dl class="keys">
      {figures.map((one) => (
        <div>
          <dt>{one.term}</dt>
          <dd>
            <span class={`figure ${one.tone ?? ""}`}>{one.figure}</span>
            {one.note && <span class="note-line">{one.note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

// The first of a long list, and a button for the rest.
export function useShort<T>(all: T[], most: number): [T[], ComponentChildren] {
  const [whole, setWhole] = useState(false);
  if (all.length <= most + 2) return [all, null];
  return [
    whole ? all : all.slice(0, most),
    <button type="button" class="button quiet" aria-expanded={whole} onClick={() => setWhole(!whole)}>
      {whole ? text.risk.showFewer : fill(text.risk.showAll, all.length)}
    </button>,
  ];
}

// A table that scrolls within itself where the page is narrow.
export function Scroll({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={label}>
      {children}
    </div>
  );
}

// The same with the rows of a list: the head, and for each the cells of its row.
export function Listed<T>(props: {
  label: string;
  heads: { title: string; num?: boolean }[];
  rows: T[];
  keyOf: (row: T) => string | number;
  cells: (row: T) => ComponentChildren;
  wide?: boolean;
}) {
  return (
    <Scroll label={props.label}>
      <table class={props.wide ? "wide" : ""}>
        <thead>
          <tr>
            {props.heads.map((one) => (
              <th scope="col" class={one.num ? "num" : ""}>
                {one.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.rows.map((one) => (
            <tr key={props.keyOf(one)}>{props.cells(one)}</tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

// Names of columns in a sentence, not more of them than one reads.
export function named(columns: string[] | undefined, most = 8): string {
  const all = columns ?? [];
  if (all.length <= 1) return all.join("");
  if (all.length > most) return `${all.slice(0, most - 1).join(", ")} and ${all.length - most + 1} more`;
  return `${all.slice(0, -1).join(", ")} and ${all[all.length - 1]}`;
}
