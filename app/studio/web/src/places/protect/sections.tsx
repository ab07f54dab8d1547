// The sections of a policy besides its steps, as cards. What they hold is described here once, by
// kind of data; the fields follow.
import { useId, useState } from "preact/hooks";
import { address } from "../../route";
import { fill, text } from "../../text";
import type { Json, Kind, Method, Parameter } from "../../types";
import { CardProblems, problemsByKey, problemsOf } from "./card";
import type { Desk } from "./desk";
import { ColumnChoice, Fields, type ColumnOf } from "./fields";
import { masksOf } from "./methods";

const words = text.protect.sections;

export interface Profile {
  name: string;
  title: string;
  source: string;
  date: string;
  note: string;
}

type Described = Omit<Parameter, "text" | "required" | "name">;
type Section = Record<string, Described>;

const choice = (...choices: string[]): Described => ({ type: "choice", choices, default: choices[0] });
const truth = (usual: boolean | null): Described => ({ type: "true or false", default: usual });
const written: Described = { type: "text", default: null };
const whole = (least: number): Described => ({ type: "integer", default: null, least, allowed: fill(words.atLeast, least) });

const kReading: Section = { separator: written, header: truth(null), encoding: written, missing: { type: "list of text", default: null } };
const kSections: Record<Kind, Record<string, Section>> = {
  table: { release: { values: choice("possible", "as-masked"), order: choice("as-is", "random") }, read: kReading },
  documents: {
    "": {
      setting: choice("balanced", "recall"),
      scope: choice("collection", "document"),
      model: truth(true),
      countries: { type: "list of text", default: null },
    },
  },
  vectors: {
    release: { order: choice("random", "as-is"), keep_ids: truth(false), labels: truth(true) },
    knowledge: { source: written, format: written },
  },
  graph: {
    release: { k: whole(2), order: choice("random", "as-is"), weights: truth(false), group_nodes: truth(true), neighbourhoods: truth(null) },
    microdata: { level: whole(0), columns: { type: "list of text", default: null } },
    read: { directed: truth(null), from: written, to: written, weight: written, id: written, ...kReading },
  },
};
const kVerdict: Section = {
  k: whole(1),
  l: whole(1),
  t: { type: "number", default: null, least: 0, most: 1, allowed: words.zeroToOne },
  max_risk: { type: "number", default: null, least: 0, most: 100, allowed: words.percentage },
};

const parametersOf = (section: Section, said: Record<string, string>): Parameter[] =>
  Object.entries(section).map(([name, one]) => ({ ...one, name, text: said[name] ?? "", required: false }));

const valuesOf = (desk: Desk, section: string): Record<string, Json> => {
  const found = section === "" ? desk.tree : desk.tree[section];
  return typeof found === "object" && found !== null && !Array.isArray(found) ? found : {};
};

function SectionCard(props: { desk: Desk; kind: Kind; section: string; columns: ColumnOf[]; open: boolean }) {
  const { desk, section } = props;
  const said = (words.of as Record<string, Record<string, { title: string; intro: string; keys: Record<string, string> }>>)[props.kind][section || "top"];
  const parameters = parametersOf(kSections[props.kind][section], said.keys);
  const values = valuesOf(desk, section);
  const problems = problemsOf(desk.problems, section).filter((one) => section !== "" || parameters.some((known) => known.name === one.key));
  const [open] = useState(() => props.open || problems.length > 0 || parameters.some((one) => values[one.name] !== undefined));
  return (
    <details class="card" open={open || problems.length > 0}>
      <summary>
        <h3>{said.title}</h3>
      </summary>
      <p class="quiet">{said.intro}</p>
      <CardProblems problems={problems} fields={parameters.map((one) => one.name)} />
      <Fields
        parameters={parameters}
        values={values}
        problems={problemsByKey(problems)}
        allColumns={props.columns.map((one) => one.name)}
        onChange={(name, value) => desk.edit({ set: { [section]: { [name]: value } } }, `${section}:${name}`)}
      />
    </details>
  );
}

