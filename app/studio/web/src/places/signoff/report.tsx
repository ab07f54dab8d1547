// The report as it will be read, in a frame in which nothing runs; and the record of the release.
import { useState } from "preact/hooks";
import { Copy, Notice, Tabs } from "../../parts/basic";
import { address } from "../../route";
import { useWorkspace } from "../../state";
import { text } from "../../text";

const words = text.signoff;

export function Report() {
  const { project } = useWorkspace();
  const [which, setWhich] = useState("own");
  if (!project.release) {
    return (
      <section aria-labelledby="report-title">
        <h2 id="report-title">{words.report}</h2>
        <Notice>
          {words.noReport} <a href={address(project.id, "protect")}>{words.toProtect}</a>
        </Notice>
      </section>
    );
  }
  const publish = which === "public";
  const made = `${project.release.digest}/${project.results.length}`;
  return (
    <section aria-labelledby="report-title">
      <h2 id="report-title">{words.report}</h2>
      <Tabs label={words.report} tabs={[{ id: "own", title: words.reportOwn }, { id: "public", title: words.reportPublic }]} chosen={which} onChoose={setWhich} />
      <p class="quiet">{publish ? words.reportPublicLead : words.reportOwnLead}</p>
      <iframe
        key={`${which}/${made}`}
        class="report-frame"
        sandbox=""
        title={publish ? words.reportPublic : words.reportOwn}
        src={`/api/projects/${project.id}/report${publish ? "?publish" : ""}`}
      />
    </section>
  );
}

export function Record() {
  const { release } = useWorkspace().project;
  if (!release) return null;
  return (
    <section aria-labelledby="record-title">
      <h2 id="record-title">{words.record}</h2>
      <p class="quiet">{words.recordLead}</p>
      <dl class="facts">
        <dt>{words.recordRelease}</dt>
        <dd>{release.file}</dd>
        <dt>{words.recordFile}</dt>
        <dd>{release.record_file}</dd>
        <dt>{words.recordDigest}</dt>
        <dd>
          <code>{release.digest}</code> <Copy value={release.digest} />
        </dd>
        <dt>{words.recordPrivate}</dt>
        <dd>
          {release.private_log} <span class="quiet">{words.recordPrivateWords}</span>
        </dd>
      </dl>
      <details>
        <summary>{words.recordAll}</summary>
        <pre tabIndex={0}>{JSON.stringify(release.record, null, 2)}</pre>
      </details>
    </section>
  );
}
