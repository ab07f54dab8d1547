// A value that this browser remembers; whoever shows it shows the same, wherever it was changed.
import { useEffect, useState } from "preact/hooks";

const listeners = new Map<string, Set<(value: string) => void>>();

export function useStored(key: string): [string, (value: string) => void] {
  const [value, setValue] = useState(localStorage.getItem(key) ?? "");
  useEffect(() => {
    const mine = listeners.get(key) ?? new Set();
    listeners.set(key, mine.add(setValue));
    return () => void mine.delete(setValue);
  }, [key]);
  return [
    value,
    (next) => {
      localStorage.setItem(key, next);
      listeners.get(key)?.forEach((tell) => tell(next));
    },
  ];
}

// The name that stands under notes, approvals and reviews.
export const useName = () => useStored("name");
