// What the values of a column mean: WordNet, a taxonomy in a file, or a hierarchy made from them.
import { useState } from "preact/hooks";
import { Button, Dialog } from "../../parts/basic";
import { FileBrowser, type Entry } from "../../parts/files";
import { text } from "../../text";
import type { Json } from "../../types";
import { Hierarchy } from "./hierarchy";
import type { ColumnInfo } from "./model";

const kTaxonomy = /\.(csv|tsv|obo|owl|rdf|ttl|nt|txt)(\.gz)?$/i;
export const kNoKnowledge = { knowledge: null, format: null, map: null, senses: null, unmapped: null };

// Files in a policy are named from its folder, the project's.
export function fromFolder(folder: string, path: string): string {
  const base = folder.split("/").filter((one) => one && one !== ".");
  const to = path.split("/").filter((one) => one && one !== ".");
  let same = 0;
  while (same < base.length && same + 1 < to.length && base[same] === to[same]) same += 1;
  return [...base.slice(same).map(() => ".."), ...to.slice(same)].join("/");
}

export function KnowledgeEditor(props: {
  project: { id: string; folder: string };
  column: ColumnInfo;
  read: Json;
  version: number;
  hierarchies: boolean;
  onSave: (keys: Record<string, Json>, note: string) => Promise<boolean>;
}) {
  const { column } = props;
  const words = text.columns.knowledge;
  const [dialog, setDialog] = useState<"file" | "hierarchy" | null>(null);
  const [unmapped, setUnmapped] = useState<string>(column.entry.unmapped ?? "");
  const [senses, setSenses] = useState<string>(column.entry.senses ?? "");
  const now: string | undefined = column.entry.knowledge;
  const use = (source: string) =>
    props.onSave({ ...kNoKnowledge, knowledge: source, kind: null, order: null, unmapped: unmapped || null, senses: senses || null }, `${column.name}: taxonomy`);
  return (
    <div class="knowledge">
      <p class="small quiet">{words.lead}</p>
      <p>
        {words.now} <strong>{now ?? words.none}</strong>
      </p>
      <div class="row">
        <Button onClick={() => use("wordnet")} disabled={now === "wordnet"}>
          {words.wordnet}
        </Button>
        <Button onClick={() => setDialog("file")}>{words.file}</Button>
        {props.hierarchies && <Button onClick={() => setDialog("hierarchy")}>{words.hierarchy}</Button>}
        {now && (
          <Button kind="danger" onClick={() => props.onSave({ ...kNoKnowledge, kind: column.guess.kind }, `${column.name}: no taxonomy`)}>
            {words.remove}
          </Button>
        )}
      </div>
      <div class="form">
        <div class="field">
          <label for={`unmapped-${column.at}`}>{words.unmapped}</label>
          <select
            id={`unmapped-${column.at}`}
            value={unmapped}
            onChange={(e) => {
              setUnmapped(e.currentTarget.value);
              if (now) void props.onSave({ unmapped: e.currentTarget.value || null }, `${column.name}: values without a concept`);
            }}
          >
            {["", "missing", "root", "exact"].map((one) => (
              <option value={one}>{words.unmappedWays[one]}</option>
            ))}
          </select>
        </div>
        <div class="field">
          <label for={`senses-${column.at}`}>{words.senses}</label>
          <select
            id={`senses-${column.at}`}
            value={senses}
            onChange={(e) => {
              setSenses(e.currentTarget.value);
              if (now) void props.onSave({ senses: e.currentTarget.value || null }, `${column.name}: words of several meanings`);
            }}
          >
            {["", "context", "first", "fixed"].map((one) => (
              <option value={one}>{words.sensesWays[one]}</option>
            ))}
          </select>
        </div>
      </div>
      {dialog === "file" && (
        <Dialog title={words.file} wide onClose={() => setDialog(null)}>
          <p class="small quiet">{words.formats}</p>
          <FileBrowser
            root={text.open.folder}
            choice={words.take}
            files={(entry: Entry) => kTaxonomy.test(entry.name)}
            onChoose={async (path) => {
              setDialog(null);
              await use(fromFolder(props.project.folder, path));
            }}
          />
        </Dialog>
      )}
      {dialog === "hierarchy" && (
        <Hierarchy
          project={props.project}
          column={column}
          read={props.read}
          version={props.version}
          onClose={() => setDialog(null)}
          onUse={async (path) => {
            setDialog(null);
            await use(fromFolder(props.project.folder, path));
          }}
        />
      )}
    </div>
  );
}
