// Whom the attacks find with the largest chance, why, and where they stand in the data.
import { Button, Notice } from "../../parts/basic";
import { Listed, useShort } from "../../parts/figures";
import { PeopleInData } from "../../parts/people";
import { count, percent } from "../../format";
import { fill, text } from "../../text";
import type { Json } from "../../types";

const words = text.attack;

const sets = (all: string[][] | undefined): string => (all ?? []).map((one) => one.join(" + ")).join("; ");

export function Exposed(props: { project: string; exposed: Json[] | null; chosen: number; busy: boolean; onExplain: (row: number) => void; onFind: () => void }) {
  const people = props.exposed ?? [];
  const [shown, more] = useShort(people, 8);
  return (
    <>
      <h3>{words.exposed}</h3>
      {props.exposed === null ? (
        <p class="row">
          <span class="quiet">{words.exposedNone}</span>
          <Button disabled={props.busy} onClick={props.onFind}>{words.exposedFind}</Button>
        </p>
      ) : people.length === 0 ? (
        <p class="quiet">{words.exposedNobody}</p>
      ) : (
        <>
          <p class="quiet">{words.exposedLead}</p>
          <Notice kind="warning">{words.exposedPrivate}</Notice>
          <Listed
            label={words.exposed}
            heads={[
              { title: words.exposedRow, num: true },
              { title: words.exposedChance, num: true },
              { title: words.exposedBy },
              { title: words.exposedAlike, num: true },
              { title: words.exposedUnique },
              { title: words.exposedLinked },
              { title: words.exposedWhy },
            ]}
            rows={shown}
            keyOf={(one) => one.row}
            cells={(one) => (
              <>
                <th scope="row" class="num">{count(one.row)}</th>
                <td class="num">{percent(100 * one.exposure)}</td>
                <td>{one.attack}</td>
                <td class="num">{count(one.class_size)}</td>
                <td class="long">{sets(one.unique_on)}</td>
                <td>{(one.linked_by ?? []).join(", ")}</td>
                <td>
                  <Button kind="quiet" pressed={props.chosen === one.row} label={fill(words.exposedWhyOf, count(one.row))} onClick={() => props.onExplain(one.row)}>
                    {words.exposedWhy}
                  </Button>
                </td>
              </>
            )}
          />
          {more}
          <PeopleInData project={props.project} rows={people.map((one) => one.row)} />
        </>
      )}
    </>
  );
}