// Which columns an intruder knows; leaving out one that looks identifying needs a reason.
function Scenario({ desk, columns }: { desk: Desk; columns: ColumnOf[] }) {
  const id = useId();
  const values = valuesOf(desk, "scenario");
  const ofColumns = valuesOf(desk, "columns");
  const reasonOf = (name: string): string => ofColumns[name]?.reason ?? "";
  const candidates = columns.filter((one) => one.role !== "identifier");
  const usual = candidates.filter((one) => one.role === "quasi" && reasonOf(one.name) === "").map((one) => one.name);
  const chosen: string[] = Array.isArray(values.columns) ? values.columns : usual;
  const problems = problemsOf(desk.problems, "scenario");
  const left = candidates.filter((one) => !chosen.includes(one.name) && (one.role === "quasi" || reasonOf(one.name) !== ""));
  const set = (name: string, value: Json) => desk.edit({ set: { scenario: { [name]: value } } }, `scenario:${name}`);
  const isFile = typeof values.people === "string" && values.people !== "all";
  const share = typeof values.people === "number" ? values.people : 100;
  const said = words.scenario;
  return (
    <div class="card">
      <h3>{said.title}</h3>
      <p class="quiet">{said.intro}</p>
      <CardProblems problems={problems} fields={[]} />
      <ColumnChoice
        legend={said.columns}
        hint={values.columns === undefined ? said.columnsUsual : undefined}
        columns={candidates.map((one) => ({ name: one.name, note: one.role === "quasi" ? "" : one.role }))}
        chosen={chosen}
        onChange={(next) => set("columns", next.length === usual.length && next.every((one) => usual.includes(one)) ? null : next)}
      />
      {left.length > 0 && (
        <fieldset class="choice">
          <legend>{said.reasons}</legend>
          {left.map((one) => (
            <div class="field">
              <label for={`${id}-${one.name}`}>{one.name}</label>
              <Typed
                id={`${id}-${one.name}`}
                value={reasonOf(one.name)}
                onChange={(reason) => {
                  const { reason: _, ...rest } = ofColumns[one.name] ?? {};
                  const next = reason === "" ? rest : { ...rest, role: rest.role ?? one.role, reason };
                  desk.edit({ set: { columns: { [one.name]: Object.keys(next).length > 0 ? next : null } } }, `reason:${one.name}`);
                }}
              />
            </div>
          ))}
          <p class="hint">{said.reasonsHint}</p>
        </fieldset>
      )}
      <div class="form">
        <div class="field">
          <label for={`${id}-people`}>{said.people}</label>
          {isFile ? (
            <Typed id={`${id}-people`} value={values.people} onChange={(file) => set("people", file === "" ? null : file)} />
          ) : (
            <div class="row">
              <input
                id={`${id}-people`}
                type="range"
                min={1}
                max={100}
                step={1}
                value={share}
                aria-valuetext={fill(said.share, share)}
                onInput={(e) => {
                  const next = Number(e.currentTarget.value);
                  set("people", next === 100 ? null : next);
                }}
              />
              <output>{share === 100 ? said.everybody : fill(said.share, share)}</output>
            </div>
          )}
          <p class="hint">{isFile ? said.peopleFile : said.peopleHint}</p>
        </div>
        <div class="field">
          <label>
            <input type="checkbox" checked={values.method !== "none"} onChange={(e) => set("method", e.currentTarget.checked ? null : "none")} /> {said.record}
          </label>
          <p class="hint">{said.recordHint}</p>
        </div>
      </div>
    </div>
  );
}

