// How the file is read: what parts values, what means that one is missing.
import { useState } from "preact/hooks";
import { Button } from "../../parts/basic";
import { text } from "../../text";
import type { Json } from "../../types";

export function Reading(props: { read: Json; disabled?: boolean; onSave: (read: Record<string, Json>) => unknown }) {
  const words = text.columns.reading;
  const held = props.read ?? {};
  const [separator, setSeparator] = useState<string>(held.separator ?? "");
  const [header, setHeader] = useState<string>(held.header === undefined ? "" : held.header ? "yes" : "no");
  const [encoding, setEncoding] = useState<string>(held.encoding ?? "");
  const [missing, setMissing] = useState<string>((held.missing ?? []).join(", "));
  return (
    <form
      class="reading"
      onSubmit={(e) => {
        e.preventDefault();
        const codes = missing.split(",").map((one) => one.trim()).filter(Boolean);
        void props.onSave({
          separator: separator || null,
          header: header === "" ? null : header === "yes",
          encoding: encoding.trim() || null,
          missing: codes.length > 0 ? codes : null,
        });
      }}
    >
      <div class="form">
        <div class="field">
          <label for="read-separator">{words.separator}</label>
          <select id="read-separator" value={separator} onChange={(e) => setSeparator(e.currentTarget.value)}>
            {["", ",", ";", "\t", "|"].map((one) => (
              <option value={one}>{words.separators[one]}</option>
            ))}
          </select>
        </div>
        <div class="field">
          <label for="read-header">{words.header}</label>
          <select id="read-header" value={header} onChange={(e) => setHeader(e.currentTarget.value)}>
            {["", "yes", "no"].map((one) => (
              <option value={one}>{words.headers[one]}</option>
            ))}
          </select>
        </div>
        <div class="field">
          <label for="read-encoding">{words.encoding}</label>
          <input id="read-encoding" type="text" value={encoding} placeholder="utf-8" onInput={(e) => setEncoding(e.currentTarget.value)} />
        </div>
        <div class="field">
          <label for="read-missing">{words.missing}</label>
          <input id="read-missing" type="text" value={missing} placeholder="?, -9" onInput={(e) => setMissing(e.currentTarget.value)} />
          <p class="hint">{words.missingHint}</p>
        </div>
      </div>
      <div class="row">
        <Button type="submit" disabled={props.disabled}>
          {words.save}
        </Button>
      </div>
    </form>
  );
}

// Options of an inspection that reads as the policy does.
export function readingOptions(read: Json): Record<string, Json> {
  const options: Record<string, Json> = {};
  for (const key of ["separator", "encoding", "missing"]) if (read?.[key]) options[key] = read[key];
  if (read?.header === true) options.header = true;
  if (read?.header === false) options.no_header = true;
  return options;
}
