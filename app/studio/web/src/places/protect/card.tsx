// What is wrong, at the card that it is about.
import { text } from "../../text";
import type { PlacedProblem } from "./policy_text";

export const problemsOf = (problems: PlacedProblem[], card: string): PlacedProblem[] => problems.filter((one) => one.card === card);

export const problemsByKey = (problems: PlacedProblem[]): Record<string, string> => {
  const byKey: Record<string, string> = {};
  for (const one of problems) if (one.key) byKey[one.key] = byKey[one.key] ? `${byKey[one.key]}; ${one.message}` : one.message;
  return byKey;
};

// Those that stand at no field of the card.
export function CardProblems({ problems, fields }: { problems: PlacedProblem[]; fields: string[] }) {
  const shown = problems.filter((one) => !fields.includes(one.key));
  if (shown.length === 0) return null;
  return (
    <div class="problems">
      <ul>
        {shown.map((one) => (
          <li>
            {one.message}
            {one.line ? <span class="quiet small"> ({text.protect.editor.line} {one.line})</span> : null}
          </li>
        ))}
      </ul>
    </div>
  );
}
