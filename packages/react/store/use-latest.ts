import { useInsertionEffect, useRef, type RefObject } from "react";

/** Returns a place that has the newest value, for what runs between renders. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  // before any other effect of the same commit, so that none of them reads the value of the render before
  useInsertionEffect(() => {
    latest.current = value;
  });
  return latest;
}
