// All that is taken along: as files in a folder, or one by one from the browser.
import { useState } from "preact/hooks";
import * as api from "../../api";
import { Button, Failure, Notice } from "../../parts/basic";
import { useWorkspace } from "../../state";
import { fill, text } from "../../text";

const words = text.signoff;
const kFiles = ["release", "record", "policy.toml", "report.html", "report-public.html", "commands.sh", "commands.py", "sign-off.json"] as const;

export function Export() {
  const { project } = useWorkspace();
  const [made, setMade] = useState<{ folder: string; files: string[] } | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const { release, status } = project;
  const take = async () => {
    setBusy(true);
    setError(null);
    try {
      setMade(await api.post(`/api/projects/${project.id}/export`));
    } catch (failure) {
      setError(failure);
    }
    setBusy(false);
  };
  return (
    <section aria-labelledby="export-title">
      <h2 id="export-title">{words.export}</h2>
      {!release ? (
        <p class="quiet">{words.noExport}</p>
      ) : (
        <>
          <p>{words.exportLead}</p>
          <p class="quiet">{words.exportCare}</p>
          {(status.state !== "approved" || status.changes.length > 0) && (
            <Notice kind="warning">{status.state === "approved" ? words.exportChanged : fill(words.exportDraft, status.state)}</Notice>
          )}
          <Button kind={status.state === "approved" && status.changes.length === 0 ? "main" : undefined} disabled={busy} onClick={take}>
            {words.exportDo}
          </Button>
          <Failure error={error} />
          {made && (
            <div class="note good" role="status">
              <p>{fill(words.exported, made.files.length, made.folder)}</p>
              <ul>
                {made.files.map((one) => (
                  <li>{one.startsWith(`${made.folder}/`) ? one.slice(made.folder.length + 1) : one}</li>
                ))}
              </ul>
            </div>
          )}
          <h3>{words.downloads}</h3>
          <ul class="downloads">
            {kFiles.map((one) =>
              one === "release" && release.folder ? (
                <li class="quiet">{words.folderRelease}</li>
              ) : (
                <li>
                  <a href={`/api/projects/${project.id}/download/${one}`} download>
                    {one}
                  </a>{" "}
                  <span class="quiet small">{words.fileWords[one]}</span>
                </li>
              ),
            )}
          </ul>
        </>
      )}
    </section>
  );
}
