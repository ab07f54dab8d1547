// Which rows of the data are shown: those within what was selected on the drawings of columns.
import { Button } from "../../parts/basic";
import { rangeWords, type Selected } from "../../parts/ranges";
import type { RowFilter } from "../../parts/table";
import { fill, text } from "../../text";
import type { Json } from "../../types";

const words = text.columns;

export interface ColumnFilter {
  column: string;
  said: string;
  filter: RowFilter;
}

// By the edges and labels that the engine counted by: those of the drawing are made for the eye.
export function filterOf(column: string, distribution: Json, selected: Selected): ColumnFilter {
  const { first, last } = selected.run;
  const said = `${column} ${rangeWords(selected.bins)}`;
  if (distribution.kind === "numeric") {
    const edges: number[] = distribution.edges;
    return { column, said, filter: { column, from: edges[first], to: edges[last + 1], closed: last + 2 === edges.length } };
  }
  const labels: string[] = distribution.labels;
  const rest = distribution.rest && last === labels.length - 1;
  // The last bar then stands for all values that have none of their own.
  const filter = rest ? { column, without: labels.slice(0, first) } : { column, values: labels.slice(first, last + 1) };
  return { column, said, filter };
}

export function Filters(props: { filters: ColumnFilter[]; onChange: (filters: ColumnFilter[]) => void }) {
  if (props.filters.length === 0) return null;
  return (
    <div class="row row-filters" role="group" aria-label={words.onlyRows}>
      <span class="small">{words.onlyRows}</span>
      {props.filters.map((one) => (
        <Button label={fill(words.takeAway, one.said)} onClick={() => props.onChange(props.filters.filter((other) => other !== one))}>
          {one.said} <span aria-hidden="true">✕</span>
        </Button>
      ))}
      <Button kind="quiet" onClick={() => props.onChange([])}>{words.everyRow}</Button>
    </div>
  );
}
