// What people say about the release, with their names; nothing is taken back.
import { useId, useState } from "preact/hooks";
import * as api from "../../api";
import { Button, Failure } from "../../parts/basic";
import { moment } from "../../format";
import { useWorkspace } from "../../state";
import { text } from "../../text";
import { useName } from "../../parts/stored";
import { NameField } from "./state";

const words = text.signoff;

export function Notes() {
  const workspace = useWorkspace();
  const { notes, id: project } = workspace.project;
  const [name, setName] = useName();
  const [note, setNote] = useState("");
  const [error, setError] = useState<unknown>(null);
  const id = useId();
  const add = async () => {
    setError(null);
    try {
      await api.post(`/api/projects/${project}/notes`, { name: name.trim(), text: note.trim() });
      setNote("");
      await workspace.reload();
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <section aria-labelledby="notes-title">
      <h2 id="notes-title">{words.notes}</h2>
      {notes.length === 0 ? (
        <p class="quiet">{words.noNotes}</p>
      ) : (
        <ol class="notes">
          {notes.map((one) => (
            <li>
              <p class="small quiet">
                <strong>{one.name}</strong>, <time dateTime={one.time}>{moment(one.time)}</time>
              </p>
              <p class="note-words">{one.text}</p>
            </li>
          ))}
        </ol>
      )}
      <form
        class="card note-form"
        onSubmit={(e) => {
          e.preventDefault();
          void add();
        }}
      >
        <NameField name={name} onChange={setName} />
        <div class="field">
          <label for={id}>{words.note}</label>
          <textarea id={id} rows={3} value={note} onInput={(e) => setNote(e.currentTarget.value)} />
        </div>
        <Failure error={error} />
        <div class="row dialog-row">
          <Button type="submit" disabled={!name.trim() || !note.trim()}>
            {words.addNote}
          </Button>
          <span class="quiet small">{words.notesStay}</span>
        </div>
      </form>
    </section>
  );
}
