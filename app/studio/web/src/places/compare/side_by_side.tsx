// Both tables, scrolled together.
import { useEffect, useRef, useState } from "preact/hooks";
import * as api from "../../api";
import { DataTable } from "../../parts/table";
import { useResultById } from "../../state";
import type { Workspace } from "../../state";
import { text } from "../../text";
import type { Json } from "../../types";
import { madeBy } from "./by_column";

const words = text.compare;

// Whether rows beside each other are the same person: nothing was left out, and the order was kept.
// Where that is not known it is said that they are not.
function useAligned(workspace: Workspace): boolean {
  const { project } = workspace;
  const made = madeBy(workspace);
  const { result } = useResultById(workspace, made?.id ?? null);
  const [random, setRandom] = useState<boolean | null>(null);
  const version = made?.policy_version ?? 0;
  useEffect(() => {
    let live = true;
    setRandom(null);
    if (version === 0) {
      setRandom(false);
      return;
    }
    void api
      .get(`/api/projects/${project.id}/policy/${version}`)
      .then((kept) => api.post(`/api/projects/${project.id}/check`, { text: kept.text }))
      .then((answer) => live && setRandom((answer.tree?.release?.order ?? "as-is") !== "as-is"), () => undefined);
    return () => {
      live = false;
    };
  }, [project.id, version]);
  const before: Json = result?.rows;
  const after: Json = project.release?.record?.release?.rows;
  return random === false && (made?.options.order ?? "as-is") !== "random" && typeof before === "number" && before === after;
}

export function SideBySide({ workspace }: { workspace: Workspace }) {
  const { project } = workspace;
  const [together, setTogether] = useState(true);
  const box = useRef<HTMLDivElement>(null);
  const aligned = useAligned(workspace);

  // The events of scrolling do not bubble: they are caught on their way down.
  useEffect(() => {
    const holder = box.current;
    if (!holder || !together) return;
    const follow = (event: Event) => {
      const moved = event.target as HTMLElement;
      if (!moved.classList?.contains("data-table")) return;
      for (const other of holder.querySelectorAll<HTMLElement>(".data-table")) {
        if (other !== moved && Math.abs(other.scrollTop - moved.scrollTop) > 1) other.scrollTop = moved.scrollTop;
      }
    };
    holder.addEventListener("scroll", follow, true);
    return () => holder.removeEventListener("scroll", follow, true);
  }, [together]);

  return (
    <section>
      <h2>{words.rows}</h2>
      <p class="quiet">{aligned ? words.rowsSame : words.rowsOther}</p>
      <p>
        <label>
          <input type="checkbox" checked={together} onChange={(e) => setTogether(e.currentTarget.checked)} /> {words.together}
        </label>
      </p>
      <div class="beside" ref={box}>
        <div>
          <h3>{words.data}</h3>
          <DataTable project={project.id} table="data" revision={0} label={words.data} height={360} />
        </div>
        <div>
          <h3>{words.release}</h3>
          <DataTable project={project.id} table="release" revision={madeBy(workspace)?.id ?? 0} label={words.release} height={360} />
        </div>
      </div>
    </section>
  );
}
