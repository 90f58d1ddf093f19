import type { ReceivedPacket } from "sdkpp/voice";
import { seriesOf } from "../../support/packet-series.js";

const TICKS_PER_MS = 48;
/** Shorter ones are silence. */
const NUMBERED_BYTES = 6;

interface Heard {
  readonly ssrc: number;
  readonly sequence: number;
  /** undefined: silence */
  readonly number: number | undefined;
  /** milliseconds, of the network */
  readonly arrival: number;
}

type Numbered = Heard & { readonly number: number };

/** The number in a packet of a worker; silence between has none. */
export function numberOf(data: Uint8Array): number | undefined {
  return data.length < NUMBERED_BYTES ? undefined : Buffer.from(data.buffer, data.byteOffset).readUInt32LE(1);
}

/** What a listener hears of the bot, from when it joined. */
export class HeardNumbers {
  readonly #packets: Heard[] = [];

  constructor(packets: AsyncIterable<ReceivedPacket>) {
    // ends with the connection
    this.#read(packets).catch(() => undefined);
  }

  get count(): number {
    return this.#packets.length;
  }

  /** The newest number. */
  get newest(): number {
    return this.#packets.findLast(({ number }) => number !== undefined)?.number ?? -1;
  }

  /** Numbers that came behind a larger one, or came again. */
  get outOfOrder(): number {
    return this.#pairs().filter(([before, next]) => next.number <= before.number).length;
  }

  /** Numbers that were never sent: the sequence numbers of the packets around them leave no room for them. */
  get leftOut(): number {
    return this.#pairs().reduce((sum, [before, next]) => {
      const packets = (next.sequence - before.sequence) & 0xffff;
      return sum + Math.max(0, next.number - before.number - packets);
    }, 0);
  }

  /** Packets that were sent, and that did not come. */
  get missing(): number {
    return seriesOf(this.#packets).reduce((sum, { missing }) => sum + missing, 0);
  }

  /** Voice sessions of the bot: a call that moves has one. */
  get sessions(): number {
    return new Set(this.#packets.map(({ ssrc }) => ssrc)).size;
  }

  /** The longest time between two packets that follow each other, around those of two places, milliseconds. */
  longestGap(from: number, to: number): number {
    const packets = this.#packets.slice(Math.max(0, from - 1), to + 1);
    const gaps = packets.slice(1).map((next, at) => {
      const before = packets[at]!;
      const follows = next.sequence === ((before.sequence + 1) & 0xffff);
      return follows ? next.arrival - before.arrival : 0;
    });
    return Math.max(0, ...gaps);
  }

  /**
   * Where nothing of the source came for the longest time, among the packets from a place on: how long, milliseconds, and how far its numbers and
   * those of RTP go on there.
   */
  longestSilence(from: number): {
    readonly gapMs: number;
    readonly numbers: number;
    readonly packets: number;
  } {
    const jumps = this.#pairs(Math.max(0, from - 1)).map(([before, next]) => ({
      gapMs: next.arrival - before.arrival,
      numbers: next.number - before.number,
      packets: (next.sequence - before.sequence) & 0xffff,
    }));
    const none = { gapMs: 0, numbers: 1, packets: 1 };
    return jumps.reduce((most, jump) => (jump.gapMs > most.gapMs ? jump : most), none);
  }

  #pairs(from = 0): [Numbered, Numbered][] {
    const numbered = this.#packets.slice(from).filter((one): one is Numbered => one.number !== undefined);
    return numbered.slice(1).map((next, at) => [numbered[at]!, next]);
  }

  async #read(packets: AsyncIterable<ReceivedPacket>): Promise<void> {
    for await (const { ssrc, sequence, arrival, data } of packets)
      this.#packets.push({ ssrc, sequence, number: numberOf(data), arrival: arrival / TICKS_PER_MS });
  }
}

/** p50 / p95 / worst */
export function quantiles(values: readonly number[]): string {
  const sorted = [...values].sort((left, right) => left - right);
  const at = (share: number): string =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!.toFixed(0);
  return `${at(0.5)} / ${at(0.95)} / ${at(1)}`;
}
