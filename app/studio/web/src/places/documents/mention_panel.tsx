// What can be done with the chosen mention.
import type { RefObject } from "preact";
import { Button } from "../../parts/basic";
import { count, percent } from "../../format";
import { fill, text } from "../../text";
import { colourOf, type Category, type Decision, type Mention } from "./review";

const words = text.documents;

export function CategorySelect(props: {
  categories: Category[];
  value: string;
  label: string;
  onChange: (name: string) => void;
  select?: RefObject<HTMLSelectElement | null>;
}) {
  const known = props.categories.some((one) => one.name === props.value);
  return (
    <label class="category-select">
      <span>{props.label}</span>
      <select ref={props.select} value={props.value} onChange={(e) => props.onChange(e.currentTarget.value)}>
        {!known && <option value={props.value}>{props.value}</option>}
        {props.categories.map((one) => (
          <option value={one.name}>
            {one.name}
            {one.text ? ` – ${one.text}` : ""}
            {one.keeps ? ` (${one.becomes})` : ""}
          </option>
        ))}
      </select>
    </label>
  );
}

export function DecisionButtons(props: {
  decision: Decision;
  onDecide: (decision: Decision) => void;
  names: Record<Decision, string>;
  keys?: boolean;
}) {
  const keys: Record<Decision, string> = { accept: "a", reject: "r", undecided: "u" };
  return (
    <div class="decisions">
      {(["accept", "reject", "undecided"] as Decision[]).map((one) => (
        <span class={`decision ${one}`}>
          <Button pressed={props.decision === one} onClick={() => props.onDecide(one)}>
            {props.names[one]} {props.keys && <kbd>{keys[one]}</kbd>}
          </Button>
        </span>
      ))}
    </div>
  );
}

// The policy keeps this category: "take it out" would do nothing, and that must be seen.
export function KeptWarning({ category, categories }: { category: string; categories: Category[] }) {
  if (!categories.find((one) => one.name === category)?.keeps) return null;
  return <p class="note warning small">{fill(words.keptWarning, category)}</p>;
}

export function MentionPanel(props: {
  mention: Mention;
  words: string;
  position: number; // of how many in this document
  of: number;
  categories: Category[];
  recategorised: boolean;
  select: RefObject<HTMLSelectElement | null>;
  onDecide: (decision: Decision) => void;
  onCategory: (category: string) => void;
  onSame: () => void;
  onAllOfCategory: () => void;
  onCategorySame: () => void;
  onStep: (by: number) => void;
}) {
  const { mention } = props;
  const all = props.categories.find((one) => one.name === mention.category)?.count ?? 0;
  const source = words.sources[mention.source] ?? mention.source;
  return (
    <div class="mention-panel">
      <div class="row">
        <h2>{fill(words.reader.mentionOf, count(props.position), count(props.of))}</h2>
        <span class="spring" />
        <Button onClick={() => props.onStep(-1)} title={words.reader.previous}>
          <span aria-hidden="true">↑</span><span class="hidden">{words.reader.previous}</span> <kbd>k</kbd>
        </Button>
        <Button onClick={() => props.onStep(1)} title={words.reader.next}>
          <span aria-hidden="true">↓</span><span class="hidden">{words.reader.next}</span> <kbd>j</kbd>
        </Button>
      </div>
      <p class="mention-words">
        <span class={`swatch m${colourOf(mention.category)}`} aria-hidden="true" /> “{props.words}”
      </p>
      <p class="small quiet">
        {fill(words.reader.foundBy, source)}
        {mention.source !== "user" && `, ${fill(words.reader.sure, percent(mention.score * 100))}`}
        {mention.number > 0 && `. ${fill(words.reader.number, mention.category, mention.number)}`}
      </p>
      <DecisionButtons decision={mention.decision} onDecide={props.onDecide} names={words.actions} keys />
      <KeptWarning category={mention.category} categories={props.categories} />
      <CategorySelect
        categories={props.categories}
        value={mention.category}
        label={`${words.reader.category} (c)`}
        onChange={props.onCategory}
        select={props.select}
      />
      {props.recategorised && (
        <Button onClick={props.onCategorySame}>{fill(words.reader.categorySame, mention.category)}</Button>
      )}
      <h3>{words.reader.alike}</h3>
      <p class="small quiet">{fill(words.reader.alikeHint, words.decisions[mention.decision])}</p>
      <div class="stack">
        <Button onClick={props.onSame} disabled={mention.decision === "undecided"}>
          {mention.same === 1 ? words.reader.sameNone : mention.same ? fill(words.reader.same, count(mention.same)) : words.reader.sameUnknown} <kbd>s</kbd>
        </Button>
        <Button onClick={props.onAllOfCategory} disabled={mention.decision === "undecided"}>
          {fill(words.reader.allOf, count(all), mention.category)}
        </Button>
      </div>
    </div>
  );
}
