// The server's disk below the studio's folder: folders are entered, files are chosen.
import { useEffect, useRef, useState } from "preact/hooks";
import * as api from "../api";
import { count, moment, size } from "../format";
import { fill, text } from "../text";
import type { Kind } from "../types";
import { Button, Failure, Loading } from "./basic";

export interface Entry {
  name: string;
  path: string;
  folder: boolean;
  data: Kind;
  size?: number;
  changed: number;
}

// Endings of what is data for sure; others are tried as a table, and the reader says what is wrong.
const kKnown = /\.(csv|tsv|parquet|json|jsonl|ndjson|mtx|svm|libsvm|gml|graphml|xml|edges|edgelist|txt|text|md|markdown|html|htm|xhtml)(\.gz)?$/i;
const kUnknown = /\.(png|jpe?g|gif|svg|pdf|zip|tar|exe|so|o|py|r|toml|docx?|xlsx?|odt|ods|pptx?)$/i;

export const isData = (entry: Entry) => kKnown.test(entry.name);

// What a file or folder is, in words.
export function kindOfEntry(entry: Entry): string {
  const words = text.files;
  if (entry.folder && entry.data === "graph") return words.graphFolder;
  if (entry.folder && entry.data === "table") return words.tableFolder;
  if (entry.folder) return words.folder;
  if (kUnknown.test(entry.name)) return words.noData;
  return isData(entry) ? text.kinds[entry.data] : words.perhaps;
}

export function FileBrowser(props: {
  root: string; // how the studio's folder is called
  choice: string; // the word on the button of a file
  // What may be chosen; left out: data, also folders of them.
  files?: (entry: Entry) => boolean;
  onChoose: (path: string, kind: Kind) => unknown;
  busy?: string; // the path that is being opened
}) {
  const [path, setPath] = useState(".");
  const [entries, setEntries] = useState<Entry[] | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [filter, setFilter] = useState("");
  const here = useRef<HTMLElement>(null);
  const moved = useRef(false);

  useEffect(() => {
    const stop = new AbortController();
    setEntries(null);
    setFailure(null);
    setFilter("");
    api.post("/api/files", { path }, stop.signal).then(
      (answer) => {
        setEntries(answer.entries);
        if (moved.current) here.current?.focus();
      },
      (error) => error.name !== "AbortError" && setFailure(error),
    );
    return () => stop.abort();
  }, [path]);
  const enter = (to: string) => {
    moved.current = true;
    setPath(to);
  };

  const words = text.files;
  const steps = path === "." ? [] : path.split("/");
  const shown = (entries ?? []).filter((one) => one.name.toLowerCase().includes(filter.toLowerCase()));
  const documents = (entries ?? []).filter((one) => !one.folder && one.data === "documents" && isData(one)).length;
  const hasEdges = (entries ?? []).some((one) => !one.folder && /^edges\./.test(one.name));
  const whole = props.files || path === "." ? null : hasEdges ? ("graph" as Kind) : documents > 0 ? ("documents" as Kind) : null;
  return (
    <div class="files">
      <nav class="crumbs" aria-label={words.where}>
        <ol>
          <li>
            {steps.length > 0 ? (
              <button type="button" class="link" onClick={() => enter(".")}>
                {props.root}
              </button>
            ) : (
              <strong ref={here} tabIndex={-1}>{props.root}</strong>
            )}
          </li>
          {steps.map((one, i) => (
            <li>
              {i + 1 < steps.length ? (
                <button type="button" class="link" onClick={() => enter(steps.slice(0, i + 1).join("/"))}>
                  {one}
                </button>
              ) : (
                <strong ref={here} tabIndex={-1}>{one}</strong>
              )}
            </li>
          ))}
        </ol>
      </nav>
      {whole && (
        <div class="note row">
          <span>{whole === "graph" ? words.wholeGraph : fill(words.wholeDocuments, count(documents))}</span>
          <Button kind="main" disabled={!!props.busy} onClick={() => props.onChoose(path, whole)}>
            {words.openWhole}
          </Button>
        </div>
      )}
      {(entries?.length ?? 0) > 12 && (
        <label class="row small">
          {words.filter}
          <input type="search" value={filter} onInput={(e) => setFilter(e.currentTarget.value)} />
        </label>
      )}
      <Failure error={failure} />
      {!entries && !failure && <Loading />}
      {entries && shown.length === 0 && <p class="quiet">{entries.length === 0 ? words.empty : words.noneSuch}</p>}
      {shown.length > 0 && (
        <ul class="entries">
          {shown.slice(0, 500).map((one) => {
            const able = one.folder ? !props.files && one.data === "graph" : props.files ? props.files(one) : !kUnknown.test(one.name);
            return (
              <li key={one.path}>
                <span class="entry-name">
                  {one.folder ? (
                    <button type="button" class="link" onClick={() => enter(one.path)}>
                      <span aria-hidden="true">▸ </span>
                      {one.name}
                    </button>
                  ) : (
                    one.name
                  )}
                </span>
                <span class="quiet small entry-kind">{kindOfEntry(one)}</span>
                <span class="quiet small entry-size">{one.folder ? "" : size(one.size)}</span>
                <span class="quiet small entry-time">{moment(one.changed)}</span>
                <span class="entry-action">
                  {able && (
                    <Button disabled={!!props.busy} label={`${props.choice}: ${one.name}`} onClick={() => props.onChoose(one.path, one.data)}>
                      {props.busy === one.path ? text.common.loading : props.choice}
                    </Button>
                  )}
                </span>
              </li>
            );
          })}
        </ul>
      )}
      {shown.length > 500 && <p class="quiet small">{fill(words.more, count(shown.length - 500))}</p>}
    </div>
  );
}
