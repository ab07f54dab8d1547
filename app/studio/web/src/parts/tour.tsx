// The guided tour: a word at each place on what it is for and what to do there; on by a switch.
import { useState } from "preact/hooks";
import { text } from "../text";
import type { Kind } from "../types";

export function useTour() {
  const [on, setOn] = useState(localStorage.getItem("tour") === "on");
  return {
    on,
    toggle: () => {
      localStorage.setItem("tour", on ? "off" : "on");
      setOn(!on);
    },
  };
}

export function Tour({ on, place, kind }: { on: boolean; place: string | undefined; kind: Kind | undefined }) {
  const words = text.tour as Record<string, string>;
  const said = words[`${place}-${kind}`] ?? words[place ?? ""];
  if (!on || !said) return null;
  return <aside class="tour" aria-label={text.common.tour}>{said}</aside>;
}
