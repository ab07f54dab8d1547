// One column: a line of the table, and below it what can be said about it in detail.
import { useCallback, useRef, useState } from "preact/hooks";
import { Button, Problems } from "../../parts/basic";
import { Markup } from "../../parts/drawing";
import { count, percent } from "../../format";
import { fill, text } from "../../text";
import type { Json } from "../../types";
import { useInSight, type Drawn } from "./drawings";
import { filterOf, type ColumnFilter } from "./filters";
import { KnowledgeEditor, kNoKnowledge } from "./knowledge";
import { kKinds, kRoles, type ColumnEdits, type ColumnInfo, type Refused } from "./model";
import { OrderEditor } from "./order";

export interface RowProps {
  column: ColumnInfo;
  chosen: boolean;
  onChosen: (on: boolean) => void;
  open: boolean;
  onOpen: (open: boolean) => void;
  drawn: Drawn | undefined;
  want: (name: string) => void;
  project: { id: string; folder: string };
  version: number;
  read: Json;
  hierarchies: boolean;
  disabled: boolean; // no policy yet
  refused: Refused | null;
  onRefused: (accept: boolean) => void;
  onRole: (names: string[], role: string) => void;
  onChange: (edits: ColumnEdits, note: string) => Promise<boolean>;
  onRows: (filter: ColumnFilter) => void;
}

export const kCells = 9;

// A share as a short bar, for the eye; the number stands beside it.
function Bar({ value }: { value: number | null }) {
  if (value === null) return null;
  return (
    <span class="share" aria-hidden="true">
      <span
        ref={(element) => {
          // By script: the content policy forbids styles in attributes.
          if (element) element.style.width = `${Math.min(100, Math.max(0, value))}%`;
        }}
      />
    </span>
  );
}

export function ColumnRow(props: RowProps) {
  const { column } = props;
  const words = text.columns;
  const line = useInSight(useCallback(() => props.want(column.name), [props.want, column.name]));
  const details = `column-${column.at}-details`;
  const guessedRole = column.role === column.guess.role;
  const unexplained = column.role === "other" && column.identifying && !column.entry.reason;
  const setKind = (select: HTMLSelectElement) => {
    const kind = select.value;
    // A meaning needs a taxonomy, which is chosen below; an order can be given there.
    if (kind === "semantic" || kind === "ordinal") props.onOpen(true);
    if (kind === "semantic") {
      select.value = column.kind;
      return;
    }
    const without = column.entry.knowledge ? kNoKnowledge : {};
    void props.onChange({ [column.name]: { ...without, kind, order: null } }, `${column.name}: ${words.kinds[kind]}`);
  };
  return (
    <>
      <tr ref={line} class={`${props.chosen ? "chosen" : ""} ${props.open ? "opened" : ""}`} data-column={column.name}>
        <td class="cell-chosen">
          <input type="checkbox" checked={props.chosen} aria-label={fill(words.choose, column.name)} onChange={(e) => props.onChosen(e.currentTarget.checked)} />
        </td>
        <th scope="row" class="cell-name">
          <span class="column-name">{column.name}</span>
          <span class="small quiet why">{column.guess.reason}</span>
        </th>
        <td class="cell-role" data-label={words.head.role}>
          <select
            class={`role ${column.role}`}
            aria-label={fill(words.roleOf, column.name)}
            value={column.role}
            disabled={props.disabled}
            onChange={(e) => {
              const role = e.currentTarget.value;
              e.currentTarget.value = column.role;
              props.onRole([column.name], role);
            }}
          >
            {kRoles.map((one) => (
              <option value={one}>{words.roles[one]}</option>
            ))}
          </select>
          {!guessedRole && <span class="small quiet">{fill(words.guessed, words.roles[column.guess.role])}</span>}
          {unexplained && (
            <button type="button" class="link small bad" onClick={() => props.onOpen(true)}>
              {words.sayWhy}
            </button>
          )}
        </td>
        <td class="cell-kind" data-label={words.head.kind}>
          <select aria-label={fill(words.kindOf, column.name)} value={column.kind} disabled={props.disabled} onChange={(e) => setKind(e.currentTarget)}>
            {kKinds
              .filter((one) => one !== "numeric" || column.read === "numeric" || column.kind === "numeric")
              .map((one) => (
                <option value={one}>{words.kinds[one]}</option>
              ))}
          </select>
        </td>
        <td class="num cell-values" data-label={words.head.values}>
          {column.distinct === null ? "–" : count(column.distinct)}
        </td>
        <td class="num cell-missing" data-label={words.head.missing}>
          {column.missing ? percent(column.missingShare) : <span class="quiet">{words.none}</span>}
        </td>
        <td class="num cell-alone" data-label={words.head.alone}>
          {percent(column.alone)}
          <Bar value={column.alone} />
        </td>
        <td class="cell-drawing">{props.drawn ? <div aria-hidden="true"><Markup html={props.drawn.spark} class="spark" /></div> : <span class="quiet small">…</span>}</td>
        <td class="cell-more">
          <button
            type="button"
            class="button quiet"
            aria-label={`${words.details}: ${column.name}`}
            aria-expanded={props.open}
            aria-controls={props.open ? details : undefined}
            onClick={() => props.onOpen(!props.open)}
          >
            <span aria-hidden="true">{props.open ? "▾" : "▸"}</span> {words.details}
          </button>
        </td>
      </tr>
      {props.refused?.columns.includes(column.name) && (
        <tr class="column-details">
          <td colspan={kCells}>
            <Problems title={words.refused} problems={props.refused.problems} />
            <div class="row">
              <Button onClick={() => props.onRefused(false)}>{words.keep}</Button>
              <Button kind="danger" onClick={() => props.onRefused(true)}>
                {words.allTheSame}
              </Button>
            </div>
          </td>
        </tr>
      )}
      {props.open && (
        <tr class="column-details" id={details}>
          <td colspan={kCells}>
            <Details {...props} />
          </td>
        </tr>
      )}
    </>
  );
}

