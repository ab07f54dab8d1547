// What a method is, in the engine's words, and choosing one by what it promises.
import { useState } from "preact/hooks";
import { Button, Dialog } from "../../parts/basic";
import { fill, text } from "../../text";
import type { Kind, Method } from "../../types";

const words = text.protect.methods;
type Promised = "hides" | "chance" | "other";

const promiseOf = (method: Method): Promised =>
  method.properties.some((one) => one === "k-anonymous" || one === "k-matching") ? "hides" : method.properties.includes("random") ? "chance" : "other";

export const masksOf = (methods: Method[], kind: Kind): Method[] => methods.filter((one) => one.family === "mask" && one.data === kind);

export function Properties({ method }: { method: Method }) {
  const known = words.properties as Record<string, { short: string; long: string }>;
  const shown = method.properties.filter((one) => known[one]);
  if (shown.length === 0) return null;
  return (
    <ul class="properties" aria-label={words.promises}>
      {shown.map((one) => (
        <li class={one.startsWith("k-") ? "good" : ""} title={known[one].long}>
          {known[one].short}
        </li>
      ))}
    </ul>
  );
}

// The engine's description; paragraphs are those of the text, and `names` of parameters code.
export function Description({ method }: { method: Method }) {
  return (
    <div class="description">
      {method.in_words && <p>{method.in_words}</p>}
      {method.description.split(/\n\s*\n/).flatMap((part) => part.split(/(?=\bBeware: )/)).map((part) => (
        <p class={part.startsWith("Beware:") ? "beware" : ""}>{part.split(/`([^`]*)`/).map((piece, i) => (i % 2 === 1 ? <code>{piece}</code> : piece))}</p>
      ))}
      {method.properties.length > 0 && (
        <ul>
          {method.properties.map((one) => {
            const known = (words.properties as Record<string, { short: string; long: string }>)[one];
            return known && <li><strong>{known.short}</strong>: {known.long}</li>;
          })}
        </ul>
      )}
    </div>
  );
}

export function MethodChooser(props: { methods: Method[]; kind: Kind; title: string; kinds?: string[]; onChoose: (method: Method) => void; onClose: () => void }) {
  const [sought, setSought] = useState("");
  const all = masksOf(props.methods, props.kind);
  const wanted = sought.trim().toLowerCase();
  const found = all.filter((one) => wanted === "" || [one.name, one.title, one.summary].some((part) => part.toLowerCase().includes(wanted)));
  const fits = (method: Method) => !props.kinds || method.kinds.length === 0 || method.kinds.some((one) => props.kinds!.includes(one));
  return (
    <Dialog title={props.title} onClose={props.onClose} wide>
      <div class="field">
        <label for="method-sought">{words.search}</label>
        <input id="method-sought" type="search" value={sought} onInput={(e) => setSought(e.currentTarget.value)} autocomplete="off" />
      </div>
      <p class="hidden" role="status">{fill(words.found, found.length, all.length)}</p>
      {found.length === 0 && <p>{fill(words.none, sought)}</p>}
      {(["hides", "chance", "other"] as Promised[]).map((promise) => {
        const group = found.filter((one) => promiseOf(one) === promise);
        if (group.length === 0) return null;
        return (
          <section class="method-group">
            <h3>{words.groups[promise].title}</h3>
            <p class="quiet">{words.groups[promise].intro}</p>
            <ul class="method-list">
              {group.map((method) => (
                <li key={method.name}>
                  <div class="method-head">
                    <h4>
                      {method.title} <code class="quiet">{method.name}</code>
                    </h4>
                    <Button onClick={() => props.onChoose(method)} label={fill(words.chooseNamed, method.title)}>
                      {words.choose}
                    </Button>
                  </div>
                  <p>{method.summary}</p>
                  <Properties method={method} />
                  {!fits(method) && <p class="quiet small">{fill(words.noColumn, method.kinds.join(", "))}</p>}
                  <details>
                    <summary>{words.more}</summary>
                    <Description method={method} />
                  </details>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </Dialog>
  );
}
