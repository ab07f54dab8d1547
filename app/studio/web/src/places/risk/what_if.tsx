// What remains if a column were not known: a question, which the project does not keep.
import { useState } from "preact/hooks";
import { useAside } from "../../parts/aside";
import { Button, Failure, Notice } from "../../parts/basic";
import { Drawing } from "../../parts/drawing";
import { KeyFigures, named } from "../../parts/figures";
import { isActive, JobLine } from "../../parts/jobs";
import { count, percent } from "../../format";
import { address } from "../../route";
import type { Workspace } from "../../state";
import { fill, text } from "../../text";
import type { Json } from "../../types";
import { lostChart, lostRows } from "./classes";

const words = text.risk;

export function WhatIf({ workspace, inspection, reading }: { workspace: Workspace; inspection: Json; reading: Record<string, Json> }) {
  const counted: string[] = inspection.classes.columns;
  const offered: string[] = (inspection.columns as Json[])
    .filter((one) => counted.includes(one.name) || one.role !== "identifier")
    .map((one) => one.name);
  const [chosen, setChosen] = useState<string[]>(counted);
  const aside = useAside();
  const same = chosen.length === counted.length && chosen.every((one) => counted.includes(one));
  const before = inspection.classes;
  const after = aside.result?.classes;

  const choose = (name: string, on: boolean) => {
    setChosen(offered.filter((one) => (one === name ? on : chosen.includes(one))));
    aside.clear(); // what is shown is always of what is ticked
  };
  const look = () => aside.run("table", "inspect", { ...reading, data: workspace.project.data.files[0].path, columns: chosen });

  return (
    <section>
      <h2>{words.whatIf}</h2>
      <p class="quiet">{words.whatIfLead}</p>
      <fieldset class="ticks">
        <legend>{words.whatIfLegend}</legend>
        {offered.map((name) => (
          <label>
            <input type="checkbox" checked={chosen.includes(name)} onChange={(e) => choose(name, e.currentTarget.checked)} /> {name}
          </label>
        ))}
      </fieldset>
      <p class="row">
        <Button kind="main" disabled={same || chosen.length === 0 || isActive(aside.job)} onClick={look}>
          {words.whatIfRun}
        </Button>
        <Button
          disabled={same}
          onClick={() => {
            setChosen(counted);
            aside.clear();
          }}
        >
          {words.whatIfReset}
        </Button>
        <span class="quiet small">{chosen.length === 0 ? words.whatIfNone : same ? words.whatIfSame : ""}</span>
      </p>
      <Failure error={aside.error} />
      {aside.job && <JobLine job={aside.job} />}
      <div role="status">
        {after && (
          <>
            <p>
              <strong>
                {fill(
                  words.whatIfSentence,
                  named(after.columns),
                  count(after.unique),
                  count(aside.result.data?.rows ?? 0),
                  percent(after.unique_share),
                  count(before.unique),
                  percent(before.unique_share),
                )}
              </strong>
            </p>
            <KeyFigures
              figures={[
                { term: words.whatIfAlone, figure: `${percent(before.unique_share)} → ${percent(after.unique_share)}` },
                { term: words.whatIfSmallest, figure: `${count(before.smallest)} → ${count(after.smallest)}` },
              ]}
            />
            <div class="half">
              <Drawing
                what="lines"
                id="risk-if"
                data={lostChart([
                  { name: words.lostLine, lost: lostRows(inspection) },
                  { name: words.lostIf, lost: lostRows(aside.result) },
                ])}
              />
            </div>
            <Notice kind="warning">
              <p>{words.whatIfCare}</p>
              <p>
                <a href={address(workspace.project.id, "columns")}>{words.whatIfRoles}</a>
              </p>
            </Notice>
          </>
        )}
      </div>
    </section>
  );
}
