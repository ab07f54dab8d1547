// Every attack: what it found, what it had to know, and the report's words about it.
import { useState } from "preact/hooks";
import { Button } from "../../parts/basic";
import { Markup } from "../../parts/drawing";
import { Bar, named } from "../../parts/figures";
import { shownValue } from "../../parts/form";
import { percent } from "../../format";
import { fill, text } from "../../text";
import type { Json } from "../../types";
import type { Finding } from "./measured";

const words = text.attack;

const shown = (attack: Json): string =>
  typeof attack.value !== "number" ? "–" : attack.unit === "percent" ? percent(attack.value) : `${Number(attack.value.toPrecision(4))} ${attack.unit ?? ""}`;

const plain = (name: string) => name.replaceAll("_", " ");

// Where the report has no words: the plain facts. What describes the original is not among them.
function Facts({ attack }: { attack: Json }) {
  const facts = Object.entries(attack.details ?? {}).filter(([, value]) => ["number", "string", "boolean"].includes(typeof value));
  if (facts.length === 0) return null;
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div>
          <dt>{plain(name)}</dt>
          <dd>{typeof value === "number" ? Number(value.toPrecision(5)) : String(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Parameters({ attack }: { attack: Json }) {
  const all = Object.entries(attack.parameters ?? {}).filter(([, value]) => shownValue(value) !== "");
  if (all.length === 0) return null;
  return (
    <>
      <h3 class="small-head">{words.parameters}</h3>
      <dl class="facts">
        {all.map(([name, value]) => (
          <div>
            <dt>{plain(name)}</dt>
            <dd>{shownValue(value)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function FindingLine({ finding, onTune }: { finding: Finding; onTune?: (finding: Finding) => void }) {
  const [open, setOpen] = useState(false);
  const { attack, method, worded } = finding;
  const knows = attack.knows || method?.knows || (finding.finds && attack.columns?.length > 0 ? words.neededColumns : "");
  const level = worded?.level ?? "";
  return (
    <li>
      <details onToggle={(e) => setOpen(e.currentTarget.open)}>
        <summary>
          <span class={`mark level-${level}`}>{shown(attack)}</span>
          <span class="finding-title">
            <strong>{attack.title}</strong>
            {finding.byHand && <span class="tag"> {words.handRun}</span>}
            {knows && (
              <span class="quiet small finding-knows">
                {words.needed} {knows}
              </span>
            )}
          </span>
          <span class="finding-bar">{attack.unit === "percent" && <Bar value={attack.value} tone={level} />}</span>
        </summary>
        {open && (
          <div class="finding-body">
            {worded ? (
              <Markup html={worded.html} />
            ) : (
              <>
                {method && <p>{method.in_words || method.summary}</p>}
                {attack.columns?.length > 0 && <p class="quiet">{named(attack.columns, 14)}</p>}
                {attack.warnings?.map((one: string) => <p class="warning">{one}</p>)}
                <Facts attack={attack} />
              </>
            )}
            <Parameters attack={attack} />
            {onTune && method && <Button onClick={() => onTune(finding)}>{words.tune}</Button>}
            {finding.byHand && <p class="quiet small">{fill(words.handRunTitle, finding.result)}</p>}
          </div>
        )}
      </details>
    </li>
  );
}

export function Findings(props: { title: string; lead: string; findings: Finding[]; onTune?: (finding: Finding) => void }) {
  if (props.findings.length === 0) return null;
  return (
    <section>
      <h2>{props.title}</h2>
      <p class="quiet">{props.lead}</p>
      <ul class="findings">
        {props.findings.map((one, i) => (
          <FindingLine key={`${one.result}/${one.attack.title}/${i}`} finding={one} onTune={props.onTune} />
        ))}
      </ul>
    </section>
  );
}
