// All versions of the policy, and what two of them differ in.
import { useEffect, useState } from "preact/hooks";
import * as api from "../../api";
import { moment } from "../../format";
import { Button, Dialog, Failure } from "../../parts/basic";
import { useWorkspace } from "../../state";
import { fill, text } from "../../text";
import type { Desk } from "./desk";
import { lineDiff } from "./policy_text";

const words = text.protect.versions;
const kAround = 2; // lines without a change that are shown beside changed ones

export function Diff({ before, after, label }: { before: string; after: string; label: string }) {
  const lines = lineDiff(before, after);
  if (lines.every((one) => one.kind === "same")) return <p>{words.same}</p>;
  const near = lines.map((_, i) => lines.slice(Math.max(0, i - kAround), i + kAround + 1).some((one) => one.kind !== "same"));
  return (
    <div class="diff" role="region" aria-label={label} tabIndex={0}>
      {lines.map((one, i) =>
        near[i] ? (
          <div class={one.kind}>
            <span aria-hidden="true">{one.kind === "gone" ? "− " : one.kind === "new" ? "+ " : "  "}</span>
            {one.kind !== "same" && <span class="hidden">{one.kind === "gone" ? words.gone : words.added} </span>}
            {one.text}
          </div>
        ) : near[i - 1] ? (
          <div class="quiet">⋯</div>
        ) : null,
      )}
    </div>
  );
}

const kDraft = -1;

export function Versions({ desk, onClose }: { desk: Desk; onClose: () => void }) {
  const { project, movePolicy } = useWorkspace();
  const { versions, version: current } = project.policy;
  const known = [...versions].reverse();
  const [pair, setPair] = useState<[number, number]>(() => {
    const before = versions.find((one) => one.version === current)?.parent || current;
    return desk.dirty ? [current, kDraft] : [before, current];
  });
  const [texts, setTexts] = useState<Record<number, string>>({});
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    for (const one of pair) {
      if (one <= 0 || texts[one] !== undefined) continue;
      void api.get(`/api/projects/${project.id}/policy/${one}`).then((answer) => setTexts((all) => ({ ...all, [one]: answer.text })), setFailure);
    }
  }, [pair[0], pair[1]]);
  const textOf = (one: number): string | undefined => (one === kDraft ? desk.text : one === 0 ? "" : texts[one]);
  const nameOf = (one: number) => (one === kDraft ? words.draft : fill(words.version, one));
  const options = (
    <>
      {desk.dirty && <option value={kDraft}>{words.draft}</option>}
      {known.map((one) => (
        <option value={one.version}>{[nameOf(one.version), moment(one.time), one.note].filter(Boolean).join(" · ")}</option>
      ))}
    </>
  );
  const [before, after] = pair.map(textOf);
  return (
    <Dialog title={words.title} onClose={onClose} wide>
      <p class="quiet">{words.intro}</p>
      <Failure error={failure} />
      {known.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        <div class="scroll-x">
          <table class="versions">
            <thead>
              <tr>
                <th scope="col">{words.columns.version}</th>
                <th scope="col">{words.columns.time}</th>
                <th scope="col">{words.columns.note}</th>
                <th scope="col">{words.columns.act}</th>
              </tr>
            </thead>
            <tbody>
              {known.map((one) => (
                <tr class={one.version === current ? "current" : ""}>
                  <th scope="row">
                    {one.version}
                    {one.version === current && <span class="quiet"> {words.current}</span>}
                  </th>
                  <td>{moment(one.time)}</td>
                  <td>{one.note}</td>
                  <td>
                    {one.version !== current && (
                      <Button
                        disabled={desk.dirty}
                        title={desk.dirty ? words.saveFirst : undefined}
                        label={fill(words.backTo, one.version)}
                        onClick={async () => {
                          try {
                            await movePolicy(one.version);
                            setPair([current, one.version]);
                          } catch (error) {
                            setFailure(error);
                          }
                        }}
                      >
                        {words.back}
                      </Button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {desk.dirty && known.length > 0 && <p class="quiet small">{words.saveFirst}</p>}
      {known.length > 0 && (
        <>
          <h3>{words.compare}</h3>
          <div class="form">
            {[0, 1].map((side) => (
              <div class="field">
                <label for={`versions-${side}`}>{side === 0 ? words.from : words.to}</label>
                <select
                  id={`versions-${side}`}
                  value={pair[side]}
                  onChange={(e) => {
                    const chosen = Number(e.currentTarget.value);
                    setPair(side === 0 ? [chosen, pair[1]] : [pair[0], chosen]);
                  }}
                >
                  {options}
                </select>
              </div>
            ))}
          </div>
          {before !== undefined && after !== undefined && <Diff before={before} after={after} label={fill(words.diffLabel, nameOf(pair[0]), nameOf(pair[1]))} />}
        </>
      )}
    </Dialog>
  );
}
