import { useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { share } from "./share.js";
import type { Source } from "./source.js";

/**
 * Returns what `select` takes from a source. It renders when that has another content; `select` may be another function in each render.
 * @param atStart what a server renders, and a page that continues with it
 */
export function useSource<T, R>(source: Source<T>, select: (value: T) => R, atStart: T): R {
  const shown = useRef<R | undefined>(undefined);
  const read = useMemo(() => selected(source.read, select, () => shown.current), [source, select]);
  const readAtStart = useMemo(() => selected(() => atStart, select, none), [atStart, select]);
  const value = useSyncExternalStore(source.watch, read, readAtStart);
  useEffect(() => {
    shown.current = value;
  }, [value]);
  return value;
}

/** @param shown what a component shows, whose identity goes on where it is still right */
function selected<T, R>(read: () => T, select: (value: T) => R, shown: () => R | undefined): () => R {
  let last: { readonly from: T; readonly value: R } | undefined;
  return () => {
    const from = read();
    if (last !== undefined && Object.is(last.from, from)) return last.value;
    const value = share(last === undefined ? shown() : last.value, select(from));
    last = { from, value };
    return value;
  };
}

function none(): undefined {
  return undefined;
}
