import type { SessionStats } from "../../native/index.js";

/** Packets of one user since the call began. */
export interface UserCounts {
  readonly received: number;
  readonly undecryptable: number;
  readonly lost: number;
}

/** Counts what has come from a user. Frames that no key opens do not reach the jitter buffer. */
export function countsOf(stats: SessionStats, userId: bigint): UserCounts {
  const streams = stats.speakers.filter((speaker) => speaker.userId === userId);
  const [e2ee] = streams.map((stream) => stream.e2ee);
  const undecryptable = e2ee?.undecryptable ?? 0;
  const opened = (e2ee?.opened ?? 0) + (e2ee?.passthrough ?? 0);
  return {
    received: Math.max(sumOf(streams.map(({ packetsReceived }) => packetsReceived)), opened + undecryptable),
    undecryptable,
    lost: sumOf(streams.map(({ packetsLost }) => packetsLost)),
  };
}

/** Packets between two counts. */
export function gained(late: UserCounts, early: UserCounts): UserCounts {
  return {
    received: gain(late.received, early.received),
    undecryptable: gain(late.undecryptable, early.undecryptable),
    lost: gain(late.lost, early.lost),
  };
}

/** A stream that began anew counts from zero. */
export function gain(late: number, early: number): number {
  return late < early ? late : late - early;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
