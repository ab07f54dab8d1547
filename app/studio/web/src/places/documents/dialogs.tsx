// The reader's dialogs: keys, adding a missed mention, and a decision on many at once.
import { useState } from "preact/hooks";
import { count } from "../../format";
import { Button, Dialog, Failure } from "../../parts/basic";
import { fill, text } from "../../text";
import { CategorySelect, KeptWarning } from "./mention_panel";
import type { Category, Decision } from "./review";
import type { Passage } from "./marked_text";

const words = text.documents;

export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={words.reader.keys} onClose={onClose}>
      <dl class="keys">
        {words.keyList.map(([key, what]) => (
          <div>
            <dt><kbd>{key}</kbd></dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p class="small quiet">{words.keysWhen}</p>
    </Dialog>
  );
}

export function AddDialog(props: { passage: Passage; categories: Category[]; onClose: () => void; onAdd: (category: string) => Promise<void> }) {
  const [category, setCategory] = useState("person");
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  return (
    <Dialog title={words.add.title} onClose={props.onClose}>
      <form
        onSubmit={(e) => {
          e.preventDefault();
          setBusy(true);
          props.onAdd(category).catch((error) => {
            setFailure(error);
            setBusy(false);
          });
        }}
      >
        <p class="mention-words">“{props.passage.words.length > 400 ? `${props.passage.words.slice(0, 400)} …` : props.passage.words}”</p>
        <CategorySelect categories={props.categories} value={category} label={words.reader.category} onChange={setCategory} />
        <KeptWarning category={category} categories={props.categories} />
        <p class="small quiet">{words.add.hint}</p>
        <Failure error={failure} />
        <div class="row">
          <Button kind="main" type="submit" disabled={busy}>{words.add.button}</Button>
          <Button onClick={props.onClose}>{text.common.cancel}</Button>
        </div>
      </form>
    </Dialog>
  );
}

export function ConfirmAll(props: { category: string; decision: Decision; count: number; onClose: () => void; onConfirm: () => void }) {
  return (
    <Dialog title={fill(words.confirmAll.title, props.category)} onClose={props.onClose}>
      <p>{fill(words.confirmAll.text[props.decision], count(props.count), props.category)}</p>
      <div class="row">
        <Button kind="main" onClick={props.onConfirm}>{fill(words.confirmAll.button[props.decision], count(props.count))}</Button>
        <Button onClick={props.onClose}>{text.common.cancel}</Button>
      </div>
    </Dialog>
  );
}

export function Confirm(props: { title: string; text: string; button: string; onClose: () => void; onConfirm: () => void }) {
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <p>{props.text}</p>
      <div class="row">
        <Button kind="main" onClick={props.onConfirm}>{props.button}</Button>
        <Button onClick={props.onClose}>{text.common.cancel}</Button>
      </div>
    </Dialog>
  );
}
