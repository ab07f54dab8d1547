// Advise: protections that were tried, as a map of risk and loss, to choose one from.
import { useEffect, useRef, useState } from "preact/hooks";
import { AsCommand, Failure, Loading, Notice } from "../parts/basic";
import type { Area } from "../parts/brush";
import { Drawing } from "../parts/drawing";
import { isActive, jobOf } from "../parts/jobs";
import { moment } from "../format";
import { useResultById, useWorkspace } from "../state";
import { fill, text } from "../text";
import type { Json, ResultEntry } from "../types";
import { AreaFields, lies } from "./explore/area";
import { Aside } from "./explore/aside";
import { Begin } from "./explore/begin";
import { Detail } from "./explore/detail";
import { keepPoints, keptOf, keptPoints, type Kept } from "./explore/point";
import { PointsTable } from "./explore/points";
import { Running } from "./explore/running";
import { Take } from "./explore/take";

const words = text.explore;

// Two widths of the map: the engine draws for a broad page and for a telephone.
function useMapWidth(): [(element: HTMLElement | null) => void, number] {
  const [width, setWidth] = useState(760);
  const observer = useRef<ResizeObserver | null>(null);
  const hold = useRef((element: HTMLElement | null) => {
    observer.current?.disconnect();
    if (!element) return;
    const measure = () => setWidth(element.clientWidth < 560 ? 380 : 760);
    observer.current = new ResizeObserver(measure);
    observer.current.observe(element);
    measure();
  });
  return [hold.current, width];
}

function Candidates({ candidates, chosen, onChoose }: { candidates: Json[]; chosen: number | null; onChoose: (id: number) => void }) {
  if (candidates.length === 0) return null;
  return (
    <ul class="candidates">
      {candidates.map((one) => (
        <li class={`card ${one.id === chosen ? "chosen" : ""}`}>
          <button type="button" class="pick" aria-pressed={one.id === chosen} onClick={() => onChoose(one.id)}>
            {one.title}
          </button>
          <p>{one.words}</p>
          <p class="quiet">{one.why}</p>
        </li>
      ))}
    </ul>
  );
}

function Found(props: { entry: ResultEntry; result: Json; width: number; kept: Kept[]; onKeep: (next: Kept[]) => unknown; onTake: (one: Kept) => unknown }) {
  const { project, methods } = useWorkspace();
  const { entry, result } = props;
  const [chosen, setChosen] = useState<number | null>(null);
  const [area, setArea] = useState<Area | null>(null);
  const [within, setWithin] = useState<Area | null>(null); // once it is let go of: lists that shrink would move the map under the pointer
  const look = (next: Area | null, held = false) => {
    setArea(next);
    if (!held) setWithin(next);
  };
  const points: Json[] = result.points ?? [];
  const candidates: Json[] = (result.candidates ?? []).filter((one: Json) => points.some((point) => point.id === one.id && lies(point, within)));
  const at = chosen ?? result.recommended ?? result.nearest ?? points.find((one) => one.pareto)?.id ?? null;
  const point = points.find((one) => one.id === at);
  const kept = point && keptOf(entry, result, point);
  const aside = !!kept && props.kept.some((one) => one.key === kept.key);
  const detail = useRef<HTMLDivElement>(null);
  const choose = (id: number) => {
    setChosen(id);
    // Below the map on a narrow page: bring it into sight, leave the focus where it is.
    requestAnimationFrame(() => detail.current?.scrollIntoView({ block: "nearest" }));
  };
  return (
    <>
      <section aria-labelledby="why-title">
        <h2 id="why-title">{result.recommended === null ? words.whyNone : words.why}</h2>
        <Notice kind={result.recommended === null ? "warning" : "good"}>{result.reason}</Notice>
        {result.stopped && <Notice kind="warning">{words.stoppedResult}</Notice>}
        <Candidates candidates={candidates} chosen={at} onChoose={choose} />
      </section>
      <section aria-labelledby="map-title">
        <h2 id="map-title">{words.map}</h2>
        <p class="quiet">{words.mapLead}</p>
        <div class="map-and-detail">
          <div class="map-box">
            <Drawing
              what="map"
              id="map"
              width={props.width}
              data={mapData(result)}
              onKey={(key) => choose(Number(key))}
              chosen={at === null ? [] : [String(at)]}
              area={area}
              onArea={look}
            />
            <AreaFields area={area} points={points} onChange={look} />
          </div>
          <div ref={detail}>
            {kept ? (
              <Detail
                kept={kept}
                kind={project.kind}
                methods={methods}
                recommended={point.id === result.recommended}
                aside={aside}
                stale={entry.policy_version !== project.policy.version}
                onAside={() => props.onKeep(aside ? props.kept.filter((one) => one.key !== kept.key) : [...props.kept, kept])}
                onTake={() => props.onTake(kept)}
              />
            ) : (
              <p class="quiet">{words.choosePoint}</p>
            )}
          </div>
        </div>
      </section>
      <section aria-labelledby="all-title">
        <h2 id="all-title">{words.allTried}</h2>
        <PointsTable points={points.filter((one) => lies(one, within))} of={points.length} entry={entry} recommended={result.recommended} chosen={at} kept={props.kept.map((one) => one.key)} onChoose={choose} />
        {result.trace?.length > 0 && (
          <details>
            <summary>{words.trace}</summary>
            <ul>
              {result.trace.map((one: string) => (
                <li>{one}</li>
              ))}
            </ul>
          </details>
        )}
        <AsCommand command={entry.command} python={entry.python} />
      </section>
    </>
  );
}

