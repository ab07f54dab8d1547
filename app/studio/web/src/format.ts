// Numbers and times as people read them; the same words as the engine's.
export const count = (value: number) => Math.round(value).toLocaleString("en-GB");

// Never a rounding that claims more than is true: 99.97 does not become 100, 0.02 not 0.
export function percent(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  if (value === 0) return "0 %";
  if (size < 0.001) return value > 0 ? "< 0.001 %" : `${value.toPrecision(1)} %`;
  if (size < 0.1) return `${value.toFixed(size < 0.01 ? 3 : 2)} %`;
  if (value === 100) return "100 %";
  if (size >= 1000) return `${count(value)} %`;
  for (let decimals = 1; decimals <= 4; ++decimals) {
    const shown = value.toFixed(decimals);
    if (value > 100 || !shown.startsWith("100.")) return `${shown} %`;
  }
  return "> 99.9999 %";
}

export function duration(exact: number): string {
  const seconds = Math.round(exact);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${String(seconds % 60).padStart(2, "0")} min`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")} h`;
}

export function size(bytes: number | undefined): string {
  if (bytes === undefined) return "";
  const units = ["B", "kB", "MB", "GB", "TB"];
  let at = 0;
  let value = bytes;
  while (value >= 1000 && at + 1 < units.length) {
    value /= 1000;
    at += 1;
  }
  return `${value >= 100 || at === 0 ? Math.round(value) : value.toFixed(1)} ${units[at]}`;
}

export function moment(time: string | number): string {
  const date = typeof time === "number" ? new Date(time * 1000) : new Date(time);
  if (Number.isNaN(date.getTime())) return "";
  return date.toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
}
