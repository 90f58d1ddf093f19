import type { TrackPosition } from "./player.js";

/** Where the numbers of a call that died go on, and how long ago its record was written. */
export interface KeptRange {
  /** how old the record is, in milliseconds: what was due meanwhile is due, and the stream's time line goes on */
  readonly ageMs: number;
  /** the first number that the dead process was not granted, 0 to 2^29 */
  readonly start: number;
  /** the first number that this one is not granted, start to 2^29 */
  readonly limit: number;
  /** of the next RTP packet, 0 to 65535 */
  readonly sequence: number;
}

/** How far a running call is. */
export interface Tide {
  /** the first number that none of its keys has used yet */
  readonly used: number;
  /** of the next RTP packet, 0 to 65535 */
  readonly sequence: number;
  /** of all senders */
  readonly packetsReceived: number;
  /** as `inputPosition` gives it */
  readonly position: number | TrackPosition | undefined;
  /** how old this is, in milliseconds */
  readonly ageMs: number;
}

/** The newest tick that a call noted in memory which outlives its process. It is not to be trusted: any program of this user can write there. */
export interface KeptTick {
  /** how long ago it was, milliseconds */
  readonly ageMs: number;
  /** of the next RTP packet, 0 to 65535 */
  readonly sequence: number;
  /** it sent some of the source */
  readonly isPlaying: boolean;
  /** what is played, as `nameSource` named it; undefined for a microphone, a player, and before it was named */
  readonly source?: {
    readonly count: number;
    /** sent of it */
    readonly positionMs: number;
  };
}

/**
 * With which a call outlives its process: what the next process needs is kept elsewhere while the call runs. Every key of
 * the session counts from the same number: the counter of a transport key is the first of that key and the number, a
 * frame of a DAVE ratchet has the number and 1. A range of numbers is granted before it is used, and a successor begins
 * behind it, so no number is used twice whatever the dead process did last.
 */
export interface NativeKeeping {
  /**
   * From now on nothing is sealed outside of [start, limit). Before `join`: later keys and ratchets begin at `start`.
   * Again with the same start and a higher limit: raises the limit of all present and future keys; a lower one is
   * ignored. A call that has used up what it was granted is silent, and goes on by itself after the next grant.
   * @param start 0 to 2^29
   * @param limit start to 2^29
   * @throws TypeError when these are no such numbers
   */
  grantNumbers(start: number, limit: number): void;
  /**
   * What `save` gives, of a session that runs and goes on running.
   * @param onSaved called once; undefined when the session is not joined, or was frozen or closed meanwhile. With keys: to be wiped
   * @throws Error (code SESSION_FROZEN); SNAPSHOT_RUNNING: the one before has not answered yet
   */
  snapshot(nowMs: number, onSaved: (saved: Uint8Array | undefined) => void): void;
  /**
   * As `restore`, for the successor of a process that died: its numbers go on at `from.start`, and what it had not sealed
   * yet is lost.
   * @throws {SavedSessionFault} when the bytes are no saved session: this one is to be closed; SESSION_NOT_FROZEN
   */
  restoreKept(saved: Uint8Array, nowMs: number, from: KeptRange): void;
  /** How far the call is; undefined before the first tick. Some 100 ms old, 500 ms at most. Costs no message. */
  tide(): Tide | undefined;
  /** Another number whenever `tide` tells something new besides its age: a call that stands still is cheap to look at. */
  tideMark(): number;
  /**
   * From now on each tick is noted in the memory that `openTides` opened, before its packets leave. Nowhere without that, or behind its end.
   * @param slot from 0
   * @param generation of those who have the slot one after the other, 0 to 2^31 - 1
   */
  keepTide(slot: number, generation: number): void;
  /** The present input plays the source `count` of the call, 0 to 2^31 - 1, from `startMs` milliseconds on. Both are noted with the ticks. */
  nameSource(count: number, startMs: number): void;
  /**
   * Whether the session stops when its media thread notices that it stood still for a second or more: another process
   * may have the call by then. It sends nothing from that tick on, and `poll` tells that it stalled. Not saved.
   */
  holdWhenLate(holds: boolean): void;
  /** A session that stalled goes on. */
  goOn(): void;
}
