import { useMemo } from "react";
import type { Mirror } from "@sdkpp/electron/renderer";
import type { CollectionName, RecordOf } from "sdkpp/surface";
import { useSocial } from "../provider/use-social.js";
import { watchNothing, type Source } from "./source.js";
import { useSource } from "./use-source.js";

/**
 * Returns what `select` takes from one record. It renders when that changes, whatever else does.
 * @param key undefined: no record, and nothing is watched
 */
export function useRecord<K extends CollectionName, R>(
  part: K,
  key: string | undefined,
  select: (record: RecordOf<K> | undefined) => R,
): R {
  const { state } = useSocial();
  const source = useMemo(() => recordSource(state, part, key), [state, part, key]);
  return useSource<RecordOf<K> | undefined, R>(source, select, undefined);
}

function recordSource<K extends CollectionName>(
  state: Mirror,
  part: K,
  key: string | undefined,
): Source<RecordOf<K> | undefined> {
  if (key === undefined) return { watch: watchNothing, read: () => undefined };
  return { watch: (listener) => state.watch(part, key, listener), read: () => state.get(part, key) };
}
