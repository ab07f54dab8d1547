// What becomes of what is found in documents: a treatment for each category.
import { useId, useState } from "preact/hooks";
import { Button } from "../../parts/basic";
import { count } from "../../format";
import { fill, text } from "../../text";
import type { Json, Method } from "../../types";
import { CardProblems, problemsByKey, problemsOf } from "./card";
import type { Desk } from "./desk";
import { Fields } from "./fields";
import { Description, masksOf } from "./methods";

const words = text.protect.categories;

export interface DocumentProfile {
  name: string;
  categories: { name: string; text: string; treatment: string }[];
}

const treatmentOf = (given: Json): string | undefined => (typeof given === "string" ? given : given?.treatment);
const settingsOf = (given: Json): Record<string, Json> => {
  if (typeof given !== "object" || given === null) return {};
  const { treatment: _, ...rest } = given;
  return rest;
};

function Category(props: {
  desk: Desk;
  name: string;
  about: string;
  usual: string | undefined;
  mentions: number | undefined;
  methods: Method[];
  problem?: string;
}) {
  const { desk, name, methods } = props;
  const id = useId();
  const given: Json = desk.tree.categories?.[name];
  const treatment = treatmentOf(given);
  const method = methods.find((one) => one.name === (treatment ?? props.usual));
  const settings = settingsOf(given);
  const put = (next: string | undefined, more: Record<string, Json>) => {
    const value = next === undefined ? null : Object.keys(more).length > 0 ? { treatment: next, ...more } : next;
    desk.edit({ set: { categories: { [name]: value } } }, `categories:${name}`);
  };
  return (
    <tr class={props.problem ? "wrong" : ""}>
      <th scope="row">
        <label for={id}>{name}</label>
        {props.about && <p class="hint">{props.about}</p>}
      </th>
      <td class="num">{props.mentions === undefined ? "" : count(props.mentions)}</td>
      <td>
        <select
          id={id}
          value={treatment ?? ""}
          onChange={(e) => {
            const next = e.currentTarget.value || undefined;
            const wanted = methods.find((one) => one.name === next);
            const kept = Object.fromEntries(Object.entries(settings).filter(([key]) => key === "label" || wanted?.parameters.some((one) => one.name === key)));
            for (const one of wanted?.parameters ?? []) if (one.required && kept[one.name] === undefined) kept[one.name] = fill(words.replacement, name);
            put(next, kept);
          }}
        >
          <option value="">{props.usual ? fill(words.usual, props.usual) : words.asProfile}</option>
          {methods.map((one) => (
            <option value={one.name}>{one.name}</option>
          ))}
        </select>
        {method && <p class="hint">{method.in_words || method.summary}</p>}
        {props.problem && <p class="wrong-text">{props.problem}</p>}
        {treatment && method && method.parameters.length > 0 && (
          <details open={Object.keys(settings).length > 0}>
            <summary>{fill(words.settings, name)}</summary>
            <Fields
              parameters={method.parameters}
              values={settings}
              problems={{}}
              onChange={(key, value) => {
                const next = { ...settings };
                if (value === null) delete next[key];
                else next[key] = value;
                put(treatment, next);
              }}
            />
          </details>
        )}
      </td>
    </tr>
  );
}

export function Categories(props: { desk: Desk; methods: Method[]; profiles: DocumentProfile[]; found: Record<string, number> | null }) {
  const { desk } = props;
  const id = useId();
  const [all, setAll] = useState(false);
  const treatments = masksOf(props.methods, "documents");
  const named = typeof desk.tree.profile === "string" ? desk.tree.profile : "default";
  const profile = props.profiles.find((one) => one.name === named) ?? props.profiles[0];
  const given = typeof desk.tree.categories === "object" && desk.tree.categories !== null ? desk.tree.categories : {};
  const known = profile?.categories ?? [];
  const own = Object.keys(desk.tree.entity ?? {});
  const names = [...known.map((one) => one.name), ...own, ...Object.keys(given)].filter((one, i, list) => list.indexOf(one) === i);
  const matters = (name: string) => given[name] !== undefined || (props.found?.[name] ?? 0) > 0 || own.includes(name);
  const some = names.some(matters);
  const shown = all || !some ? names : names.filter(matters);
  const problems = problemsOf(desk.problems, "categories");
  const byKey = problemsByKey(problems);
  const profileProblem = problemsByKey(problemsOf(desk.problems, "")).profile;
  return (
    <section class="cards">
      <h2>{words.title}</h2>
      <div class="card">
        <div class={`field ${profileProblem ? "wrong" : ""}`}>
          <label for={`${id}-profile`}>{words.profile}</label>
          <select id={`${id}-profile`} value={named} onChange={(e) => desk.edit({ set: { "": { profile: e.currentTarget.value } } }, "profile")}>
            {!props.profiles.some((one) => one.name === named) && <option value={named}>{named}</option>}
            {props.profiles.map((one) => (
              <option value={one.name}>{one.name}</option>
            ))}
          </select>
          <p class="hint">
            {(words.profiles as Record<string, string>)[named] ?? ""}
            {profileProblem && <strong class="wrong-text"> {profileProblem}</strong>}
          </p>
        </div>
        <CardProblems problems={problems} fields={names} />
        <div class="scroll-x">
          <table class="categories">
            <thead>
              <tr>
                <th scope="col">{words.category}</th>
                <th scope="col" class="num">{words.mentions}</th>
                <th scope="col">{words.treatment}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((name) => (
                <Category
                  key={name}
                  desk={desk}
                  name={name}
                  about={known.find((one) => one.name === name)?.text ?? (own.includes(name) ? words.own : "")}
                  usual={known.find((one) => one.name === name)?.treatment}
                  mentions={props.found ? (props.found[name] ?? 0) : undefined}
                  methods={treatments}
                  problem={byKey[name]}
                />
              ))}
            </tbody>
          </table>
        </div>
        {some && names.length > names.filter(matters).length && (
          <Button kind="quiet" onClick={() => setAll(!all)}>{all ? words.fewer : fill(words.allOfThem, names.length)}</Button>
        )}
        <details>
          <summary>{words.about}</summary>
          {treatments.map((one) => (
            <div>
              <h4>{one.title} <code class="quiet">{one.name}</code></h4>
              <Description method={one} />
            </div>
          ))}
        </details>
      </div>
    </section>
  );
}
