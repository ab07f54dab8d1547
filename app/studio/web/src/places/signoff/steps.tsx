// Every step of the project, in order, as a command or as Python; failed ones are marked.
import { useState } from "preact/hooks";
import { Button, Copy } from "../../parts/basic";
import { duration, moment } from "../../format";
import { useWorkspace } from "../../state";
import { fill, text } from "../../text";
import type { ResultEntry } from "../../types";

const words = text.signoff;
type As = "command" | "python";

const body = (entry: ResultEntry, as: As) => (entry[as] ?? "").trimEnd();

// What did not end well is there as a comment, so that the script repeats what counts.
export function script(results: ResultEntry[], as: As): string {
  const lines = as === "command" ? ["#!/bin/sh", "set -e"] : ["import lethe", ""];
  for (const one of results) {
    const words = body(one, as);
    if (!words) continue;
    if (one.state === "done") lines.push(words);
    else lines.push(`# ${one.state}:`, ...words.split("\n").map((line) => `# ${line}`));
  }
  return `${lines.join("\n")}\n`;
}

const stateWords = (state: ResultEntry["state"]) => (state === "done" ? text.common.done : state === "stopped" ? text.common.stopped : text.common.failed);

export function Steps() {
  const { results } = useWorkspace().project;
  const [as, setAs] = useState<As>("command");
  return (
    <section aria-labelledby="steps-title">
      <h2 id="steps-title">{words.steps}</h2>
      <p class="quiet">{words.stepsLead}</p>
      {results.length === 0 ? (
        <p class="quiet">{words.noSteps}</p>
      ) : (
        <>
          <div class="row">
            <Button kind="quiet" pressed={as === "command"} onClick={() => setAs("command")}>
              {text.common.asCommand}
            </Button>
            <Button kind="quiet" pressed={as === "python"} onClick={() => setAs("python")}>
              {text.common.asPython}
            </Button>
            <span class="row">
              <span class="quiet small">{words.copyAll}</span>
              <Copy value={script(results, as)} />
            </span>
          </div>
          <ol class="project-steps">
            {results.map((one) => (
              <li key={one.id} class={one.state}>
                <p>
                  <strong>{one.operation}</strong>{" "}
                  <span class={one.state === "done" ? "quiet" : "bad"}>{stateWords(one.state)}</span>{" "}
                  <span class="quiet small">
                    {moment(one.time)}, {duration(one.seconds)}
                    {one.policy_version > 0 ? `, ${fill(words.ofVersion, one.policy_version)}` : ""}
                  </span>
                </p>
                {(one.headline || one.failure) && <p class="small">{one.failure || one.headline}</p>}
                {body(one, as) && (
                  <div class="step-command">
                    <pre tabIndex={0} aria-label={fill(words.stepAs, one.operation)}>{body(one, as)}</pre>
                    <Copy value={body(one, as)} />
                  </div>
                )}
              </li>
            ))}
          </ol>
          <p class="quiet small">{text.common.inFolder}</p>
        </>
      )}
    </section>
  );
}
