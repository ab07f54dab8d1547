// Compare: the original and the release beside each other, and what was lost.
import { Notice } from "../parts/basic";
import { OneMethod } from "../parts/one_method";
import { address } from "../route";
import { useWorkspace } from "../state";
import { text } from "../text";
import { ByColumn } from "./compare/by_column";
import { Lost } from "./compare/lost";
import { SideBySide } from "./compare/side_by_side";

const words = text.compare;

export function Compare() {
  const workspace = useWorkspace();
  const { project } = workspace;
  return (
    <div class="compare">
      <h1>{words.title}</h1>
      <p class="quiet">{words.intro}</p>
      {project.release ? (
        <>
          <Notice>{words.privateLead}</Notice>
          <ByColumn workspace={workspace} />
          <Lost workspace={workspace} />
          <OneMethod workspace={workspace} family="loss" words={words.one} figures />
          <SideBySide workspace={workspace} />
        </>
      ) : (
        <div class="card">
          <p>{words.noRelease}</p>
          <a class="button main" href={address(project.id, "protect")}>
            {words.toProtect}
          </a>
        </div>
      )}
    </div>
  );
}
