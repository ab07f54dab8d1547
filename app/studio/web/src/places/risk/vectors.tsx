// What tells documents apart before anything is done: their vectors, rare terms, classes and ids.
import { KeyFigures, Listed } from "../../parts/figures";
import { Notice } from "../../parts/basic";
import { count, percent } from "../../format";
import { address } from "../../route";
import { fill, text } from "../../text";
import type { Json } from "../../types";

const words = text.risk.vectors;

export function VectorRisk({ project, inspection }: { project: string; inspection: Json }) {
  const { data, vectors, terms, labels, ids } = inspection;
  const k: number = inspection.k;
  const alone = (100 * vectors.alone) / Math.max(1, data.documents);
  const rows: { what: string; often: number; means: string }[] = [
    { what: words.different, often: vectors.different, means: words.differentMeans },
    { what: fill(words.below, k), often: vectors.below_k, means: words.belowMeans },
    { what: fill(words.rare, k), often: terms.rare, means: words.rareMeans },
    { what: words.once, often: terms.once, means: words.onceMeans },
  ];
  if (labels) {
    rows.push({ what: words.classes, often: labels.classes, means: words.classesMeans });
    rows.push({ what: words.smallestClass, often: labels.smallest, means: words.smallestClassMeans });
  }
  return (
    <>
      <KeyFigures
        figures={[
          { term: words.documents, figure: count(data.documents) },
          { term: words.alone, figure: `${count(vectors.alone)} (${percent(alone)})`, note: words.aloneNote, tone: vectors.alone > 0 ? "bad" : "good" },
          { term: words.smallest, figure: count(vectors.smallest), note: words.smallestNote },
          { term: words.terms, figure: count(data.terms), note: fill(words.termsNote, inspection.mean_terms.toFixed(1), percent(inspection.density)) },
        ]}
      />
      <section class="card next" aria-labelledby="risk-next">
        <h2 id="risk-next">{text.risk.next}</h2>
        <p>{vectors.alone > 0 ? fill(words.nextAlone, count(vectors.alone), count(data.documents)) : fill(words.nextShared, count(vectors.smallest))}</p>
        <p class="row">
          <a class="button main" href={address(project, "protect")}>{text.risk.nextProtect}</a>
          <a class="button" href={address(project, "explore")}>{text.risk.nextExplore}</a>
        </p>
      </section>
      <section>
        <h2>{words.tells}</h2>
        <Listed
          label={words.tells}
          heads={[{ title: words.what }, { title: words.number, num: true }, { title: words.means }]}
          rows={rows}
          keyOf={(one) => one.what}
          cells={(one) => (
            <>
              <th scope="row">{one.what}</th>
              <td class="num">{count(one.often)}</td>
              <td class="long">{one.means}</td>
            </>
          )}
        />
        {terms.rare > 0 && <Notice kind="warning">{fill(words.rareNote, count(terms.rare), k)}</Notice>}
        {ids && <p>{ids.tell ? fill(words.idsTell, ids.looks_like) : words.ids}</p>}
      </section>
    </>
  );
}