function Typed(props: { id: string; value: string; onChange: (value: string) => void }) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <input
      id={props.id}
      type="text"
      autocomplete="off"
      value={typed ?? props.value}
      onInput={(e) => {
        setTyped(e.currentTarget.value);
        props.onChange(e.currentTarget.value);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}

function Verdict({ desk, profiles }: { desk: Desk; profiles: Profile[] }) {
  const id = useId();
  const said = words.verdict;
  const values = valuesOf(desk, "verdict");
  const parameters = parametersOf(kVerdict, said.keys);
  const own = Object.keys(values).some((one) => one !== "profile");
  const named = typeof values.profile === "string" ? values.profile : own ? "" : "lethe-default";
  const profile = profiles.find((one) => one.name === named);
  const problems = problemsOf(desk.problems, "verdict");
  return (
    <div class="card">
      <h3>{said.title}</h3>
      <p class="quiet">{said.intro}</p>
      <CardProblems problems={problems} fields={parameters.map((one) => one.name)} />
      <div class="field">
        <label for={id}>{said.profile}</label>
        <select
          id={id}
          value={named}
          onChange={(e) => {
            const next = e.currentTarget.value;
            desk.edit({ set: { verdict: { profile: next === "" || (next === "lethe-default" && !own) ? null : next } } }, "verdict:profile");
          }}
        >
          {own && <option value="">{said.ownAlone}</option>}
          {named !== "" && !profile && profiles.length > 0 && <option value={named}>{named}</option>}
          {profiles.map((one) => (
            <option value={one.name}>
              {one.name}: {one.title}
            </option>
          ))}
        </select>
        {profile && (
          <div class="hint">
            <p>{profile.title}.</p>
            <p>{[profile.source, profile.date].filter(Boolean).join(", ")}. {profile.note}</p>
          </div>
        )}
      </div>
      <h4>{said.thresholds}</h4>
      <Fields parameters={parameters} values={values} problems={problemsByKey(problems)} onChange={(name, value) => desk.edit({ set: { verdict: { [name]: value } } }, `verdict:${name}`)} />
    </div>
  );
}

const kRoles = ["identifier", "quasi", "confidential", "other"];

// What the columns are taken for. Tables have a place of their own for it.
function Columns({ desk, kind, project, columns }: { desk: Desk; kind: Kind; project: string; columns: ColumnOf[] }) {
  const id = useId();
  const said = words.columns;
  const problems = problemsOf(desk.problems, "columns");
  const given = valuesOf(desk, "columns");
  if (columns.length === 0) return null;
  return (
    <details class="card" open={problems.length > 0}>
      <summary>
        <h3>{said.title}</h3>
      </summary>
      <CardProblems problems={problems} fields={[]} />
      {kind === "table" ? (
        <>
          <dl class="roles">
            {kRoles.map((role) => {
              const names = columns.filter((one) => one.role === role).map((one) => one.name);
              return names.length > 0 ? (
                <div>
                  <dt>{(said.roles as Record<string, string>)[role]}</dt>
                  <dd>{names.join(", ")}</dd>
                </div>
              ) : null;
            })}
          </dl>
          <a href={address(project, "columns")}>{said.go}</a>
        </>
      ) : (
        <div class="form">
          {columns.map((one) => (
            <div class="field">
              <label for={`${id}-${one.name}`}>{one.name}</label>
              <select
                id={`${id}-${one.name}`}
                value={one.role}
                onChange={(e) => desk.edit({ set: { columns: { [one.name]: { ...(given[one.name] ?? {}), role: e.currentTarget.value } } } }, `columns:${one.name}`)}
              >
                {kRoles.map((role) => (
                  <option value={role}>{(said.roles as Record<string, string>)[role]}</option>
                ))}
              </select>
            </div>
          ))}
        </div>
      )}
    </details>
  );
}

export function Sections(props: { desk: Desk; methods: Method[]; kind: Kind; project: string; columns: ColumnOf[]; profiles: Profile[] }) {
  const { desk, kind } = props;
  const shown = ["data", kind === "documents" ? "" : "step", "columns", "scenario", "verdict", "profile", "categories", ...Object.keys(kSections[kind]), ...Object.keys(kSections[kind][""] ?? {})];
  const rest = Object.keys(desk.tree).filter((one) => !shown.includes(one));
  const byMeaning = masksOf(props.methods, kind).some((one) => one.name === desk.tree.step?.[0]?.method && one.kinds.includes("semantic"));
  const needless = kind === "vectors" && desk.tree.knowledge === undefined && !byMeaning ? ["knowledge"] : [];
  return (
    <>
      {kind === "table" && (
        <section class="cards">
          <h2>{words.asked}</h2>
          <Scenario desk={desk} columns={props.columns} />
          <Verdict desk={desk} profiles={props.profiles} />
        </section>
      )}
      <section class="cards">
        <h2>{kind === "documents" ? words.finding : words.rest}</h2>
        <Columns desk={desk} kind={kind} project={props.project} columns={props.columns} />
        {Object.keys(kSections[kind]).filter((one) => !needless.includes(one)).map((section) => (
          <SectionCard key={section} desk={desk} kind={kind} section={section} columns={props.columns} open={section !== "read" && section !== "microdata"} />
        ))}
        {rest.length > 0 && <p class="quiet">{fill(words.onlyText, rest.map((one) => `[${one}]`).join(", "))}</p>}
      </section>
    </>
  );
}
