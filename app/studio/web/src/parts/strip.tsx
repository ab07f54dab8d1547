// Before and after, always in sight.
import { percent } from "../format";
import { fill, text } from "../text";
import type { Project } from "../types";

function Figure(props: { term: string; before?: string; after?: string; tone?: string; note?: string }) {
  if (props.before === undefined && props.after === undefined) return null;
  return (
    <div class={`strip-figure ${props.tone ?? ""}`}>
      <dt>{props.term}</dt>
      <dd>
        {props.before !== undefined && <span class="strip-before">{props.before}</span>}
        {props.before !== undefined && props.after !== undefined && <span aria-hidden="true"> → </span>}
        {props.after !== undefined && <span class="strip-after">{props.after}</span>}
        {props.note && <span class="quiet small"> {props.note}</span>}
      </dd>
    </div>
  );
}

export function Strip({ project }: { project: Project }) {
  const { before, after } = project.strip;
  const known = [before, after].some((side) => side && [side.found, side.smallest, side.unique_share, side.loss].some((one) => one !== null && one !== undefined));
  if (!known) return null;
  const whole = (value: number | null | undefined) => (value === null || value === undefined ? undefined : String(value));
  const share = (value: number | null | undefined) => (value === null || value === undefined ? undefined : percent(value));
  // An intruder who found more than the bound, and be it by more than a rounding, knew other columns than those that
  // bound and verdict are about.
  const exceeded = typeof after?.bound === "number" && (after.found ?? 0) > after.bound + 1e-6;
  const bounded = typeof after?.bound === "number" && !exceeded;
  const verdict = exceeded && after?.verdict ? null : (after?.verdict ?? null);
  const tone = verdict === true ? "good" : verdict === false ? "bad" : "";
  return (
    <section class="strip" aria-label={text.strip.label}>
      <dl>
        <Figure term={text.strip.smallest} before={whole(before?.smallest)} after={whole(after?.smallest)} />
        <Figure term={text.strip.unique} before={share(before?.unique_share)} after={share(after?.unique_share)} />
        {after && (
          <Figure
            term={text.strip.found}
            after={share(after.found)}
            tone={tone}
            note={bounded ? fill(text.strip.bound[project.kind], percent(after.bound)) : undefined}
          />
        )}
        {after && <Figure term={text.strip.loss} after={share(after.loss)} />}
      </dl>
      {verdict !== null && (
        <p class={`strip-verdict ${tone}`}>{verdict ? text.strip.verdictYes : text.strip.verdictNo}</p>
      )}
      {after?.stale && <p class="strip-stale">{text.common.stale}</p>}
    </section>
  );
}
