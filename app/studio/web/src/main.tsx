// The studio's page: places around an open project, and the start without one.
import { render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import "./style.css";
import { Failure, Loading } from "./parts/basic";
import { JobLine, isActive } from "./parts/jobs";
import { Strip } from "./parts/strip";
import { Tour, useTour } from "./parts/tour";
import { Attack } from "./places/attack";
import { Columns } from "./places/columns";
import { Compare } from "./places/compare";
import { Documents } from "./places/documents";
import { Explore } from "./places/explore";
import { Graph } from "./places/graph";
import { Open } from "./places/open";
import { Protect } from "./places/protect";
import { Risk } from "./places/risk";
import { SignOff } from "./places/signoff";
import { address, useRoute } from "./route";
import { useProject, WorkspaceContext } from "./state";
import { text } from "./text";
import type { Kind } from "./types";

const kPlaces: Record<Kind, string[]> = {
  table: ["columns", "risk", "protect", "explore", "attack", "compare", "signoff"],
  documents: ["documents", "protect", "explore", "attack", "signoff"],
  vectors: ["risk", "protect", "explore", "attack", "signoff"],
  graph: ["graph", "protect", "explore", "attack", "signoff"],
};

const kPages: Record<string, () => preact.JSX.Element> = {
  columns: Columns,
  risk: Risk,
  protect: Protect,
  explore: Explore,
  attack: Attack,
  compare: Compare,
  documents: Documents,
  graph: Graph,
  signoff: SignOff,
};

type Theme = "auto" | "light" | "dark";
function useTheme(): [Theme, () => void] {
  const [theme, setTheme] = useState<Theme>((localStorage.getItem("theme") as Theme) ?? "auto");
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
    localStorage.setItem("theme", theme);
  }, [theme]);
  const next: Record<Theme, Theme> = { auto: "dark", dark: "light", light: "auto" };
  return [theme, () => setTheme(next[theme])];
}

function Studio() {
  const route = useRoute();
  const { workspace, failure } = useProject(route.project);
  const [theme, changeTheme] = useTheme();
  const tour = useTour();
  const main = useRef<HTMLElement>(null);
  const places = workspace ? kPlaces[workspace.project.kind] : [];
  const place = places.includes(route.place) ? route.place : places[0];
  const Page = place ? kPages[place] : null;

  // A new place begins at its top, and screen readers say its name.
  useEffect(() => {
    document.title = [workspace?.project.name, place && text.places[place], text.name].filter(Boolean).join(" · ");
    main.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [place, workspace?.project.id]);

  return (
    <>
      <a class="skip" href="#content" onClick={(e) => { e.preventDefault(); main.current?.focus(); }}>
        {text.common.skip}
      </a>
      <header class="top">
        <a class="brand" href="#/">
          Lethe <span class="quiet">studio</span>
        </a>
        {workspace && <span class="project-name">{workspace.project.name}</span>}
        {workspace && <span class={`state ${workspace.project.status.state}`}>{workspace.project.status.state}</span>}
        <span class="spring" />
        <button type="button" class="button quiet" aria-pressed={tour.on} onClick={tour.toggle}>
          {text.common.tour}
        </button>
        <button type="button" class="button quiet" onClick={changeTheme} title={text.common.theme}>
          {theme === "auto" ? "◐" : theme === "dark" ? "●" : "○"}
          <span class="hidden">{text.common.theme}</span>
        </button>
      </header>
      {workspace && (
        <nav class="places" aria-label="Places">
          <ol>
            {places.map((one) => (
              <li>
                <a href={address(workspace.project.id, one)} aria-current={one === place ? "page" : undefined}>
                  {text.places[one]}
                </a>
              </li>
            ))}
          </ol>
        </nav>
      )}
      {workspace && <Strip project={workspace.project} />}
      {workspace && !workspace.online && <p class="problems" role="alert">{text.common.offline}</p>}
      {workspace?.project.data.missing && (
        <p class="problems" role="alert">
          {text.common.missingData} {workspace.project.data.files.filter((one) => one.missing).map((one) => one.path).join(", ")}
        </p>
      )}
      {workspace && (
        <aside class="jobs" aria-label="Jobs" aria-live="polite">
          {workspace.jobs.filter(isActive).map((job) => (
            <JobLine key={job.id} job={job} quiet />
          ))}
        </aside>
      )}
      <main id="content" ref={main} tabIndex={-1}>
        <Tour on={tour.on} place={workspace ? place : "open"} kind={workspace?.project.kind} />
        {!route.project ? (
          <Open />
        ) : failure ? (
          <Failure error={new Error(failure)} />
        ) : !workspace || !Page ? (
          <Loading />
        ) : (
          <WorkspaceContext.Provider value={workspace}>
            <Page key={`${workspace.project.id}/${place}`} />
          </WorkspaceContext.Provider>
        )}
      </main>
    </>
  );
}

render(<Studio />, document.getElementById("studio")!);
