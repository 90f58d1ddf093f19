import { useMemo } from "react";
import type { CollectionName, RecordOf } from "sdkpp/surface";
import { useSocial } from "../provider/use-social.js";
import { ListSource } from "./list-source.js";
import { useSource } from "./use-source.js";
import { whole } from "./whole.js";

/**
 * Returns what is made of all records of a part. It renders when that has another content.
 * @param make one function, as long as it makes the same
 * @param atStart what a server renders: a constant
 */
export function useList<K extends CollectionName, T>(
  part: K,
  make: (records: ReadonlyMap<string, RecordOf<K>>) => T,
  atStart: T,
): T {
  const { state } = useSocial();
  const source = useMemo(() => new ListSource(state, part, make), [state, part, make]);
  return useSource(source, whole<T>, atStart);
}
