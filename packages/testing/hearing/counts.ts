import type { VoiceStats } from "@sdkpp/platform";
import type { SessionStats } from "sdkpp";

/** Packets of one speaker on their way to one listener, since their sessions began. */
export interface Counts {
  /** undefined: the speaker is no actor in a call */
  readonly sent: number | undefined;
  readonly atPlatform: number;
  readonly received: number;
  readonly undecryptable: number;
  readonly lost: number;
}

export interface CountParts {
  readonly speakerId: string;
  /** of the speaker's own call */
  readonly speaker: SessionStats | undefined;
  /** of the listener's call */
  readonly listener: SessionStats | undefined;
  readonly platform: VoiceStats;
}

export function countsOf({ speakerId, speaker, listener, platform }: CountParts): Counts {
  const streams = (listener?.speakers ?? []).filter(({ userId }) => String(userId) === speakerId);
  const sessions = platform.sessions.filter(({ userId }) => userId === speakerId);
  const undecryptable = sumOf(streams.map(({ e2ee }) => e2ee.undecryptable));
  const opened = sumOf(streams.map(({ e2ee }) => e2ee.opened + e2ee.passthrough));
  const jittered = sumOf(streams.map(({ packetsReceived }) => packetsReceived));
  return {
    sent: speaker?.packetsSent,
    atPlatform: sumOf(sessions.map(({ packetsIn }) => packetsIn)),
    received: Math.max(jittered, opened + undecryptable),
    undecryptable,
    lost: sumOf(streams.map(({ packetsLost }) => packetsLost)),
  };
}

/** A session that began anew counts from zero. */
export function since(now: Counts, before: Counts): Counts {
  const gained = (late: number, early: number): number => (late < early ? late : late - early);
  return {
    sent: now.sent === undefined ? undefined : gained(now.sent, before.sent ?? 0),
    atPlatform: gained(now.atPlatform, before.atPlatform),
    received: gained(now.received, before.received),
    undecryptable: gained(now.undecryptable, before.undecryptable),
    lost: gained(now.lost, before.lost),
  };
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
