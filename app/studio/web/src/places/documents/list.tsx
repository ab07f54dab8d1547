// The documents with what was found in each, and what is still undecided.
import { useMemo, useState } from "preact/hooks";
import { count, size } from "../../format";
import { Button } from "../../parts/basic";
import { address } from "../../route";
import { fill, text } from "../../text";
import { colourOf, open, type Summary } from "./review";

const words = text.documents.list;
const kFirst = 200; // rows at once

export function DocumentList({ project, summary }: { project: string; summary: Summary }) {
  const [onlyOpen, setOnlyOpen] = useState(false);
  const [category, setCategory] = useState("");
  const [name, setName] = useState("");
  const [shown, setShown] = useState(kFirst);
  const byCategory = summary.documents.some((one) => one.categories);
  const chosen = useMemo(
    () =>
      summary.documents.filter(
        (one) =>
          (!onlyOpen || open(one, summary) > 0) &&
          (!category || (one.categories?.[category] ?? 0) > 0) &&
          one.name.toLowerCase().includes(name.trim().toLowerCase()),
      ),
    [summary, onlyOpen, category, name],
  );
  return (
    <section aria-labelledby="list-title">
      <h2 id="list-title">{fill(words.title, count(summary.documents.length))}</h2>
      <div class="row filters">
        <label><input type="checkbox" checked={onlyOpen} onChange={(e) => setOnlyOpen(e.currentTarget.checked)} /> {words.onlyOpen}</label>
        {byCategory && (
          <label>
            {words.category}{" "}
            <select value={category} onChange={(e) => setCategory(e.currentTarget.value)}>
              <option value="">{words.all}</option>
              {summary.categories.filter((one) => one.count > 0).map((one) => (
                <option value={one.name}>{`${one.name} (${count(one.count)})`}</option>
              ))}
            </select>
          </label>
        )}
        <label>
          {words.name} <input type="search" value={name} onInput={(e) => setName(e.currentTarget.value)} />
        </label>
      </div>
      <p class="small quiet" role="status">{fill(words.shown, count(chosen.length), count(summary.documents.length))}</p>
      {chosen.length > 0 && (
        <div class="scroll-x" tabIndex={0} role="region" aria-label={words.table}>
          <table class="documents">
            <thead>
              <tr>
                <th scope="col">{words.document}</th>
                <th scope="col" class="num">{words.mentions}</th>
                <th scope="col" class="num">{words.undecided}</th>
                <th scope="col" class="num">{words.blocks}</th>
                <th scope="col" class="num wide-only">{words.size}</th>
                {byCategory && <th scope="col" class="wide-only">{words.found}</th>}
              </tr>
            </thead>
            <tbody>
              {chosen.slice(0, shown).map((one) => (
                <tr key={one.index}>
                  <th scope="row"><a href={address(project, "documents", one.index)}>{one.name}</a></th>
                  <td class="num">{count(one.entities)}</td>
                  <td class={`num ${one.undecided > 0 ? "some" : "quiet"}`}>{count(one.undecided)}</td>
                  <td class={`num ${(one.undecided_blocks ?? 0) > 0 ? "some" : ""}`}>
                    {count(one.blocks)}
                    {(one.undecided_blocks ?? 0) > 0 && ` (${fill(words.blocksOpen, count(one.undecided_blocks ?? 0))})`}
                  </td>
                  <td class="num wide-only">{size(one.size)}</td>
                  {byCategory && (
                    <td class="wide-only small">
                      {Object.entries(one.categories ?? {}).map(([what, often]) => (
                        <span class="found"><span class={`swatch m${colourOf(what)}`} aria-hidden="true" />{what} {count(often)}</span>
                      ))}
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {chosen.length > shown && <Button onClick={() => setShown(shown + 1000)}>{words.more}</Button>}
    </section>
  );
}

// What is found as what, and what the policy does with it.
export function Categories({ summary }: { summary: Summary }) {
  const found = summary.categories.filter((one) => one.count > 0);
  if (found.length === 0) return null;
  return (
    <ul class="categories" aria-label={words.categories}>
      {found.map((one) => (
        <li title={one.text}>
          <span class={`swatch m${colourOf(one.name)}`} aria-hidden="true" />
          {one.name} <strong>{count(one.count)}</strong>
          {one.becomes && <span class="quiet small"> {one.keeps ? one.becomes : fill(text.documents.becomes, one.becomes)}</span>}
        </li>
      ))}
    </ul>
  );
}
