import type { KeptTick } from "../../native/index.js";
import { MOST_NUMBERS, type KeptClaim, type KeptTide, type NumberRange } from "../../protocol/index.js";
import { SdkError } from "../../wire/index.js";
import { lastTide, tidePlaceOf, type NotedTides } from "./noted-tide.js";
import { GRANT, StoredClaim } from "./stored-claim.js";
import { readGround, type GroundStore } from "./stored-ground.js";

/** The voice server keeps a session without a socket so long, milliseconds. */
const SESSION_LIMIT_MS = 60_000;
/** Between two packets, milliseconds. */
const PACKET_MS = 20;
/** Each owner's packets are so far in front of those of the one before: more than were sent and not noted, and fewer than a listener takes for another stream. */
const SEQUENCE_RESERVE = 50;
const SEQUENCES = 0x10000;

export interface RevivalParts extends GroundStore {
  /** names this process */
  readonly owner: string;
  /** milliseconds since 1970 */
  readonly wallClock: () => number;
  /** in which its owners note each tick; undefined: they are on another machine, or there is no such memory */
  readonly tides?: NotedTides | undefined;
}

/** A call whose process is gone, claimed for this one. */
export interface Revival {
  readonly claim: StoredClaim;
  /** what the call saved; to be wiped */
  readonly record: Uint8Array;
  /** how old that is, milliseconds */
  readonly ageMs: number;
  /** for this process */
  readonly numbers: NumberRange;
  /** the next RTP sequence number: behind all that may have been sent */
  readonly sequence: number;
  readonly tide: KeptTide;
  /** since the tide, milliseconds */
  readonly elapsedMs: number;
}

/**
 * Claims a call whose process is gone. From then on that process has it no more, also when it only stood still.
 * @throws {SdkError} KEPT_CALL_UNKNOWN, KEPT_CALL_EXPIRED, KEPT_CALL_DAMAGED, KEPT_CALL_VERSION, KEPT_CALL_CONTENDED,
 *   KEPT_CALL_EXHAUSTED; KEEP_STORE_SILENT. It has to be joined anew then
 */
export async function claimKept(parts: RevivalParts): Promise<Revival> {
  const tick = await notedTick(parts);
  const claim = await StoredClaim.behind(parts, (before) => checked(parts, before, tick));
  const { fence, groundFence, numbers } = claim.claim;
  if (claim.claim.tide === undefined) throw unknown(parts.call);
  const { atMs, record } = await readGround(parts, groundFence);
  const nowMs = parts.wallClock();
  // an owner that died before it wrote anything used those behind the reserve
  const owners = Number(fence - groundFence);
  const { tide, isExact } = lastTide(claim.claim.tide, tick, nowMs, owners);
  const elapsedMs = Math.max(0, nowMs - tide.atMs);
  const reserve = isExact ? 0 : owners * SEQUENCE_RESERVE;
  const sequence = tide.sequence + Math.ceil(elapsedMs / PACKET_MS) + reserve;
  const ageMs = Math.max(0, nowMs - atMs);
  return { claim, record, ageMs, numbers, sequence: sequence % SEQUENCES, tide, elapsedMs };
}

async function notedTick({ store, call, tides }: RevivalParts): Promise<KeptTick | undefined> {
  const place = tides && (await tidePlaceOf(store, call));
  return place && tides.readTide(place.slot, place.generation);
}

function unknown(call: string): SdkError {
  return new SdkError(
    "KEPT_CALL_UNKNOWN",
    `call ${call}: expected that it is kept, received nothing to go on with; join it anew`,
  );
}

function checked(
  { call, wallClock }: RevivalParts,
  before: KeptClaim | undefined,
  tick: KeptTick | undefined,
): KeptClaim {
  if (before?.tide === undefined || before.groundFence === 0n) throw unknown(call);
  // what was noted is not to be trusted: it makes no call older than its claim
  const silentMs = Math.min(wallClock() - before.tide.atMs, tick?.ageMs ?? Infinity);
  if (silentMs > SESSION_LIMIT_MS)
    throw new SdkError(
      "KEPT_CALL_EXPIRED",
      `call ${call}: expected a process that had it in the last ${String(SESSION_LIMIT_MS / 1000)} s, received one from ${String(Math.round(silentMs / 1000))} s ago; join it anew`,
    );
  if (before.numbers.limit + GRANT > MOST_NUMBERS)
    throw new SdkError(
      "KEPT_CALL_EXHAUSTED",
      `call ${call}: expected numbers that are left under its keys, received none; join it anew`,
    );
  return before;
}
