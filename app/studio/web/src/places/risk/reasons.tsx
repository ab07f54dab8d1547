// Why people stand out: by which columns, by which of them together, and who.
import { Bar, Listed, useShort } from "../../parts/figures";
import { Button, Notice } from "../../parts/basic";
import { PeopleInData } from "../../parts/people";
import { count, percent } from "../../format";
import { fill, text } from "../../text";
import type { Json } from "../../types";

const words = text.risk;

function Share({ people, share }: { people: number; share: number }) {
  return (
    <td class="num with-bar">
      {count(people)} <span class="quiet">({percent(share)})</span>
      <Bar value={share} />
    </td>
  );
}

export function Ranking({ inspection }: { inspection: Json }) {
  const [shown, more] = useShort<Json>(inspection.ranking ?? [], 12);
  if (shown.length === 0) return null;
  const most: Json = [...(inspection.ranking as Json[])].sort((a, b) => b.adds - a.adds)[0];
  const unique = inspection.classes.unique;
  return (
    <section>
      <h2>{words.single}</h2>
      {unique > 0 && <p>{most.adds > 0 ? fill(words.singleMost, most.column, count(most.adds)) : words.singleNone}</p>}
      <p class="quiet">{words.singleLead}</p>
      <Listed
        label={words.single}
        heads={[{ title: words.column }, { title: words.aloneBy, num: true }, { title: words.without, num: true }, { title: words.adds, num: true }]}
        rows={shown}
        keyOf={(one) => one.column}
        cells={(one) => (
          <>
            <th scope="row">{one.column}</th>
            <Share people={one.alone} share={one.alone_share} />
            <Share people={one.without} share={one.without_share} />
            <Share people={one.adds} share={one.adds_share} />
          </>
        )}
        wide
      />
      {more}
    </section>
  );
}

interface Combination {
  columns: string[];
  people: number;
  share: number;
}

export function Combinations({ inspection }: { inspection: Json }) {
  const exact: Json[] = inspection.exposure?.alone_by ?? [];
  const some: Json[] = [...(inspection.pairs ?? []), ...(inspection.triples ?? [])];
  const all: Combination[] =
    exact.length > 0
      ? exact.map((one) => ({ columns: one.columns, people: one.people, share: one.share }))
      : some
          .map((one) => ({ columns: one.columns, people: one.unique, share: one.unique_share }))
          .filter((one) => one.people > 0)
          .sort((a, b) => b.people - a.people || a.columns.length - b.columns.length);
  const [shown, more] = useShort(all, 10);
  if (all.length === 0) return null;
  const looked = inspection.exposure?.looked_at;
  return (
    <section>
      <h2>{words.combos}</h2>
      <p class="quiet">
        {words.combosLead} {exact.length > 0 && words.combosExact} {exact.length > 0 && looked < inspection.data?.rows && fill(words.combosOf, count(looked))}
      </p>
      <Listed
        label={words.combos}
        heads={[{ title: words.columns }, { title: words.people2, num: true }]}
        rows={shown}
        keyOf={(one) => one.columns.join("\n")}
        cells={(one) => (
          <>
            <th scope="row">{one.columns.join(" + ")}</th>
            <Share people={one.people} share={one.share} />
          </>
        )}
      />
      {more}
    </section>
  );
}

// Single people by their rows: only where the engine gave them.
export function Exposed({ project, inspection, busy, onFind }: { project: string; inspection: Json; busy: boolean; onFind: () => void }) {
  const people: Json[] = inspection.exposure?.private_worst ?? [];
  const [shown, more] = useShort(people, 10);
  if (people.length === 0) {
    if (inspection.exposure || inspection.classes.unique === 0) return null;
    return (
      <section>
        <h2>{words.worst}</h2>
        <p class="row">
          <span class="quiet">{words.worstNone}</span>
          <Button disabled={busy} onClick={onFind}>{words.worstFind}</Button>
        </p>
      </section>
    );
  }
  const columns = (one: Json): string => (one.unique_on as string[][]).map((set) => set.join(" + ")).join("; ");
  return (
    <section>
      <h2>{words.worst}</h2>
      <Notice kind="warning">{words.worstPrivate}</Notice>
      <Listed
        label={words.worst}
        heads={[{ title: words.row, num: true }, { title: words.classSize, num: true }, { title: words.uniqueOn }]}
        rows={shown}
        keyOf={(one) => one.row}
        cells={(one) => (
          <>
            <th scope="row" class="num">{count(one.row)}</th>
            <td class="num">{count(one.class_size)}</td>
            <td class="long">{columns(one)}</td>
          </>
        )}
      />
      {more}
      <PeopleInData project={project} rows={people.map((one) => one.row)} />
    </section>
  );
}
