// Small things that every place uses.
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { text } from "../text";
import type { Problem } from "../types";
import { ApiError } from "../api";

export function Button(props: {
  children: ComponentChildren;
  onClick?: () => unknown;
  kind?: "main" | "quiet" | "danger";
  disabled?: boolean;
  title?: string;
  pressed?: boolean;
  expanded?: boolean; // of what opens something below
  type?: "button" | "submit";
  label?: string; // for screen readers, where the content is a sign
}) {
  return (
    <button
      type={props.type ?? "button"}
      class={`button ${props.kind ?? ""}`}
      onClick={() => void props.onClick?.()}
      disabled={props.disabled}
      title={props.title}
      aria-label={props.label}
      aria-pressed={props.pressed}
      aria-expanded={props.expanded}
    >
      {props.children}
    </button>
  );
}

export function Problems({ problems, title }: { problems: Problem[]; title?: string }) {
  if (problems.length === 0) return null;
  return (
    <div class="problems" role="alert">
      {title && <p class="problems-title">{title}</p>}
      <ul>
        {problems.map((one) => (
          <li>{one.text || one.message}</li>
        ))}
      </ul>
    </div>
  );
}

// What went wrong with a request.
export function Failure({ error }: { error: unknown }) {
  if (!error) return null;
  const problems = error instanceof ApiError && error.problems.length > 0 ? error.problems : [];
  if (problems.length > 0) return <Problems problems={problems} />;
  return (
    <div class="problems" role="alert">
      <p>{(error as Error).message ?? String(error)}</p>
    </div>
  );
}

export function Loading() {
  return (
    <p class="quiet" role="status">
      {text.common.loading}
    </p>
  );
}

export function Notice({ children, kind }: { children: ComponentChildren; kind?: "warning" | "good" }) {
  return <div class={`note ${kind ?? ""}`}>{children}</div>;
}

// A dialog that takes the focus and gives it back; Escape closes it.
export function Dialog(props: { title: string; onClose: () => void; children: ComponentChildren; wide?: boolean }) {
  const box = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    box.current?.showModal();
    return () => before?.focus();
  }, []);
  return (
    <dialog ref={box} class={props.wide ? "wide" : ""} aria-labelledby={id} onClose={props.onClose} onCancel={props.onClose}>
      <header class="dialog-head">
        <h2 id={id}>{props.title}</h2>
        <Button kind="quiet" onClick={props.onClose} label={text.common.close}>
          ✕
        </Button>
      </header>
      {props.children}
    </dialog>
  );
}

// Tabs by arrow keys, as the pattern of the ARIA guide has it.
export function Tabs(props: { label: string; tabs: { id: string; title: string }[]; chosen: string; onChoose: (id: string) => void }) {
  const refs = useRef<Record<string, HTMLButtonElement | null>>({});
  const move = (step: number) => {
    const at = props.tabs.findIndex((one) => one.id === props.chosen);
    const next = props.tabs[(at + step + props.tabs.length) % props.tabs.length];
    props.onChoose(next.id);
    refs.current[next.id]?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={props.label}>
      {props.tabs.map((one) => (
        <button
          type="button"
          role="tab"
          ref={(element) => {
            refs.current[one.id] = element;
          }}
          aria-selected={one.id === props.chosen}
          tabIndex={one.id === props.chosen ? 0 : -1}
          onClick={() => props.onChoose(one.id)}
          onKeyDown={(e) => {
            if (e.key === "ArrowRight") move(1);
            if (e.key === "ArrowLeft") move(-1);
          }}
        >
          {one.title}
        </button>
      ))}
    </div>
  );
}

export function Copy({ value }: { value: string }) {
  const [done, setDone] = useState(false);
  return (
    <Button
      kind="quiet"
      onClick={async () => {
        await navigator.clipboard.writeText(value);
        setDone(true);
        setTimeout(() => setDone(false), 1500);
      }}
    >
      {done ? text.common.copied : text.common.copy}
    </Button>
  );
}

// "The same as a command": what repeats a step without the studio.
export function AsCommand({ command, python }: { command?: string; python?: string }) {
  const [as, setAs] = useState<"command" | "python">("command");
  if (!command) return null;
  const shown = as === "python" && python ? python : command;
  return (
    <details class="as-command">
      <summary>{text.common.asCommand}</summary>
      <div class="row">
        <Button kind="quiet" pressed={as === "command"} onClick={() => setAs("command")}>
          {text.common.asCommand}
        </Button>
        {python && (
          <Button kind="quiet" pressed={as === "python"} onClick={() => setAs("python")}>
            {text.common.asPython}
          </Button>
        )}
        <Copy value={shown} />
      </div>
      <pre tabIndex={0}>{shown}</pre>
      <p class="quiet small">{text.common.inFolder}</p>
    </details>
  );
}
