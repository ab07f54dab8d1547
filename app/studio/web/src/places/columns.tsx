// Columns: what each is, what the first look took it for and why, and what the policy makes of it.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useOperations } from "../parts/aside";
import { AsCommand, Button, Dialog, Failure, Loading, Notice, Problems } from "../parts/basic";
import { JobLine, isActive, jobOf } from "../parts/jobs";
import { DataTable } from "../parts/table";
import { address } from "../route";
import { useWorkspace } from "../state";
import { fill, text } from "../text";
import type { Json } from "../types";
import { useDrawings } from "./columns/drawings";
import { Filters, type ColumnFilter } from "./columns/filters";
import { kRoles, useColumns, type ColumnInfo } from "./columns/model";
import { Reading, readingOptions } from "./columns/reading";
import { ColumnRow, kCells } from "./columns/row";

const kShown = 150; // rows that are drawn before more are asked for

const kSorts: Record<string, (a: ColumnInfo, b: ColumnInfo) => number> = {
  file: (a, b) => a.at - b.at,
  unique: (a, b) => (b.adds ?? -1) - (a.adds ?? -1) || (b.alone ?? -1) - (a.alone ?? -1) || a.at - b.at,
  name: (a, b) => a.name.localeCompare(b.name),
  missing: (a, b) => (b.missing ?? 0) - (a.missing ?? 0) || a.at - b.at,
  values: (a, b) => (b.distinct ?? 0) - (a.distinct ?? 0) || a.at - b.at,
};

