// Two texts of a policy, line by line: what went and what came, by a sign as well as by colour.
import { text } from "../text";

interface Line {
  sign: "+" | "-" | " ";
  words: string;
}

// The longest common subsequence of lines; policies are short.
export function diffLines(before: string, after: string): Line[] {
  const split = (all: string) => (all === "" ? [] : all.replace(/\n$/, "").split("\n"));
  const a = split(before);
  const b = split(after);
  const longest = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; --i) {
    for (let j = b.length - 1; j >= 0; --j) {
      longest[i][j] = a[i] === b[j] ? longest[i + 1][j + 1] + 1 : Math.max(longest[i + 1][j], longest[i][j + 1]);
    }
  }
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push({ sign: " ", words: a[i] });
      i += 1;
      j += 1;
    } else if (i < a.length && (j >= b.length || longest[i + 1][j] >= longest[i][j + 1])) {
      lines.push({ sign: "-", words: a[i++] });
    } else {
      lines.push({ sign: "+", words: b[j++] });
    }
  }
  return lines;
}

export function PolicyDiff({ before, after, label }: { before: string; after: string; label: string }) {
  const lines = diffLines(before, after);
  if (lines.every((one) => one.sign === " ")) return <p class="quiet">{text.signoff.diffSame}</p>;
  const kinds = { "+": "came", "-": "went", " ": "stayed" };
  return (
    <div class="policy-diff" tabIndex={0} role="region" aria-label={label}>
      {lines.map((one) => (
        <div class={kinds[one.sign]}>
          <span class="diff-sign">{one.sign}</span>
          {one.sign !== " " && <span class="hidden">{one.sign === "+" ? text.signoff.diffCame : text.signoff.diffWent}</span>}
          <span class="diff-words">{one.words}</span>
        </div>
      ))}
    </div>
  );
}
