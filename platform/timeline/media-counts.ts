import type { Snowflake } from "sdkpp/wire";
import type { Timer, TimerClock } from "../clock/clock.js";
import type { Timeline } from "./timeline.js";

/** Packets of one user's place in a call since it began. */
export interface PacketCount {
  readonly ssrc: number;
  readonly userId: Snowflake;
  readonly packetsIn: number;
  readonly packetsOut: number;
}

/** The call of a user's sound. */
export interface CallPlace {
  readonly serverId: Snowflake;
  readonly channelId: Snowflake;
}

export interface MediaSource {
  /** Packets of everybody in calls; undefined while there is no sound. */
  counts(): Promise<readonly PacketCount[]> | undefined;
  placeOf(ssrc: number): CallPlace | undefined;
}

export interface MediaCountsParts {
  readonly timeline: Timeline;
  readonly machineClock: TimerClock;
  readonly source: MediaSource;
  /** Runs a count that nobody awaits. */
  readonly start: (work: Promise<unknown>) => void;
}

/** How often datagrams are counted, milliseconds. */
export const COUNT_INTERVAL_MS = 1000;

interface Sum extends CallPlace {
  received: number;
  sent: number;
  readonly userIds: Snowflake[];
}

/** Writes how many datagrams each call had in the last second, while somebody listens. */
export class MediaCounts {
  readonly #parts: MediaCountsParts;
  #before = new Map<number, PacketCount>();
  #timer: Timer | undefined;

  constructor(parts: MediaCountsParts) {
    this.#parts = parts;
    parts.timeline.onChange((isOn) => this.#turn(isOn));
  }

  #turn(isOn: boolean): void {
    this.#timer?.cancel();
    this.#before.clear();
    if (isOn) this.#next();
  }

  #next(): void {
    const { machineClock, start } = this.#parts;
    this.#timer = machineClock.after(COUNT_INTERVAL_MS, () => start(this.#count()));
  }

  async #count(): Promise<void> {
    const counts = (await this.#parts.source.counts()) ?? [];
    if (!this.#parts.timeline.isOn) return;
    // First, so that a fault of one count does not end the others.
    this.#next();
    for (const sum of this.#sums(counts)) this.#write(sum);
    this.#before = new Map(counts.map((one) => [one.ssrc, one]));
  }

  #sums(counts: readonly PacketCount[]): Sum[] {
    const sums = new Map<string, Sum>();
    for (const { ssrc, userId, packetsIn, packetsOut } of counts) {
      const before = this.#before.get(ssrc);
      const received = packetsIn - (before?.packetsIn ?? 0);
      const sent = packetsOut - (before?.packetsOut ?? 0);
      const place = this.#parts.source.placeOf(ssrc);
      if (place === undefined || received + sent === 0) continue;
      const key = `${place.serverId}:${place.channelId}`;
      const sum = sums.get(key) ?? { ...place, received: 0, sent: 0, userIds: [] };
      sum.received += received;
      sum.sent += sent;
      sum.userIds.push(userId);
      sums.set(key, sum);
    }
    return [...sums.values()];
  }

  #write({ serverId, channelId, received, sent, userIds }: Sum): void {
    const text = `call ${channelId} of ${serverId}: ${String(received)} packets received, ${String(sent)} sent, users ${userIds.join(" ")}`;
    this.#parts.timeline.add({ kind: "media", serverId, channelId, received, sent, userIds, text });
  }
}
