// Words in all texts, whether they are part of a mention or not.
import { useEffect, useState } from "preact/hooks";
import * as api from "../../api";
import { count } from "../../format";
import { Button, Failure } from "../../parts/basic";
import { address, go } from "../../route";
import { fill, text } from "../../text";
import { seek } from "./review";

const words = text.documents.search;

interface Hit {
  document: number;
  name: string;
  entity: number | null;
  snippet: string;
}

let wanted = ""; // by the reader, for this page
export const searchFor = (what: string) => {
  wanted = what;
};

// The snippet with the sought words set off.
function Snippet({ hit, sought }: { hit: Hit; sought: string }) {
  const lower = hit.snippet.toLowerCase();
  const at = lower.length === hit.snippet.length ? lower.indexOf(sought.toLowerCase()) : -1;
  if (at < 0) return <q>{hit.snippet}</q>;
  return (
    <q>
      … {hit.snippet.slice(0, at)}
      <strong>{hit.snippet.slice(at, at + sought.length)}</strong>
      {hit.snippet.slice(at + sought.length)} …
    </q>
  );
}

export function Search({ project }: { project: string }) {
  const [typed, setTyped] = useState("");
  const [answer, setAnswer] = useState<{ sought: string; hits: Hit[]; total?: number } | null>(null);
  const [only, setOnly] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const search = async (what: string) => {
    setFailure(null);
    if (!what.trim()) return setAnswer(null);
    try {
      setAnswer({ sought: what, ...(await api.post(`/api/projects/${project}/review/search`, { words: what })) });
    } catch (error) {
      setFailure(error);
    }
  };
  useEffect(() => {
    if (!wanted) return;
    const what = wanted;
    wanted = "";
    setTyped(what);
    void search(what);
  }, []);
  const hits = answer?.hits.filter((one) => !only || one.entity === null) ?? [];
  const unmarked = answer?.hits.filter((one) => one.entity === null).length ?? 0;
  return (
    <section aria-labelledby="search-title">
      <h2 id="search-title">{words.title}</h2>
      <form
        class="row"
        role="search"
        onSubmit={(e) => {
          e.preventDefault();
          void search(typed);
        }}
      >
        <label class="grow">
          <span class="hidden">{words.label}</span>
          <input type="search" value={typed} placeholder={words.placeholder} onInput={(e) => setTyped(e.currentTarget.value)} />
        </label>
        <Button type="submit">{words.button}</Button>
      </form>
      <p class="small quiet">{words.hint}</p>
      <Failure error={failure} />
      <div role="status">
        {answer && (
          <p>
            {answer.hits.length === 0
              ? words.none
              : fill(unmarked > 0 ? words.found : words.foundAll, count(answer.total ?? answer.hits.length), count(unmarked))}
            {answer.total !== undefined && answer.total > answer.hits.length && ` ${fill(words.first, count(answer.hits.length))}`}
          </p>
        )}
      </div>
      {answer && answer.hits.length > 0 && (
        <>
          <label class="small">
            <input type="checkbox" checked={only} onChange={(e) => setOnly(e.currentTarget.checked)} /> {words.only}
          </label>
          <ul class="hits">
            {hits.map((one) => (
              <li>
                <a
                  href={one.entity === null ? address(project, "documents", one.document) : address(project, "documents", one.document, one.entity)}
                  onClick={(e) => {
                    if (one.entity !== null) return;
                    e.preventDefault();
                    seek({ document: one.document, words: answer.sought, snippet: one.snippet });
                    go(address(project, "documents", one.document));
                  }}
                >
                  {one.name}
                </a>{" "}
                <span class={`tag ${one.entity === null ? "open" : ""}`}>{one.entity === null ? words.notMarked : words.marked}</span>
                <br />
                <Snippet hit={one} sought={answer.sought} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
