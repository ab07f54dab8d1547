// Selecting on the engine's drawings: a run of bars, or a rectangle between two axes; by mouse, by
// finger and by keys alone. What can be selected says so itself (src/lethe/report/base/svg.h):
//
//   svg  data-brush="x" data-frame="left top right bottom"  bars side by side; "y": one below the
//                                                           other; "xy": points in a plane
//   bar  data-bin data-span="begin end"                     where it lies along the axis
//        data-from data-to data-label                       which values it stands for
//        data-count, or data-before and data-after          how many it holds
//   plane  data-x-range data-y-range="low high"             values at the ends of the frame
//
// A finger also scrolls the page. Across bars that stand side by side it selects at once, because the
// page scrolls the other way; elsewhere a tap takes hold of the drawing first, and while something is
// selected on it a finger selects.

export interface Bin {
  from: number | null;
  to: number | null;
  label: string;
  count: number | null; // of a drawing of one file
  before: number | null; // of one of two
  after: number | null;
}

// Bars next to each other, by their numbers.
export interface Run {
  first: number;
  last: number;
}

// Values along both axes.
export interface Area {
  x: [number, number];
  y: [number, number];
}

export interface Brush<T> {
  set: (selected: T | null) => void; // shown; nobody is told
  end: () => void;
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const kMoved = 4; // pixels from where a press is a movement
const kSteps = 20; // of a key along an axis of a plane
const kParts = 200; // of an axis to which a pointer is rounded: nobody means the third digit

const numbersIn = (words: string | undefined): number[] => (words ?? "").split(" ").map(Number);
const numberIn = (words: string | undefined): number | null => (words === undefined ? null : Number(words));
const between = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

function frameOf(svg: SVGSVGElement): Box {
  const [left, top, right, bottom] = numbersIn(svg.dataset.frame);
  return { left, top, right, bottom };
}

// Where a pointer is, in units of the drawing.
function placeIn(svg: SVGSVGElement, e: PointerEvent): { x: number; y: number } {
  const matrix = svg.getScreenCTM();
  return matrix ? new DOMPoint(e.clientX, e.clientY).matrixTransform(matrix.inverse()) : { x: 0, y: 0 };
}

const kSvg = "http://www.w3.org/2000/svg";

function place(rect: SVGRectElement, box: Box) {
  rect.setAttribute("x", String(Math.min(box.left, box.right)));
  rect.setAttribute("y", String(Math.min(box.top, box.bottom)));
  rect.setAttribute("width", String(Math.abs(box.right - box.left)));
  rect.setAttribute("height", String(Math.abs(box.bottom - box.top)));
}

// The selected part, shaded.
class Shade {
  private rect = document.createElementNS(kSvg, "rect");
  constructor(private svg: SVGSVGElement) {
    this.rect.setAttribute("class", "brush-shade");
    svg.append(this.rect);
    this.show(null);
  }
  show(box: Box | null) {
    this.rect.setAttribute("visibility", box ? "visible" : "hidden");
    // From now on a finger on the drawing selects.
    this.svg.classList.toggle("brush-held", box !== null);
    if (box) place(this.rect, box);
  }
  end() {
    this.rect.remove();
  }
}

interface Following {
  press: (e: PointerEvent) => void;
  drag: (e: PointerEvent) => void;
  drop?: () => void; // after it was dragged
  cancel: () => void; // it was the beginning of something else: the page scrolls
  click: (e: PointerEvent) => void; // let go where it was pressed
}

// A pointer from press to release.
function follow(svg: SVGSVGElement, on: Following, ended: AbortSignal) {
  let held: { id: number; x: number; y: number; moved: boolean; free: boolean } | null = null;
  const options = { signal: ended };
  svg.addEventListener("pointerdown", (e) => {
    if (held || e.button !== 0 || !e.isPrimary) return;
    const free = e.pointerType !== "touch" || svg.dataset.brush === "x" || svg.classList.contains("brush-held");
    held = { id: e.pointerId, x: e.clientX, y: e.clientY, moved: false, free };
    on.press(e);
  }, options);
  svg.addEventListener("pointermove", (e) => {
    if (!held || e.pointerId !== held.id) return;
    if (!held.moved && Math.hypot(e.clientX - held.x, e.clientY - held.y) < kMoved) return;
    // Not before: the click on a point must reach the point.
    if (!held.moved && held.free) svg.setPointerCapture(e.pointerId);
    held.moved = true;
    if (held.free) on.drag(e);
  }, options);
  const release = (e: PointerEvent) => {
    if (!held || e.pointerId !== held.id) return;
    const { moved, free } = held;
    held = null;
    if (e.type === "pointercancel") return moved && free ? on.cancel() : undefined;
    if (!moved) on.click(e);
    else if (free) on.drop?.();
  };
  svg.addEventListener("pointerup", release, options);
  svg.addEventListener("pointercancel", release, options);
}

// Attributes that are set while it lasts, and put back.
function dress(element: Element, attributes: Record<string, string>): () => void {
  const before = Object.keys(attributes).map((name) => [name, element.getAttribute(name)] as const);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return () => {
    for (const [name, value] of before) {
      if (value === null) element.removeAttribute(name);
      else element.setAttribute(name, value);
    }
  };
}

const barsOf = (svg: SVGSVGElement) => [...svg.querySelectorAll<SVGGraphicsElement>("[data-bin]")];

export function binsOf(svg: SVGSVGElement): Bin[] {
  return barsOf(svg).map(({ dataset }) => ({
    from: numberIn(dataset.from),
    to: numberIn(dataset.to),
    label: dataset.label ?? "",
    count: numberIn(dataset.count),
    before: numberIn(dataset.before),
    after: numberIn(dataset.after),
  }));
}

// Bars as the options of a list of which several can be chosen: arrows go from one to the next, with
// Shift they extend what is chosen, Escape lets go. Who listens hears each bar in the words of its
// tooltip. `hint`: the id of the words that say so.
export function brushBins(svg: SVGSVGElement, hint: string, changed: (run: Run | null) => void): Brush<Run> {
  const bars = barsOf(svg);
  const upright = svg.dataset.brush === "y"; // one bar below the other
  const frame = frameOf(svg);
  const spans = bars.map((one) => numbersIn(one.dataset.span));
  const shade = new Shade(svg);
  const over = new AbortController();
  let anchor = 0;
  let cursor = 0;
  let run: Run | null = null;

  // What is heard of a bar is its tooltip. A bar that shows words of its own is heard by a clear one above it.
  const options = bars.map((bar, i) => {
    if (!bar.querySelector("text")) return bar;
    const clear = document.createElementNS(kSvg, "rect");
    const [begin, end] = spans[i];
    const box = upright ? { ...frame, top: begin, bottom: end } : { ...frame, left: begin, right: end };
    place(clear, box);
    clear.setAttribute("class", "brush-bar");
    svg.append(clear);
    return clear;
  });
  const undress = [
    dress(svg, {
      role: "listbox",
      tabindex: "0",
      "aria-multiselectable": "true",
      "aria-orientation": upright ? "vertical" : "horizontal",
      "aria-describedby": hint,
    }),
    ...options.map((option, i) =>
      dress(option, { role: "option", id: `${hint}-${i}`, "aria-selected": "false", "aria-label": bars[i].querySelector("title")?.textContent ?? "" })),
    () => options.forEach((option, i) => option !== bars[i] && option.remove()),
  ];
  svg.classList.add("brushable");

  const set = (next: Run | null) => {
    run = next;
    options.forEach((option, i) => option.setAttribute("aria-selected", String(run !== null && i >= run.first && i <= run.last)));
    const from = run ? spans[run.first][0] : 0;
    const to = run ? spans[run.last][1] : 0;
    shade.show(run && (upright ? { ...frame, top: from, bottom: to } : { ...frame, left: from, right: to }));
    if (run) svg.setAttribute("aria-activedescendant", options[cursor].id);
    else svg.removeAttribute("aria-activedescendant");
  };
  const choose = (to: number, extend: boolean) => {
    cursor = between(to, 0, bars.length - 1);
    if (!extend || !run) anchor = cursor;
    set({ first: Math.min(anchor, cursor), last: Math.max(anchor, cursor) });
    changed(run);
  };
  const clear = () => {
    if (!run) return;
    set(null);
    changed(null);
  };

  const at = (e: PointerEvent): number => {
    const spot = placeIn(svg, e);
    const along = upright ? spot.y : spot.x;
    const found = spans.findIndex(([, end]) => along < end);
    return found < 0 ? bars.length - 1 : found;
  };
  let pressed = 0;
  let before: Run | null = null;
  follow(svg, {
    press: (e) => {
      pressed = at(e);
      before = run;
    },
    cancel: () => {
      set(before);
      changed(before);
    },
    drag: (e) => {
      if (!run || anchor !== pressed) choose(pressed, false);
      choose(at(e), true);
    },
    // The only one that is chosen, clicked again: none.
    click: () => (run && run.first === run.last && run.first === pressed ? clear() : choose(pressed, false)),
  }, over.signal);
  svg.addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey || bars.length === 0) return;
    const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -Infinity, End: Infinity };
    if (e.key === "Escape" && run) {
      e.preventDefault();
      clear();
    } else if (e.key in steps) {
      e.preventDefault();
      // The first key takes the bar at which the cursor stands.
      choose(run ? cursor + steps[e.key] : Number.isFinite(steps[e.key]) ? cursor : steps[e.key], e.shiftKey);
    }
  }, { signal: over.signal });

  return {
    set: (next) => {
      if (next) [anchor, cursor] = [next.first, next.last];
      set(next);
    },
    end: () => {
      over.abort();
      shade.end();
      undress.forEach((one) => one());
      svg.removeAttribute("aria-activedescendant");
      svg.classList.remove("brushable", "brush-held");
    },
  };
}

