// Why one person is found. Asked aside: no row number and no value stays in the project's results.
import { useId, useState } from "preact/hooks";
import { findOperation, useAside, useOperations } from "../../parts/aside";
import { Button, Failure, Notice } from "../../parts/basic";
import { Drawing } from "../../parts/drawing";
import { Scroll } from "../../parts/figures";
import { isActive, JobLine } from "../../parts/jobs";
import { PeopleInData } from "../../parts/people";
import { count, percent } from "../../format";
import type { Workspace } from "../../state";
import { fill, text } from "../../text";
import type { Json } from "../../types";
import { Exposed } from "./exposed";

const words = text.attack;

function distanceWords(distance: Json): string {
  if (!distance || typeof distance.rank !== "number") return "";
  if (distance.rank > 1) return fill(words.explainWrong, count(distance.rank - 1));
  return distance.equally_near > 1 ? fill(words.explainTies, count(distance.equally_near)) : words.explainFirst;
}

function Explanation({ result }: { result: Json }) {
  const steps: Json[] = result.steps ?? [];
  const values: Json[] = result.private?.values ?? [];
  if (result.released === false) return <p>{words.explainGone}</p>;
  return (
    <>
      <p>
        <strong>{fill(words.explainLeft, count(result.left ?? 0), count(result.records ?? 0), percent(100 * (result.chance ?? 0)))}</strong> {distanceWords(result.distance)}
      </p>
      <div class="half">
        <Drawing what="waterfall" data={result} id="attack-waterfall" />
      </div>
      <Scroll label={words.explain}>
        <table>
          <thead>
            <tr>
              <th scope="col">{words.column}</th>
              <th scope="col" class="num">
                {words.left}
              </th>
              {values.length > 0 && (
                <>
                  <th scope="col">{words.original}</th>
                  <th scope="col">{words.released}</th>
                  <th scope="col">{words.nearestWrong}</th>
                </>
              )}
            </tr>
          </thead>
          <tbody>
            {steps.map((step) => {
              const value = values.find((one) => one.column === step.column);
              return (
                <tr key={step.column}>
                  <th scope="row">{step.column}</th>
                  <td class="num">{count(step.left)}</td>
                  {values.length > 0 && (
                    <>
                      <td>{value?.original ?? "·"}</td>
                      <td>{value?.released ?? "·"}</td>
                      <td>{value?.nearest_wrong ?? "·"}</td>
                    </>
                  )}
                </tr>
              );
            })}
          </tbody>
        </table>
      </Scroll>
    </>
  );
}

export function Explain(props: { workspace: Workspace; measured: Json; busy: boolean; onFindExposed: () => void }) {
  const { workspace, measured } = props;
  const { project } = workspace;
  const operation = findOperation(useOperations(), "explain", project.kind);
  const aside = useAside();
  const [row, setRow] = useState("1");
  const [explained, setExplained] = useState(0);
  const id = useId();
  if (!operation || operation.data !== project.kind || !project.release) return null;
  const rows: number = measured?.original?.rows ?? 0;
  const exposed: Json[] | null = measured?.exposure?.private_worst ?? null;
  const number = Number(row);
  const valid = Number.isInteger(number) && number >= 1 && (rows === 0 || number <= rows);
  const explain = (which: number) => {
    setRow(String(which));
    setExplained(which);
    const options: Record<string, Json> = { original: project.data.files[0].path, masked: project.release!.file, row: which };
    if (project.policy.version > 0) options.policy = `${project.folder}/policy.toml`;
    void aside.run(project.kind, "explain", options);
  };
  return (
    <section>
      <h2>{words.explain}</h2>
      <p class="quiet">{words.explainLead}</p>
      <Notice kind="warning">{words.explainPrivate}</Notice>
      <form
        class="row"
        onSubmit={(e) => {
          e.preventDefault();
          if (valid) explain(number);
        }}
      >
        <label for={id}>{words.explainRow}</label>
        <input id={id} type="number" min={1} max={rows || undefined} step={1} value={row} aria-invalid={!valid} onInput={(e) => setRow(e.currentTarget.value)} />
        {rows > 0 && <span class="quiet small">{fill(words.rowsRange, count(rows))}</span>}
        <Button kind="main" type="submit" disabled={!valid || isActive(aside.job)}>
          {words.explainRun}
        </Button>
      </form>
      <Failure error={aside.error} />
      {aside.job && <JobLine job={aside.job} />}
      <div role="status">{aside.result && <Explanation result={aside.result} />}</div>
      {aside.result && !aside.job && <PeopleInData key={explained} project={project.id} rows={[explained]} />}
      <Exposed project={project.id} exposed={exposed} chosen={explained} busy={props.busy} onExplain={explain} onFind={props.onFindExposed} />
    </section>
  );
}
