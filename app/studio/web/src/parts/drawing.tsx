// The engine's own drawings and report parts. They are markup in which the engine escaped all data;
// tooltips are its <title>s, shown at once; what has a data-key can be clicked and reached by Tab.
import { useEffect, useRef, useState } from "preact/hooks";
import * as api from "../api";
import type { Json } from "../types";

export function Markup(props: {
  html: string;
  class?: string;
  onKey?: (key: string) => void; // of what was clicked
  chosen?: string[]; // keys that are marked
}) {
  const box = useRef<HTMLDivElement>(null);
  const [tip, setTip] = useState<{ x: number; y: number; text: string } | null>(null);

  useEffect(() => {
    if (props.onKey) {
      // A picture that holds buttons is a group of them.
      for (const svg of box.current?.querySelectorAll("svg[role=img]") ?? []) svg.setAttribute("role", "group");
    }
    for (const one of box.current?.querySelectorAll<SVGElement>("[data-key]") ?? []) {
      if (!props.onKey) continue;
      one.setAttribute("tabindex", "0");
      one.setAttribute("role", "button");
      const title = one.querySelector("title")?.textContent;
      if (title) one.setAttribute("aria-label", title);
      one.classList.toggle("chosen", props.chosen?.includes(one.dataset.key ?? "") ?? false);
    }
  }, [props.html, props.chosen?.join("\n"), !!props.onKey]);

  const keyOf = (target: EventTarget | null) =>
    (target as Element | null)?.closest?.("[data-key]")?.getAttribute("data-key") ?? null;

  return (
    <div
      ref={box}
      class={`markup ${props.class ?? ""}`}
      onPointerMove={(e) => {
        const holder = (e.target as Element).closest?.("g, rect, path, circle");
        const title = holder?.querySelector(":scope > title")?.textContent ?? holder?.parentElement?.querySelector(":scope > title")?.textContent;
        const inSvg = !!holder?.closest("svg");
        const frame = box.current!.getBoundingClientRect();
        setTip(title && inSvg && holder?.parentElement?.tagName !== "svg" || title && holder?.tagName === "g"
          ? { x: e.clientX - frame.left, y: e.clientY - frame.top, text: title ?? "" }
          : null);
      }}
      onPointerLeave={() => setTip(null)}
      onClick={(e) => {
        const key = keyOf(e.target);
        if (key !== null) props.onKey?.(key);
      }}
      onKeyDown={(e) => {
        const key = keyOf(e.target);
        if (key !== null && (e.key === "Enter" || e.key === " ")) {
          e.preventDefault();
          props.onKey?.(key);
        }
      }}
    >
      {/* eslint-disable-next-line */}
      <div dangerouslySetInnerHTML={{ __html: props.html }} />
      {tip && (
        <div class="tip" ref={(element) => {
          // By script: the content policy forbids styles in attributes.
          if (element) {
            element.style.left = `${tip.x + 12}px`;
            element.style.top = `${tip.y + 12}px`;
          }
        }}>
          {tip.text}
        </div>
      )}
    </div>
  );
}

// A drawing of what the page holds, made by the engine.
export function Drawing(props: {
  what: string;
  data: Json;
  width?: number;
  id?: string;
  onKey?: (key: string) => void;
  chosen?: string[];
}) {
  const [svg, setSvg] = useState("");
  const data = JSON.stringify(props.data);
  useEffect(() => {
    let live = true;
    void api
      .draw(props.what, JSON.parse(data), { width: props.width, id: props.id ?? props.what })
      .then((made) => live && setSvg(made), () => live && setSvg(""));
    return () => {
      live = false;
    };
  }, [props.what, data, props.width, props.id]);
  return <Markup html={svg} onKey={props.onKey} chosen={props.chosen} />;
}

// Parts of the report on one result; `only` by their ids.
export function ReportParts(props: { project: string; result: number; only?: string[]; without?: string[] }) {
  const [parts, setParts] = useState<{ id: string; title: string; html: string }[]>([]);
  useEffect(() => {
    let live = true;
    void api.parts(props.project, props.result).then((answer) => live && setParts(answer.parts), () => undefined);
    return () => {
      live = false;
    };
  }, [props.project, props.result]);
  const shown = parts.filter(
    (one) => (!props.only || props.only.includes(one.id)) && !props.without?.includes(one.id),
  );
  return (
    <div class="report">
      {shown.map((one) => (
        <section key={one.id}>
          {one.title && <h3>{one.title}</h3>}
          <Markup html={one.html} />
        </section>
      ))}
    </div>
  );
}
