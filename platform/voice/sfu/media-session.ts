import type { AeadMode, Snowflake } from "sdkpp/wire";
import type { Aead } from "./aead.js";
import { AddressLatch } from "./address-latch.js";
import { E2eeParticipant } from "./e2ee-rules.js";
import { Reception } from "./reception.js";
import { ReplayWindow } from "./replay-window.js";

/** An opened packet that waits for its sender's first op 5. */
export interface HeldPacket {
  readonly at: number;
  readonly header: Buffer;
  readonly payload: Buffer;
}

export const HOLD_LIMIT = 20;
export const HOLD_MS = 250;
/** The platform's counters use the third quarter of the range (voice-transport 3.5). */
export const COUNTER_END = 0xbfff_ffff;
const COUNTER_START = 0x8000_0000;
/** Older reports of receivers are ignored. */
const REPORT_LIFE_MS = 5000;
const WATCH_MS = 10_000;
const WATCH_LIMIT = 500;

/** The forwarder's state of one participant. */
export class MediaSession {
  aead: Aead | undefined;
  mode: AeadMode | undefined;
  address = "";
  port = 0;
  /** Counter of the next outbound packet; RTP and RTCP share it. */
  counter = 0;
  /** Whether the client has sent an op 5. */
  isAnnounced = false;
  maySpeak: boolean;
  mayHear: boolean;
  replay = new ReplayWindow();
  latch = new AddressLatch();
  readonly reception = new Reception();
  readonly e2ee = new E2eeParticipant();
  readonly held: HeldPacket[] = [];
  packetsIn = 0;
  packetsOut = 0;
  refused = 0;
  replayed = 0;
  /** Loss in the newest report to this sender, in 1/256: 0 to 255 */
  reportedLoss = 0;
  hasWarnedQuarter = false;
  readonly #losses = new Map<number, { fractionLost: number; at: number }>();
  #watchStart = -Infinity;
  #watchCount = 0;

  constructor(
    readonly ssrc: number,
    readonly userId: Snowflake,
    readonly room: string,
    permissions: { readonly maySpeak: boolean; readonly mayHear: boolean },
  ) {
    this.maySpeak = permissions.maySpeak;
    this.mayHear = permissions.mayHear;
  }

  /** Whether this is the address to which media is sent. */
  isAt(address: string, port: number): boolean {
    return port === this.port && address === this.address;
  }

  /** Counts a rejected packet with this SSRC. @returns whether to log a warning, at most once per interval */
  suspect(now: number): boolean {
    if (now - this.#watchStart > WATCH_MS) {
      this.#watchStart = now;
      this.#watchCount = 0;
    }
    this.#watchCount += 1;
    return this.#watchCount === WATCH_LIMIT + 1;
  }

  hold(packet: HeldPacket): boolean {
    if (this.held.length >= HOLD_LIMIT) return false;
    this.held.push(packet);
    return true;
  }

  /** Records how much of this sender's media a receiver has lost. */
  heardLoss(receiver: number, fractionLost: number, now: number): void {
    this.#losses.set(receiver, { fractionLost, at: now });
  }

  /** The 75th percentile of the receivers' reported loss, in 1/256: 0 to 255 (6.2). */
  downlinkLoss(now: number): number {
    const fresh = [...this.#losses.values()].filter((loss) => now - loss.at <= REPORT_LIFE_MS);
    const sorted = fresh.map((loss) => loss.fractionLost).sort((left, right) => left - right);
    return sorted[Math.ceil(sorted.length * 0.75) - 1] ?? 0;
  }

  forgetReceiver(receiver: number): void {
    this.#losses.delete(receiver);
  }
}

/** Whether a client's counter is in the range that is reserved for the platform. */
export function isInOurQuarter(counter: number): boolean {
  return counter >= COUNTER_START && counter <= COUNTER_END;
}