// What the map needs; the figures of all attacks need not travel.
const mapData = (result: Json): Json => ({
  alpha: result.alpha,
  recommended: result.recommended,
  points: result.points.map((one: Json) => ({ id: one.id, label: one.label, method: one.method, risk: one.risk, loss: one.loss, score: one.score, pareto: one.pareto })),
});

export function Explore() {
  const workspace = useWorkspace();
  const { project } = workspace;
  const entries = project.results.filter((one) => one.state === "done" && (one.kind === "advice" || one.kind === "exploration"));
  const [picked, setPicked] = useState<number | null>(null);
  const newest = entries[entries.length - 1];
  const entry = entries.find((one) => one.id === picked) ?? newest;
  const { id, result } = useResultById(workspace, entry?.id ?? null);
  const [hold, width] = useMapWidth();
  const [taking, setTaking] = useState<Kept | null>(null);
  const [error, setError] = useState<unknown>(null);
  const kept = keptPoints(project);
  const active = isActive(jobOf(workspace.jobs, "advise", "explore"));
  // What has just been found is shown.
  useEffect(() => setPicked(null), [newest?.id]);

  const keep = async (next: Kept[]) => {
    setError(null);
    try {
      await keepPoints(workspace, next);
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <div class="explore">
      <h1>{text.places.explore}</h1>
      <p class="quiet">{project.kind === "table" ? words.lead : words.leadMap}</p>
      <Begin />
      <div ref={hold}>
        <Running width={width} />
      </div>
      {entries.length > 1 && (
        <div class="field result-choice">
          <label for="which-result">{words.whichResult}</label>
          <select id="which-result" value={String(entry?.id)} onChange={(e) => setPicked(Number(e.currentTarget.value))}>
            {[...entries].reverse().map((one) => (
              <option value={String(one.id)}>{`${one.operation === "advise" ? words.advise : words.explore}, ${moment(one.time)}: ${one.headline}`}</option>
            ))}
          </select>
        </div>
      )}
      <Failure error={error} />
      {!entry && !active && <Notice>{project.kind === "table" ? words.empty : words.emptyMap}</Notice>}
      {entry && id !== entry.id && <Loading />}
      {entry && id === entry.id && result && (
        <Found key={entry.id} entry={entry} result={result} width={width} kept={kept} onKeep={keep} onTake={setTaking} />
      )}
      <section aria-labelledby="aside-title">
        <h2 id="aside-title">{kept.length ? fill(words.asideCount, kept.length) : words.aside}</h2>
        <Aside kept={kept} onTake={setTaking} onRemove={(one) => keep(kept.filter((other) => other.key !== one.key))} />
      </section>
      {taking && <Take kept={taking} onClose={() => setTaking(null)} />}
    </div>
  );
}
