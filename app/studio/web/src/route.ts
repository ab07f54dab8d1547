// Where the reader is: #/ is the start, #/p/ID/PLACE a place of a project, with more behind it
// (#/p/ID/documents/12). The back button works; an address names no file and no value.
import { useEffect, useState } from "preact/hooks";

export interface Route {
  project: string | null;
  place: string;
  rest: string[];
}

// A word of an address; as it stands where somebody wrote one that cannot be decoded.
function decoded(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch {
    return word;
  }
}

export function parse(hash: string): Route {
  const words = hash.replace(/^#\/?/, "").split("/").filter(Boolean).map(decoded);
  // An id goes into addresses of the server: nothing else is one.
  if (words[0] === "p" && /^\w+$/.test(words[1] ?? "")) {
    return { project: words[1], place: words[2] ?? "", rest: words.slice(3) };
  }
  return { project: null, place: words[0] ?? "", rest: words.slice(1) };
}

export const address = (project: string, place: string, ...rest: (string | number)[]) =>
  `#/p/${[project, place, ...rest].map((one) => encodeURIComponent(String(one))).join("/")}`;

export const go = (hash: string) => {
  location.hash = hash;
};

export function useRoute(): Route {
  const [route, set] = useState(() => parse(location.hash));
  useEffect(() => {
    const changed = () => set(parse(location.hash));
    addEventListener("hashchange", changed);
    return () => removeEventListener("hashchange", changed);
  }, []);
  return route;
}