export function Columns() {
  const workspace = useWorkspace();
  const { project } = workspace;
  const words = text.columns;
  const state = useColumns(workspace);
  const { columns, checked } = state;
  const read = checked?.tree?.read ?? null;
  const readKey = JSON.stringify(read);
  const { drawn, want } = useDrawings(project.id, readKey);
  const [filter, setFilter] = useState("");
  const [role, setRole] = useState("");
  const [sort, setSort] = useState("file");
  const [chosen, setChosen] = useState<Set<string>>(new Set());
  const [open, setOpen] = useState<Set<string>>(new Set());
  const [all, setAll] = useState(false);
  const [why, setWhy] = useState<{ names: string[]; exposed: string[] } | null>(null);
  const [filters, setFilters] = useState<ColumnFilter[]>([]);
  const hierarchies = useOperations().some((one) => one.name === "hierarchy");
  const [failure, setFailure] = useState<unknown>(null);
  const data = useRef<HTMLHeadingElement>(null);
  // One filter a column; what it shows is below.
  const showRows = (filter: ColumnFilter) => {
    setFilters((known) => [...known.filter((one) => one.column !== filter.column), filter]);
    data.current?.focus({ preventScroll: true });
    data.current?.scrollIntoView({ block: "start" });
  };
  useEffect(() => setFilters([]), [readKey]); // other columns, other values

  // Without a first look there is nothing to show: it is started, once.
  const job = jobOf(workspace.jobs, "inspect");
  const failed = [...project.results].reverse().find((one) => one.operation === "inspect");
  const inspect = (options: Record<string, Json>) => {
    setFailure(null);
    return workspace.start("inspect", options).catch(setFailure);
  };
  useEffect(() => {
    if (!state.inspected && !job && !failed && !project.data.missing) void inspect({});
  }, []);

  const rows = useMemo(
    () =>
      (columns ?? [])
        .filter((one) => one.name.toLowerCase().includes(filter.trim().toLowerCase()) && (!role || one.role === role))
        .sort(kSorts[sort]),
    [columns, filter, role, sort],
  );
  const setRoles = (names: string[], to: string) => {
    const exposed = names.filter((name) => {
      const one = columns?.find((column) => column.name === name);
      return one?.identifying && !one.entry.reason;
    });
    if (to === "other" && exposed.length > 0) return setWhy({ names, exposed });
    void saveRoles(names, to);
  };
  const saveRoles = async (names: string[], to: string, reasons: Record<string, string> = {}) => {
    const edits = Object.fromEntries(
      names.map((name) => {
        const keys: Record<string, Json> = { role: to };
        if (reasons[name]) keys.reason = reasons[name];
        // Reasons are for columns that stay; one that is masked again is known again.
        else if (to !== "other") keys.reason = null;
        return [name, keys];
      }),
    );
    const note = names.length === 1 ? `${names[0]}: ${words.roles[to]}` : fill(words.noteMany, names.length, words.roles[to]);
    if (await state.changeColumns(edits, note)) setChosen(new Set());
  };

  // The ranking counts over what was taken for quasi-identifiers when it was made.
  const quasi = (columns ?? []).filter((one) => one.role === "quasi").map((one) => one.name);
  const counted: string[] = state.last?.classes?.columns ?? [];
  const outdated = checked !== null && state.last && quasi.length > 0 && [...quasi].sort().join("\n") !== [...counted].sort().join("\n");
  const countAgain = () => inspect({ ...readingOptions(read), columns: quasi });

  const saveReading = async (next: Record<string, Json>) => {
    const given = Object.fromEntries(Object.entries(next).filter(([, value]) => value !== null));
    if (project.policy.version > 0 && !(await state.change({ read: next }, words.reading.note))) return;
    await inspect(readingOptions(given));
  };

  const headline = project.results.find((one) => one.operation === "inspect" && one.state === "done" && one.headline);
  const lastEntry = [...project.results].reverse().find((one) => one.operation === "inspect" && one.state === "done");
  const policy = project.policy;
  return (
    <>
      <h1>{words.title}</h1>
      <p>{words.lead}</p>
      {headline && <p class="columns-headline">{lastEntry?.headline || headline.headline}</p>}
      <Failure error={failure ?? state.failure} />

      {!columns && (
        <>
          {job && (isActive(job) || job.state !== "done") && <JobLine job={job} />}
          {!state.inspected && failed && !isActive(job) && (
            <>
              {!job && <Problems problems={[{ message: failed.failure, text: failed.failure || words.stopped }]} />}
              <section class="card">
                <h2>{words.reading.title}</h2>
                <p class="small">{words.reading.wrong}</p>
                <Reading read={read} onSave={saveReading} />
              </section>
            </>
          )}
          {(state.inspected || isActive(job)) && <p class="quiet">{words.looking}</p>}
          {!state.inspected && job && !isActive(job) && job.state !== "done" && (
            <Button kind="main" onClick={() => inspect({})}>
              {text.common.retry}
            </Button>
          )}
          {!job && !failed && !project.data.missing && <Loading />}
        </>
      )}

      {columns && (
        <>
          {checked && checked.problems.length > 0 && (
            <>
              <Problems title={words.problems} problems={checked.problems} />
              <p class="small">
                <a href={address(project.id, "protect")}>{words.toPolicy}</a>
              </p>
            </>
          )}
          {[...(state.plain?.warnings ?? []), ...(checked?.warnings ?? [])].map((one: string) => (
            <Notice kind="warning">{one}</Notice>
          ))}
          {outdated && (
            <Notice>
              <div class="row">
                <span>{words.outdated}</span>
                <Button disabled={isActive(job)} onClick={countAgain}>
                  {words.countAgain}
                </Button>
              </div>
            </Notice>
          )}

          <h2 class="hidden">{words.table}</h2>
          <div class="column-tools">
            <div class="row" role="group" aria-label={words.filterRole}>
              <Button kind="quiet" pressed={role === ""} onClick={() => setRole("")}>
                {fill(words.all, columns.length)}
              </Button>
              {kRoles.map((one) => {
                const many = columns.filter((column) => column.role === one).length;
                return (
                  <Button kind="quiet" pressed={role === one} onClick={() => setRole(role === one ? "" : one)}>
                    {words.rolesShort[one]} {many}
                  </Button>
                );
              })}
            </div>
            <div class="row">
              <label class="small">
                {words.filter}{" "}
                <input type="search" value={filter} onInput={(e) => setFilter(e.currentTarget.value)} />
              </label>
              <label class="small">
                {words.sort}{" "}
                <select value={sort} onChange={(e) => setSort(e.currentTarget.value)}>
                  {Object.keys(kSorts).map((one) => (
                    <option value={one}>{words.sorts[one]}</option>
                  ))}
                </select>
              </label>
              <span class="spring" />
              <Button disabled={!policy.undo || state.saving} onClick={() => workspace.movePolicy(policy.undo).catch(setFailure)}>
                {words.undo}
              </Button>
              <Button disabled={!policy.redo || state.saving} onClick={() => workspace.movePolicy(policy.redo).catch(setFailure)}>
                {words.redo}
              </Button>
            </div>
            <p class="quiet small saved" role="status">
              {state.saving ? words.saving : policy.version > 0 ? fill(words.saved, policy.version, policy.versions.find((one) => one.version === policy.version)?.note ?? "") : ""}
            </p>
            {chosen.size > 0 && (
              <div class="row chosen-bar" role="group" aria-label={words.forChosen}>
                <strong>{fill(words.chosen, chosen.size)}</strong>
                {kRoles.map((one) => (
                  <Button disabled={!policy.version} onClick={() => setRoles([...chosen], one)}>
                    {words.roles[one]}
                  </Button>
                ))}
                <Button kind="quiet" onClick={() => setChosen(new Set())}>
                  {words.chooseNone}
                </Button>
              </div>
            )}
          </div>

          <table class="column-table">
            <caption class="hidden">{words.title}</caption>
            <thead>
              <tr>
                <th scope="col" class="cell-chosen">
                  <input
                    type="checkbox"
                    aria-label={words.chooseShown}
                    checked={rows.length > 0 && rows.every((one) => chosen.has(one.name))}
                    onChange={(e) => setChosen(e.currentTarget.checked ? new Set(rows.map((one) => one.name)) : new Set())}
                  />
                </th>
                <th scope="col">{words.head.name}</th>
                <th scope="col">{words.head.role}</th>
                <th scope="col">{words.head.kind}</th>
                <th scope="col" class="num">{words.head.values}</th>
                <th scope="col" class="num">{words.head.missing}</th>
                <th scope="col" class="num" title={words.aloneLong}>{words.head.alone}</th>
                <th scope="col" class="cell-drawing">{words.head.drawing}</th>
                <th scope="col"><span class="hidden">{words.details}</span></th>
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, all ? undefined : kShown).map((one) => (
                <ColumnRow
                  key={one.name}
                  column={one}
                  chosen={chosen.has(one.name)}
                  onChosen={(on) => setChosen((known) => toggled(known, one.name, on))}
                  open={open.has(one.name)}
                  onOpen={(on) => setOpen((known) => toggled(known, one.name, on))}
                  drawn={drawn[one.name]}
                  want={want}
                  project={project}
                  version={Math.max(0, ...policy.versions.map((version) => version.version))}
                  read={read}
                  hierarchies={hierarchies}
                  disabled={!policy.version || !checked}
                  refused={state.refused?.columns[0] === one.name ? state.refused : null}
                  onRefused={(accept) => (accept ? state.acceptRefused() : state.dropRefused())}
                  onRole={setRoles}
                  onChange={state.changeColumns}
                  onRows={showRows}
                />
              ))}
              {rows.length === 0 && (
                <tr>
                  <td colspan={kCells} class="quiet">
                    {words.noneSuch}
                  </td>
                </tr>
              )}
            </tbody>
          </table>
          {!all && rows.length > kShown && <Button onClick={() => setAll(true)}>{fill(words.showAll, rows.length)}</Button>}
          <p class="quiet small">{words.numbers}</p>
          <AsCommand command={lastEntry?.command} python={lastEntry?.python} />

          <details class="card reading-card">
            <summary>{words.reading.title}</summary>
            <p class="small quiet">{words.reading.lead}</p>
            <Reading key={readKey} read={read} disabled={isActive(job) || state.saving} onSave={saveReading} />
          </details>
        </>
      )}

      {(state.inspected || isActive(job)) && !project.data.missing && (
        <section aria-labelledby="the-data">
          <h2 id="the-data" ref={data} tabIndex={-1}>{words.data}</h2>
          <Filters filters={filters} onChange={setFilters} />
          <DataTable project={project.id} table="data" revision={readKey} label={words.data} filter={filters.map((one) => one.filter)} />
        </section>
      )}
      {columns && (
        <section class="next card" aria-labelledby="columns-next">
          <h2 id="columns-next">{words.next}</h2>
          <p>{words.nextWords}</p>
          <a class="button main" href={address(project.id, "risk")}>
            {text.places.risk}
          </a>
        </section>
      )}
      {why && (
        <WhyDialog
          exposed={why.exposed}
          onClose={() => setWhy(null)}
          onSave={(reason) => {
            setWhy(null);
            void saveRoles(why.names, "other", Object.fromEntries(why.exposed.map((one) => [one, reason])));
          }}
        />
      )}
    </>
  );
}

