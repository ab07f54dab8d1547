// The start: what was opened before, data on this machine, data to learn with.
import { useEffect, useState } from "preact/hooks";
import * as api from "../api";
import { Button, Dialog, Failure, Loading, Problems } from "../parts/basic";
import { FileBrowser } from "../parts/files";
import { moment } from "../format";
import { address, go } from "../route";
import { fill, text } from "../text";
import type { Kind } from "../types";

interface Listed {
  id: string | null;
  name: string;
  folder: string;
  kind: Kind;
  data: string[];
  state: string;
  changed: number;
  missing: boolean;
  problem?: string;
}
interface Wanted {
  data?: string;
  sample?: string;
  kind: Kind;
}

const kSamples: { name: string; kind: Kind; data: string }[] = [
  { name: "census", kind: "table", data: "sample-census.csv" },
  { name: "survey", kind: "table", data: "sample-survey.csv" },
  { name: "letters", kind: "documents", data: "sample-letters" },
  { name: "network", kind: "graph", data: "sample-network/edges.csv" },
];

const kRecent = 6; // projects that are listed before all are asked for

const firstDataOf = (wanted: Wanted) => (wanted.sample ? kSamples.find((one) => one.name === wanted.sample)!.data : wanted.data!);
// A graph is opened by its folder and listed by its edges.
const isOn = (project: Listed, data: string) => project.data?.some((one) => one === data || one.replace(/\/edges\.\w+$/, "") === data);

export function Open() {
  const [projects, setProjects] = useState<Listed[] | null>(null);
  const [folder, setFolder] = useState("");
  const [busy, setBusy] = useState("");
  const [failure, setFailure] = useState<unknown>(null);
  const [again, setAgain] = useState<{ wanted: Wanted; known: Listed[] } | null>(null);
  const [all, setAll] = useState(false);
  const [naming, setNaming] = useState<Listed | null>(null);
  const words = text.open;

  const load = () => api.get("/api/projects").then((answer) => setProjects(answer.projects), setFailure);
  useEffect(() => {
    void load();
    void api.get("/api/about").then((answer) => setFolder(answer.folder), () => undefined);
  }, []);

  const create = async (wanted: Wanted) => {
    setBusy(wanted.sample ?? wanted.data!);
    setFailure(null);
    setAgain(null);
    try {
      const made = await api.post("/api/projects", wanted.sample ? { sample: wanted.sample } : { data: wanted.data });
      // What a table holds is what is asked first; its place says so where it fails.
      if (wanted.kind === "table") await api.start(made.id, "inspect").catch(() => undefined);
      go(`#/p/${encodeURIComponent(made.id)}`);
    } catch (error) {
      setFailure(error);
      setBusy("");
    }
  };
  const choose = (wanted: Wanted) => {
    const known = (projects ?? []).filter((one) => one.id && isOn(one, firstDataOf(wanted)));
    if (known.length > 0) setAgain({ wanted, known });
    else void create(wanted);
  };

  return (
    <>
      <h1>{words.title}</h1>
      <p>{words.lead}</p>
      <Failure error={failure} />

      <section aria-labelledby="open-recent">
        <h2 id="open-recent">{words.recent}</h2>
        {!projects && !failure && <Loading />}
        {projects?.length === 0 && <p class="quiet">{words.noProjects}</p>}
        {projects && projects.length > 0 && (
          <ul class="projects">
            {projects.slice(0, all ? undefined : kRecent).map((one) =>
              one.id ? (
                <li key={one.id} class={one.missing ? "lacking" : ""}>
                  <div class="project-words">
                    <a href={address(one.id, "")} class="project-link">
                      {one.name}
                    </a>
                    <span class={`state ${one.state}`}>{words.states[one.state] ?? one.state}</span>
                    <p class="quiet small">
                      {text.kinds[one.kind]}: {one.data.join(", ")}. {fill(words.changed, moment(one.changed))}
                    </p>
                    {one.missing && <p class="small bad">{words.missing}</p>}
                  </div>
                  <Button kind="quiet" label={`${words.rename}: ${one.name}`} onClick={() => setNaming(one)}>
                    {words.rename}
                  </Button>
                </li>
              ) : (
                <li key={one.folder}>
                  <Problems title={fill(words.broken, one.folder)} problems={[{ message: one.problem ?? "", text: one.problem ?? "" }]} />
                </li>
              ),
            )}
          </ul>
        )}
        {!all && (projects?.length ?? 0) > kRecent && <Button onClick={() => setAll(true)}>{fill(words.allProjects, projects!.length)}</Button>}
      </section>

      <section aria-labelledby="open-file">
        <h2 id="open-file">{words.pick}</h2>
        <p class="quiet small">{words.pickLead}</p>
        <div class="card">
          <FileBrowser root={folder || words.folder} choice={words.open} busy={busy} onChoose={(data, kind) => choose({ data, kind })} />
        </div>
      </section>

      <section aria-labelledby="open-sample">
        <h2 id="open-sample">{words.samples}</h2>
        <p class="quiet small">{words.samplesLead}</p>
        <ul class="samples">
          {kSamples.map((one) => (
            <li class="card" key={one.name}>
              <h3>{words.sample[one.name].title}</h3>
              <p class="small">{words.sample[one.name].what}</p>
              <Button disabled={!!busy} label={`${words.openSample}: ${words.sample[one.name].title}`} onClick={() => choose({ sample: one.name, kind: one.kind })}>
                {busy === one.name ? words.making : words.openSample}
              </Button>
            </li>
          ))}
        </ul>
      </section>

      {again && (
        <Dialog title={words.againTitle} onClose={() => setAgain(null)}>
          <p>{words.againWords}</p>
          <ul class="projects">
            {again.known.map((one) => (
              <li key={one.id}>
                <div class="project-words">
                  <a href={address(one.id!, "")} class="project-link">{one.name}</a>{" "}
                  <span class={`state ${one.state}`}>{words.states[one.state] ?? one.state}</span>
                  <p class="quiet small">{fill(words.changed, moment(one.changed))}</p>
                </div>
              </li>
            ))}
          </ul>
          <div class="row">
            <Button kind="main" onClick={() => go(address(again.known[0].id!, ""))}>
              {words.goOn}
            </Button>
            <Button onClick={() => create(again.wanted)}>{words.another}</Button>
          </div>
        </Dialog>
      )}
      {naming && (
        <Rename
          project={naming}
          onClose={(changed) => {
            setNaming(null);
            if (changed) void load();
          }}
        />
      )}
    </>
  );
}

function Rename({ project, onClose }: { project: Listed; onClose: (changed: boolean) => void }) {
  const [name, setName] = useState(project.name);
  const [failure, setFailure] = useState<unknown>(null);
  return (
    <Dialog title={text.open.rename} onClose={() => onClose(false)}>
      <form
        onSubmit={async (e) => {
          e.preventDefault();
          try {
            await api.post(`/api/projects/${project.id}/keep`, { name: name.trim() });
            onClose(true);
          } catch (error) {
            setFailure(error);
          }
        }}
      >
        <div class="field">
          <label for="project-new-name">{text.open.newName}</label>
          <input id="project-new-name" type="text" value={name} maxLength={120} onInput={(e) => setName(e.currentTarget.value)} />
        </div>
        <Failure error={failure} />
        <div class="row dialog-foot">
          <Button kind="main" type="submit" disabled={!name.trim()}>
            {text.common.save}
          </Button>
          <Button onClick={() => onClose(false)}>{text.common.cancel}</Button>
        </div>
      </form>
    </Dialog>
  );
}