function Details(props: RowProps) {
  const { column, drawn } = props;
  const words = text.columns;
  return (
    <div class="columns">
      <div>
        <h3>{words.distribution}</h3>
        {drawn ? (
          <>
            <Markup
              html={drawn.svg}
              class="one-sided"
              ranges={(selected) => (
                <Button onClick={() => props.onRows(filterOf(column.name, drawn.distribution, selected))}>{words.showRows}</Button>
              )}
            />
            <p class="quiet small">{words.brushLead}</p>
          </>
        ) : (
          <p class="quiet">{text.common.loading}</p>
        )}
        <dl class="facts">
          <dt>{words.looksLike}</dt>
          <dd>{column.guess.looks || "–"}</dd>
          <dt>{words.guess}</dt>
          <dd>
            {words.roles[column.guess.role]}, {words.kinds[column.guess.kind] ?? column.guess.kind}
          </dd>
          {column.missing !== null && (
            <>
              <dt>{words.head.missing}</dt>
              <dd>{count(column.missing)}</dd>
            </>
          )}
          {column.mean !== null && (
            <>
              <dt>{words.mean}</dt>
              <dd>
                {figure(column.mean)} ± {figure(column.sd ?? 0)}
              </dd>
            </>
          )}
          <dt>{words.aloneLong}</dt>
          <dd>{percent(column.alone)}</dd>
          {column.adds !== null && (
            <>
              <dt>{words.addsLong}</dt>
              <dd>{percent(column.adds)}</dd>
            </>
          )}
        </dl>
        {(column.role !== column.guess.role || column.kind !== column.guess.kind) && (
          <Button
            disabled={props.disabled}
            onClick={() =>
              props.onChange(
                { [column.name]: { ...kNoKnowledge, order: null, role: column.guess.role, kind: column.guess.role === "identifier" ? null : column.guess.kind } },
                `${column.name}: as guessed`,
              )
            }
          >
            {words.asGuessed}
          </Button>
        )}
      </div>
      <div>
        <h3>{words.roles[column.role]}</h3>
        <p class="small">{words.roleMeans[column.role]}</p>
        {(column.role !== "identifier" && column.role !== "confidential") && <Reason {...props} />}
        {column.kind === "ordinal" && (
          <>
            <h3>{words.order.title}</h3>
            <OrderEditor
              key={JSON.stringify(column.entry.order ?? null)}
              project={props.project.id}
              column={column}
              onSave={(order) => props.onChange({ [column.name]: { kind: "ordinal", order } }, `${column.name}: order`)}
            />
          </>
        )}
        {column.role !== "identifier" && column.kind !== "text" && (
          <>
            <h3>{words.knowledge.title}</h3>
            <KnowledgeEditor
              project={props.project}
              column={column}
              read={props.read}
              version={props.version}
              hierarchies={props.hierarchies}
              onSave={(keys, note) => props.onChange({ [column.name]: keys }, note)}
            />
          </>
        )}
      </div>
    </div>
  );
}

const figure = (value: number) => value.toLocaleString("en-GB", { maximumSignificantDigits: 5 });

// Why an intruder does not use a column that stays as it is.
function Reason(props: RowProps) {
  const { column } = props;
  const words = text.columns;
  const given = String(column.entry.reason ?? "");
  const [typed, setTyped] = useState(given);
  const before = useRef(given);
  if (before.current !== given) {
    before.current = given;
    setTyped(given);
  }
  const id = `reason-${column.at}`;
  const needed = column.role === "other" && column.identifying;
  return (
    <form
      class={`field ${needed && !given ? "wrong" : ""}`}
      onSubmit={(e) => {
        e.preventDefault();
        void props.onChange({ [column.name]: { reason: typed.trim() || null } }, `${column.name}: reason`);
      }}
    >
      <label for={id}>{words.reason}</label>
      <div class="row">
        <input id={id} type="text" class="grow" value={typed} placeholder={words.reasonExample} aria-describedby={`${id}-hint`} onInput={(e) => setTyped(e.currentTarget.value)} />
        <Button type="submit" disabled={props.disabled || typed.trim() === given}>
          {text.common.save}
        </Button>
      </div>
      <p class="hint" id={`${id}-hint`}>
        {column.role === "quasi" ? words.reasonQuasi : needed ? words.reasonNeeded : words.reasonFree}
      </p>
    </form>
  );
}
