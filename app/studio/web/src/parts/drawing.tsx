// The engine's own drawings and report parts. They are markup in which the engine escaped all data;
// tooltips are its <title>s, shown at once; what has a data-key can be clicked and reached by Tab; bars
// and, between two axes, rectangles can be selected.
import type { ComponentChildren } from "preact";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import * as api from "../api";
import { text } from "../text";
import type { Json } from "../types";
import { brushPlane, type Area, type Brush } from "./brush";
import { attachRanges, type Selected } from "./ranges";

interface Looks {
  onKey?: (key: string) => void; // of what was clicked
  chosen?: string[]; // keys that are marked
  area?: Area | null; // that is selected between two axes
  onArea?: (area: Area | null, held: boolean) => void; // held: it is still being dragged
  // Runs of bars can be selected; what stands beside the words about one.
  ranges?: boolean | ((selected: Selected) => ComponentChildren);
}

export function Markup(props: Looks & { html: string; class?: string }) {
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const plane = useRef<Brush<Area> | null>(null);
  const hint = useId();
  const now = useRef(props);
  now.current = props;
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

  useEffect(() => {
    if (!props.ranges || !content.current) return;
    return attachRanges(content.current, (selected) => (typeof now.current.ranges === "function" ? now.current.ranges(selected) : null));
  }, [props.html, !!props.ranges]);

  useEffect(() => {
    const svg = props.onArea && content.current?.querySelector<SVGSVGElement>('svg[data-brush="xy"]');
    if (!svg) return;
    const brush = brushPlane(svg, hint, (area, held) => now.current.onArea?.(area, held));
    brush.set(now.current.area ?? null);
    plane.current = brush;
    return () => {
      plane.current = null;
      brush.end();
    };
  }, [props.html, !!props.onArea]);

  // What is selected by other means is shown, and points outside of it stand back. With the page, not
  // after it was painted: an area that comes late would take back keys that were pressed meanwhile.
  useLayoutEffect(() => {
    plane.current?.set(props.area ?? null);
    for (const one of content.current?.querySelectorAll<SVGElement>("[data-x]") ?? []) {
      one.classList.toggle("outside", !!props.area && !isInside(props.area, Number(one.dataset.x), Number(one.dataset.y)));
    }
  }, [props.html, JSON.stringify(props.area ?? null)]);

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
      <div ref={content} dangerouslySetInnerHTML={{ __html: props.html }} />
      {props.onArea && <span class="hidden" id={hint}>{text.brush.hintPlane}</span>}
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

export const isInside = (area: Area, x: number, y: number): boolean =>
  x >= area.x[0] && x <= area.x[1] && y >= area.y[0] && y <= area.y[1];

// A drawing of what the page holds, made by the engine.
export function Drawing(props: Looks & { what: string; data: Json; width?: number; id?: string }) {
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
  const { what: _, data: __, width: ___, id: ____, ...looks } = props;
  return <Markup html={svg} {...looks} />;
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
          <Markup html={one.html} ranges />
        </section>
      ))}
    </div>
  );
}
