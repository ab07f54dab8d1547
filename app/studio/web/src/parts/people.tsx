// Single people in the data, by the numbers of their rows. The numbers travel in the body of a request
// and are kept nowhere: an address would be remembered.
import { useState } from "preact/hooks";
import { text } from "../text";
import { Button } from "./basic";
import { DataTable } from "./table";

const words = text.people;

export function PeopleInData(props: { project: string; rows: number[] }) {
  const [open, setOpen] = useState(false);
  if (props.rows.length === 0) return null;
  return (
    <div class="people-in-data">
      <Button expanded={open} onClick={() => setOpen(!open)}>
        {open ? words.hide : props.rows.length === 1 ? words.showOne : words.show}
      </Button>
      {open && <DataTable project={props.project} table="data" revision={0} label={words.label} height={320} filter={[{ rows: props.rows }]} />}
    </div>
  );
}