// A rectangle between two axes: arrows move it (or the corner at which it begins), with Shift they
// pull its other corner, Escape lets go. Points in it stay buttons. What lies beyond the end of an axis
// is drawn at that end, so a rectangle that touches it reaches on. `held`: it is still being dragged.
export function brushPlane(svg: SVGSVGElement, hint: string, changed: (area: Area | null, held: boolean) => void): Brush<Area> {
  const frame = frameOf(svg);
  const [xLow, xHigh] = numbersIn(svg.dataset.xRange);
  const [yLow, yHigh] = numbersIn(svg.dataset.yRange);
  const shade = new Shade(svg);
  const over = new AbortController();
  // Corners as parts of the frame, from below on the left.
  let from = { x: 0, y: 0 };
  let to = { x: 0, y: 0 };
  let shown = false;

  const undress = dress(svg, { role: "application", tabindex: "0", "aria-describedby": hint });
  svg.classList.add("brushable");

  const draw = () =>
    shade.show(
      shown
        ? {
            left: frame.left + from.x * (frame.right - frame.left),
            right: frame.left + to.x * (frame.right - frame.left),
            bottom: frame.bottom - from.y * (frame.bottom - frame.top),
            top: frame.bottom - to.y * (frame.bottom - frame.top),
          }
        : null,
    );
  const range = (a: number, b: number, low: number, high: number): [number, number] => {
    const [first, last] = [Math.min(a, b), Math.max(a, b)];
    const value = (part: number) => Number((low + part * (high - low)).toPrecision(12));
    return [value(first), last >= 1 ? Infinity : value(last)];
  };
  const tell = (held = false) => {
    shown = true;
    draw();
    changed({ x: range(from.x, to.x, xLow, xHigh), y: range(from.y, to.y, yLow, yHigh) }, held);
  };
  const clear = () => {
    if (!shown) return;
    shown = false;
    draw();
    changed(null, false);
  };

  const part = (e: PointerEvent) => {
    const at = placeIn(svg, e);
    const rounded = (share: number) => between(Math.round(share * kParts) / kParts, 0, 1);
    return { x: rounded((at.x - frame.left) / (frame.right - frame.left)), y: rounded((frame.bottom - at.y) / (frame.bottom - frame.top)) };
  };
  let pressed = from;
  let before = { from, to, shown };
  follow(svg, {
    press: (e) => {
      pressed = part(e);
      before = { from, to, shown };
    },
    cancel: () => {
      ({ from, to } = before);
      if (before.shown) tell();
      else clear();
    },
    drag: (e) => {
      from = pressed;
      to = part(e);
      tell(true);
    },
    drop: () => tell(),
    click: (e) => {
      if ((e.target as Element).closest("[data-key]")) return;
      if (shown) return clear();
      // A finger takes hold of the drawing by a first small rectangle.
      if (e.pointerType === "mouse") return;
      const half = 1 / kSteps / 2;
      from = { x: between(pressed.x - half, 0, 1), y: between(pressed.y - half, 0, 1) };
      to = { x: between(pressed.x + half, 0, 1), y: between(pressed.y + half, 0, 1) };
      tell();
    },
  }, over.signal);
  svg.addEventListener("keydown", (e) => {
    // Only of the drawing itself: points are buttons with keys of their own.
    if (e.target !== svg || e.ctrlKey || e.metaKey || e.altKey) return;
    if (e.key === "Escape" && shown) {
      e.preventDefault();
      return clear();
    }
    const steps: Record<string, [number, number]> = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const step = steps[e.key];
    if (!step) return;
    e.preventDefault();
    const moved = (corner: { x: number; y: number }) => ({ x: corner.x + step[0] / kSteps, y: corner.y + step[1] / kSteps });
    const inside = (corner: { x: number; y: number }) => ({ x: between(corner.x, 0, 1), y: between(corner.y, 0, 1) });
    if (!shown) {
      // Where little is lost and few are found.
      from = { x: 0, y: 0 };
      to = { x: 1 / kSteps, y: 1 / kSteps };
    } else if (e.shiftKey) {
      to = inside(moved(to));
    } else if ([from, to].every((one) => moved(one).x > -1e-9 && moved(one).x < 1 + 1e-9 && moved(one).y > -1e-9 && moved(one).y < 1 + 1e-9)) {
      from = inside(moved(from));
      to = inside(moved(to));
    }
    tell();
  }, { signal: over.signal });

  return {
    set: (area) => {
      shown = area !== null;
      if (area) {
        const partOf = (value: number, low: number, high: number) => between((value - low) / (high - low), 0, 1);
        from = { x: partOf(area.x[0], xLow, xHigh), y: partOf(area.y[0], yLow, yHigh) };
        to = { x: partOf(area.x[1], xLow, xHigh), y: partOf(area.y[1], yLow, yHigh) };
      }
      draw();
    },
    end: () => {
      over.abort();
      shade.end();
      undress();
      svg.classList.remove("brushable", "brush-held");
    },
  };
}
