import type { KeptTick } from "../../native/index.js";
import { FieldReader, FieldWriter, savedFields, type KeptTide } from "../../protocol/index.js";
import type { CallStore } from "./call-store.js";

/** Where in the memory of its machine a call notes each of its ticks. */
export interface TidePlace {
  readonly slot: number;
  /** of those who have the slot one after the other */
  readonly generation: number;
}

/** The memory in which the calls of a machine note their ticks: it outlives their processes. */
export interface NotedTides {
  /** @returns the newest tick; undefined: none was noted, or not by this call */
  readTide(slot: number, generation: number): KeptTick | undefined;
}

/** The last word about a call: when, and what was sent by then. */
export interface LastTide {
  readonly tide: KeptTide;
  /** each packet is in it: none has to be counted with that was sent and not written */
  readonly isExact: boolean;
}

const FIELDS = savedFields({ slot: 1, generation: 2 });
const MOST = 2 ** 31 - 1;
const SEQUENCES = 0x10000;
const PACKET_MS = 20;
/** An owner that wrote nothing may have sent so many packets before the next one. */
const UNWRITTEN_PACKETS = 50;
/** A claim is as exact as its clock. */
const TOLERANCE_MS = 1000;
/** Within a year: no source is longer. */
const LONGEST_MS = 3.1e10;

const keyOf = (call: string): string => `${call}/tide`;

/** Of a call that is about to have its first process. */
export async function storeTidePlace(store: CallStore, call: string, place: TidePlace): Promise<void> {
  const out = new FieldWriter(0);
  out.number(FIELDS.slot, place.slot);
  out.number(FIELDS.generation, place.generation);
  await store.swap(keyOf(call), undefined, out.take());
}

/** @returns undefined: it notes nothing */
export async function tidePlaceOf(store: CallStore, call: string): Promise<TidePlace | undefined> {
  const found = await store.read(keyOf(call));
  if (found === undefined) return undefined;
  const fields = new FieldReader(found, 0, "tide");
  return { slot: fields.number(FIELDS.slot, MOST), generation: fields.number(FIELDS.generation, MOST) };
}

/**
 * What was sent last, by the claim and by what its owner noted since. Any program of this user can write to that memory: what
 * cannot have followed on the claim counts for nothing, and no number under a key depends on it.
 * @param tide of the claim
 * @param owners that may have sent something since then
 */
export function lastTide(
  tide: KeptTide,
  tick: KeptTick | undefined,
  nowMs: number,
  owners: number,
): LastTide {
  const atMs = nowMs - (tick?.ageMs ?? 0);
  const sinceMs = Math.max(0, atMs - tide.atMs);
  if (tick === undefined || !isBehind(tide, tick, sinceMs, owners)) return { tide, isExact: false };
  const { sequence, isPlaying, source } = tick;
  if (source === undefined) {
    const positionMs = tide.positionMs + (tide.isPlaying ? sinceMs : 0);
    return { tide: { ...tide, atMs, sequence, positionMs }, isExact: true };
  }
  const { count, positionMs } = source;
  return { tide: { atMs, sequence, source: count, positionMs, isPlaying }, isExact: true };
}

function isBehind(tide: KeptTide, tick: KeptTick, sinceMs: number, owners: number): boolean {
  const { ageMs, sequence, source } = tick;
  const packets = (sequence - tide.sequence + SEQUENCES) % SEQUENCES;
  const most = (sinceMs + TOLERANCE_MS) / PACKET_MS + owners * UNWRITTEN_PACKETS;
  if (!(ageMs >= 0) || packets > most) return false;
  if (source === undefined) return true;
  if (!(source.positionMs >= 0 && source.positionMs <= LONGEST_MS)) return false;
  if (source.count !== tide.source) return source.count > tide.source;
  const movedMs = source.positionMs - tide.positionMs;
  return movedMs >= -TOLERANCE_MS && movedMs <= sinceMs + TOLERANCE_MS;
}