function toggled(known: Set<string>, name: string, on: boolean): Set<string> {
  const next = new Set(known);
  if (on) next.add(name);
  else next.delete(name);
  return next;
}

// A column that looks identifying stays as it is only with a reason, which goes into the record.
function WhyDialog(props: { exposed: string[]; onClose: () => void; onSave: (reason: string) => void }) {
  const words = text.columns;
  const [reason, setReason] = useState("");
  return (
    <Dialog title={words.whyTitle} onClose={props.onClose}>
      <form
        onSubmit={(e) => {
          e.preventDefault();
          if (reason.trim()) props.onSave(reason.trim());
        }}
      >
        <p>{fill(words.whyWords, props.exposed.join(", "))}</p>
        <div class="field">
          <label for="why-reason">{words.reason}</label>
          <input id="why-reason" type="text" class="grow" value={reason} placeholder={words.reasonExample} onInput={(e) => setReason(e.currentTarget.value)} />
          <p class="hint">{words.reasonNeeded}</p>
        </div>
        <div class="row dialog-foot">
          <Button kind="main" type="submit" disabled={!reason.trim()}>
            {text.common.save}
          </Button>
          <Button onClick={props.onClose}>{text.common.cancel}</Button>
        </div>
      </form>
    </Dialog>
  );
}
