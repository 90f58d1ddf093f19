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
/** Our counters live in the third quarter (voice-transport 3.5). */
export const COUNTER_END = 0xbfff_ffff;
const COUNTER_START = 0x8000_0000;
/** Reports of receivers older than this say nothing about now. */
const REPORT_LIFE_MS = 5000;
const WATCH_MS = 10_000;
const WATCH_LIMIT = 500;

/** One participant as the forwarder sees it. */
export class MediaSession {
  aead: Aead | undefined;
  mode: AeadMode | undefined;
  address = "";
  port = 0;
  /** Of the next outbound packet; RTP and RTCP share it. */
  counter = 0;
  /** Has sent an op 5. */
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
  /** 0 to 255 of 256, of the newest report to this sender */
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

  /** Whether its media is sent to this address. */
  isAt(address: string, port: number): boolean {
    return port === this.port && address === this.address;
  }

  /** Counts a packet that claims this SSRC and is not taken. @returns whether it is time to say so, once */
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

  /** A receiver says how much of this sender it misses. */
  heardLoss(receiver: number, fractionLost: number, now: number): void {
    this.#losses.set(receiver, { fractionLost, at: now });
  }

  /** The 75th percentile of what receivers report, 0 to 255 of 256 (6.2). */
  downlinkLoss(now: number): number {
    const fresh = [...this.#losses.values()].filter((loss) => now - loss.at <= REPORT_LIFE_MS);
    const sorted = fresh.map((loss) => loss.fractionLost).sort((left, right) => left - right);
    return sorted[Math.ceil(sorted.length * 0.75) - 1] ?? 0;
  }

  forgetReceiver(receiver: number): void {
    this.#losses.delete(receiver);
  }
}

/** Whether a client's counter is where only ours may be. */
export function isInOurQuarter(counter: number): boolean {
  return counter >= COUNTER_START && counter <= COUNTER_END;
}
