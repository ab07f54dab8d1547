// A result in the engine's words, as the command prints it.
import { useEffect, useState } from "preact/hooks";
import * as api from "../api";

export function ResultWords({ project, result }: { project: string; result: number }) {
  const [said, setSaid] = useState("");
  useEffect(() => {
    let live = true;
    void api.parts(project, result).then((answer) => live && setSaid(answer.text), () => undefined);
    return () => {
      live = false;
    };
  }, [project, result]);
  return said ? <pre tabIndex={0}>{said}</pre> : null;
}
