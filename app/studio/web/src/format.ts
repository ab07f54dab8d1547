// Numbers and times as people read them; the same words as the engine's.
export const count = (value: number) => Math.round(value).toLocaleString("en-GB");

export function percent(value: number | null | undefined, digits = 1): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  if (value > 0 && value < 0.1) return "< 0.1 %";
  return `${value.toFixed(value >= 99.95 || value === Math.round(value) ? 0 : digits)} %`;
}

export function duration(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${String(Math.round(seconds % 60)).padStart(2, "0")} min`;
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
