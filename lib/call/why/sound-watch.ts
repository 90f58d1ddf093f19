import type { NativeCallStatus, SessionStats } from "../../native/index.js";
import type { Clock } from "../../net/index.js";
import type { DaveStatus } from "../../protocol/index.js";
import type { VoiceClose } from "../voice-close.js";
import type { VoicePhase } from "../voice-phase.js";
import { countsOf, gain, gained } from "./counts.js";
import { Peak } from "./peak.js";
import type { DoorWords, LinkFacts, OwnFacts, OwnSettings, UserFacts, UserSettings } from "./sound-facts.js";
import type { SoundFinding } from "./sound-finding.js";
import { linkVerdicts, soundVerdicts } from "./verdicts.js";

/** Facts of a call that its door knows, and the call does not. */
export interface SoundDoor {
  readonly words: DoorWords;
  own(stats: SessionStats): OwnSettings;
  user(userId: bigint): UserSettings;
  /** Hands over the decoded sound of a user. @returns ends it */
  listen(userId: bigint, hear: (samples: Int16Array) => void): () => void;
}

export interface SoundWatchParts {
  readonly clock: Clock;
  /** undefined: the call is closed */
  readonly stats: () => SessionStats | undefined;
  readonly status: () => NativeCallStatus;
  /** everybody else in the call, as far as was told */
  readonly others: () => ReadonlySet<bigint>;
  readonly encryption: () => DaveStatus;
  readonly maySend: () => boolean;
  readonly isAlone: () => boolean;
  /** Why this side ended the call; "" when it did not. */
  readonly endReason: () => string;
}

/** More than a call has; of more, the first are remembered. */
const MOST_SPEAKERS = 5000;
/** How long packets are counted, milliseconds: fifty of somebody who speaks. */
const LOOK_MS = 1000;
const CONNECTED: NativeCallStatus = 4;
const LEAVING: NativeCallStatus = 6;
const STATES: Record<NativeCallStatus, string> = [
  "it is over",
  "it is joining",
  "it is connecting",
  "it is signalling",
  "it is connected",
  "it is reconnecting",
  "it is leaving",
];

/** Remembers what a call tells of its sound, and says why none is heard. */
export class SoundWatch {
  readonly #parts: SoundWatchParts;
  /** whose newest announcement says that they speak */
  readonly #speaking = new Set<bigint>();
  /** who has ever announced that it speaks */
  readonly #spoken = new Set<bigint>();
  #close: VoiceClose | undefined;
  #isPathSilent = false;
  #look: Promise<SoundFinding[]> | undefined;

  constructor(parts: SoundWatchParts) {
    this.#parts = parts;
  }

  status(status: NativeCallStatus): void {
    if (status === CONNECTED) this.#close = undefined;
    // A silent path makes a call reconnect; who leaves does so for other reasons.
    if (status === CONNECTED || status === LEAVING) this.#isPathSilent = false;
  }

  closed(close: VoiceClose): void {
    this.#close = close;
  }

  phase(phase: VoicePhase): void {
    if (phase === "pathSilent" || phase === "udpBlocked") this.#isPathSilent = true;
    if (phase === "pathBack") this.#isPathSilent = false;
  }

  left(userId: bigint): void {
    for (const users of [this.#speaking, this.#spoken]) users.delete(userId);
  }

  announced(userId: bigint, isSpeaking: boolean): void {
    if (!isSpeaking) return void this.#speaking.delete(userId);
    // The server names them, and nobody limits how many names it has.
    if (this.#spoken.size >= MOST_SPEAKERS && !this.#spoken.has(userId)) return;
    this.#speaking.add(userId);
    this.#spoken.add(userId);
  }

  /** Counts for a second and says why nothing is heard. Callers at the same time share the count. */
  why(door: SoundDoor): Promise<SoundFinding[]> {
    this.#look ??= this.#lookFor(door).finally(() => (this.#look = undefined));
    return this.#look;
  }

  async #lookFor(door: SoundDoor): Promise<SoundFinding[]> {
    const before = this.#parts.stats();
    if (before === undefined || this.#parts.status() !== CONNECTED) return this.#linkVerdicts(door);
    const ears = this.#listen(door, before);
    const speaking = new Set(this.#speaking);
    await new Promise<void>((resolve) => void this.#parts.clock.schedule(LOOK_MS, resolve));
    const after = this.#parts.stats();
    if (after === undefined) return this.#linkVerdicts(door);
    for (const { end } of ears.values()) end();
    const verdicts = this.#linkVerdicts(door);
    if (verdicts.length > 0) return verdicts;
    const users = [...this.#parts.others()].map((id) => ({
      ...this.#user(door, id, before, after),
      isSpeaking: speaking.has(id) && this.#speaking.has(id),
      peakDbfs: ears.get(id)?.peak.dbfs,
    }));
    return soundVerdicts(this.#own(door, before, after), users, door.words);
  }

  #linkVerdicts(door: SoundDoor): SoundFinding[] {
    return linkVerdicts(this.#link(this.#parts.stats() !== undefined), door.words);
  }

  /** Measures everybody whom this side could hear. */
  #listen(door: SoundDoor, stats: SessionStats): ReadonlyMap<bigint, Listening> {
    if (door.own(stats).isDeaf) return new Map();
    const heard = [...this.#parts.others()].filter((userId) => door.user(userId).isWanted);
    return new Map(heard.map((userId) => [userId, listening(door, userId)]));
  }

  #link(isOpen: boolean): LinkFacts {
    return {
      isConnected: isOpen && this.#parts.status() === CONNECTED,
      state: this.#stateInWords(isOpen),
      isPathSilent: this.#isPathSilent,
      missingKey: this.#missingKey(),
    };
  }

  #stateInWords(isOpen: boolean): string {
    const reason = this.#parts.endReason();
    if (reason !== "") return reason;
    const close = this.#close;
    const state = isOpen ? STATES[this.#parts.status()] : STATES[0];
    if (close === undefined) return state;
    const words = close.reason === "" ? "" : ` (${close.reason})`;
    return `${state}, after the voice gateway closed with ${String(close.code)}${words}`;
  }

  #missingKey(): string {
    if (this.#parts.maySend() || this.#parts.isAlone()) return "";
    const { state } = this.#parts.encryption();
    if (state === "refused") return "end-to-end encryption ended, and this call requires it";
    return state === "pending" ? "the key of end-to-end encryption has not arrived" : "";
  }

  #own(door: SoundDoor, before: SessionStats, after: SessionStats): OwnFacts {
    return {
      ...door.own(after),
      isAlone: this.#parts.others().size === 0,
      packetsSent: gain(after.packetsSent, before.packetsSent),
      reportedLoss: after.reportedLoss,
      packetsUnannounced: gain(after.refused.unknownSsrc, before.refused.unknownSsrc),
    };
  }

  #user(
    door: SoundDoor,
    userId: bigint,
    before: SessionStats,
    after: SessionStats,
  ): Omit<UserFacts, "isSpeaking" | "peakDbfs"> {
    const total = countsOf(after, userId);
    const { received, undecryptable, lost } = gained(total, countsOf(before, userId));
    return {
      userId,
      ...door.user(userId),
      hasSpoken: this.#spoken.has(userId) || total.received > 0,
      packetsReceived: received,
      undecryptable,
      packetsLost: lost,
    };
  }
}

/** The sound of a user while it is measured. */
interface Listening {
  readonly peak: Peak;
  readonly end: () => void;
}

function listening(door: SoundDoor, userId: bigint): Listening {
  const peak = new Peak();
  return { peak, end: door.listen(userId, (samples) => peak.hear(samples)) };
}
