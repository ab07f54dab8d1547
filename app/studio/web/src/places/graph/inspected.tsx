// What a graph is made of, its columns, and whom an intruder's knowledge finds.
import { count, percent } from "../../format";
import { fill, text } from "../../text";
import type { Json } from "../../types";

const words = text.graph;

export function Inspected({ result }: { result: Json }) {
  const facts = ["nodes", "edges", "parts", "isolated", "loops", "repeats"].filter((one) => typeof result[one] === "number");
  const attributes: Json[] = result.attributes ?? [];
  const alike: Json[] = result.alike ?? [];
  return (
    <>
      <dl class="figures">
        {facts.map((one) => (
          <div>
            <dt>{words.facts[one]}</dt>
            <dd>{count(result[one])}</dd>
          </div>
        ))}
      </dl>
      <p class="quiet small">{result.directed ? words.directed : words.undirected}</p>
      <h3>{words.alikeTitle}</h3>
      <div class="scroll-x" tabIndex={0} role="region" aria-label={words.alikeTitle}>
        <table>
          <thead>
            <tr>
              <th scope="col">{words.known}</th>
              <th scope="col" class="num">{words.unique}</th>
              <th scope="col" class="num">{fill(words.belowK, result.k ?? 5)}</th>
              <th scope="col" class="num">{words.classes}</th>
            </tr>
          </thead>
          <tbody>
            {alike.map((one) => (
              <tr>
                <th scope="row">{words.knowledge[one.known] ?? one.known}</th>
                <td class="num">{count(one.unique)} <span class="quiet small">({percent((100 * one.unique) / Math.max(1, result.nodes))})</span></td>
                <td class="num">{count(one.below_k)} <span class="quiet small">({percent((100 * one.below_k) / Math.max(1, result.nodes))})</span></td>
                <td class="num">{count(one.classes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <h3>{words.columnsTitle}</h3>
      {attributes.length === 0 ? (
        <p class="quiet">{words.noColumns}</p>
      ) : (
        <>
          <p class="quiet small">{words.columnsHint}</p>
          <div class="scroll-x" tabIndex={0} role="region" aria-label={words.columnsTitle}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{words.column}</th>
                  <th scope="col">{words.role}</th>
                  <th scope="col">{words.kind}</th>
                  <th scope="col">{words.looksLike}</th>
                  <th scope="col" class="num">{words.missing}</th>
                  <th scope="col">{words.published}</th>
                </tr>
              </thead>
              <tbody>
                {attributes.map((one) => (
                  <tr>
                    <th scope="row">{one.name}</th>
                    <td>{one.role} {words.roles[one.role] && <span class="quiet small">({words.roles[one.role]})</span>}</td>
                    <td>{one.kind}</td>
                    <td>{one.looks_like}</td>
                    <td class="num">{count(one.missing ?? 0)}</td>
                    <td>{one.published ? words.yes : words.no}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
      {(result.notes ?? []).map((one: string) => (
        <p class="note small">{one}</p>
      ))}
    </>
  );
}
