// The policy as text: line numbers, a mark at lines with a problem, all problems below. Tab leaves the
// field, as everywhere.
import { useEffect, useId, useRef } from "preact/hooks";
import { fill, text } from "../../text";
import type { Desk } from "./desk";

const words = text.protect.editor;
const kLeastLines = 12;

export function Editor({ desk }: { desk: Desk }) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const lines = desk.text.split("\n").length;
  const said = new Map<number, string>();
  for (const one of desk.problems) if (one.line) said.set(one.line, [said.get(one.line), one.message].filter(Boolean).join("; "));

  // As high as its text: the numbers beside it then move along.
  const rows = Math.max(kLeastLines, lines + 1);
  const goTo = (line: number) => {
    const all = desk.text.split("\n");
    const from = all.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
    area.current?.focus({ preventScroll: true });
    area.current?.setSelectionRange(from, from + (all[line - 1]?.length ?? 0));
    box.current?.querySelector(`[data-line="${line}"]`)?.scrollIntoView({ block: "nearest" });
  };

  // The cursor stays where it is when a card changes the text elsewhere.
  const caret = useRef(0);
  useEffect(() => {
    const field = area.current;
    if (!field || field.value === desk.text) return;
    const at = field.selectionStart;
    field.value = desk.text;
    if (document.activeElement === field) field.setSelectionRange(Math.min(at, desk.text.length), Math.min(at, desk.text.length));
    caret.current = at;
  }, [desk.text]);

  return (
    <div class="editor">
      <label for={id} class="hidden">{words.label}</label>
      <div class="editor-box" ref={box}>
        <div class="editor-numbers" aria-hidden="true">
          {Array.from({ length: lines }, (_, i) => (
            <div data-line={i + 1} class={said.has(i + 1) ? "wrong" : ""} title={said.get(i + 1)}>
              {said.has(i + 1) ? "▸ " : ""}
              {i + 1}
            </div>
          ))}
        </div>
        <textarea
          id={id}
          ref={area}
          defaultValue={desk.text}
          rows={rows}
          wrap="off"
          spellcheck={false}
          autocapitalize="off"
          autocomplete="off"
          aria-describedby={`${id}-help ${id}-problems`}
          aria-invalid={desk.problems.length > 0 ? "true" : undefined}
          onInput={(e) => desk.write(e.currentTarget.value)}
        />
      </div>
      <p class="hint" id={`${id}-help`}>{words.help}</p>
      <div id={`${id}-problems`} role="status" class="editor-problems">
        {desk.problems.length > 0 ? (
          <>
            <p class="problems-title">{desk.problems.length === 1 ? words.one : fill(words.several, desk.problems.length)}</p>
            <ul>
              {desk.problems.map((one) => (
                <li>
                  {one.line ? (
                    <button type="button" class="button quiet" onClick={() => goTo(one.line!)}>
                      {words.line} {one.line}
                    </button>
                  ) : null}
                  {one.card === null && one.parameter ? `${one.parameter}: ` : ""}
                  {one.message}
                </li>
              ))}
            </ul>
          </>
        ) : desk.checked ? (
          <p class="good">{words.fine}</p>
        ) : (
          <p class="quiet">{words.checking}</p>
        )}
      </div>
      {desk.warnings.length > 0 && (
        <details class="editor-warnings">
          <summary>{fill(desk.warnings.length === 1 ? words.warning : words.warnings, desk.warnings.length)}</summary>
          <ul>
            {desk.warnings.map((one) => (
              <li>{one}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
