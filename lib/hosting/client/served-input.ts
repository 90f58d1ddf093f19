import { lossWarning, type InputEnd, type VoiceConnection } from "../../call/index.js";
import type { Cancel, Clock } from "../../net/index.js";
import { reasonOf } from "../../protocol/index.js";
import { BytesFeed } from "./bytes-feed.js";
import type { OwnReport, SentDevice, SentInput } from "./messages.js";
import { restOfWav } from "./wav-rest.js";

type Report = OwnReport & { type: "inputEnded" | "played" };

export interface ServedInputParts {
  readonly connection: VoiceConnection;
  readonly clock: Clock;
  openDevice(device: SentDevice): void;
  send(report: Report extends infer R ? (R extends unknown ? Omit<R, "call"> : never) : never): void;
}

/** Interval at which samples are written and their place is told, milliseconds. The media thread notes that place as often. */
const LOOK_MS = 100;
const SAMPLES_PER_MS = 48;
const MS_PER_S = 1000;

/** The source of a game's call, in its voice process. */
export class ServedInput {
  readonly #parts: ServedInputParts;
  #input: SentInput = { id: 0, type: "none" };
  /** where the present input of the engine began, milliseconds of the source, */
  #startMs = 0;
  /** and when: what was noted before is about another one */
  #openedMs = -Infinity;
  /** samples that the engine had no room for */
  #waiting: Int16Array[] = [];
  #isEnding = false;
  #toldMs = -1;
  #feed: BytesFeed | undefined;
  #cancel: Cancel | undefined;

  constructor(parts: ServedInputParts) {
    this.#parts = parts;
  }

  /** Counts the sources, as the game's process does. */
  get id(): number {
    return this.#input.id;
  }

  /** Where the source is, as far as is known. */
  get positionMs(): number {
    const { connection, clock } = this.#parts;
    const { position, ageMs = Infinity } = connection.tide() ?? {};
    const isOfThis = clock.now() - ageMs > this.#openedMs;
    return this.#startMs + (isOfThis && typeof position === "number" ? position / SAMPLES_PER_MS : 0);
  }

  /** @param startMs where it would be by now, when another process played it */
  open(input: SentInput, startMs = 0): void {
    this.close();
    this.#input = input;
    this.#startMs = startMs;
    this.#openedMs = this.#parts.clock.now();
    try {
      this.#open(input, startMs);
    } catch (error) {
      this.#refused(input, reasonOf(error));
    }
  }

  write(input: number, samples: Int16Array): void {
    if (input !== this.id) return;
    this.#waiting.push(samples);
    this.#flush();
  }

  finish(input: number): void {
    if (input !== this.id) return;
    this.#isEnding = true;
    this.#flush();
  }

  /** It has played to its end. */
  ended(end: InputEnd): void {
    const input = this.id;
    this.close();
    this.#parts.send({ type: "inputEnded", input, end, warning: lossWarning(end) });
  }

  /** Looks after it no more. */
  close(): void {
    this.#cancel?.();
    this.#feed?.close();
    this.#feed = undefined;
    this.#waiting = [];
    this.#isEnding = false;
    this.#toldMs = -1;
  }

  #open(input: SentInput, startMs: number): void {
    const { media } = this.#parts.connection;
    switch (input.type) {
      case "none":
        return media.closeInput();
      case "device":
        return this.#parts.openDevice(input.device);
      case "pcm":
        return this.#openPcm(input, startMs);
      case "wav":
      case "ogg":
        return this.#openFile(input, startMs);
    }
  }

  #openFile({ type, file, loop }: SentInput & { type: "wav" | "ogg" }, startMs: number): void {
    const { connection, clock } = this.#parts;
    // what loops has no place to begin at but its beginning
    const isLater = startMs > 0 && !loop;
    const rest = isLater && type === "wav" ? restOfWav(file, startMs) : undefined;
    if (rest !== undefined) connection.media.openWavInput(rest, false);
    else if (isLater) this.#feed = new BytesFeed(connection.media, clock, file, startMs);
    else if (type === "wav") connection.media.openWavInput(file, loop);
    else connection.playOgg(file, loop);
  }

  #openPcm(input: SentInput & { type: "pcm" }, startMs: number): void {
    const { sampleRate, channels, fromMs, pieces, isEnded } = input;
    this.#parts.connection.media.openPcmInput(sampleRate, channels);
    this.#startMs = Math.max(startMs, fromMs);
    this.#waiting = behind(pieces, Math.round(((this.#startMs - fromMs) * sampleRate) / MS_PER_S) * channels);
    this.#isEnding = isEnded;
    this.#look();
  }

  #look(): void {
    this.#cancel = this.#parts.clock.schedule(LOOK_MS, () => this.#look());
    this.#flush();
    const { positionMs } = this;
    if (positionMs === this.#toldMs) return;
    this.#toldMs = positionMs;
    this.#parts.send({ type: "played", input: this.id, positionMs });
  }

  #flush(): void {
    if (this.#input.type !== "pcm") return;
    const { media } = this.#parts.connection;
    for (let piece = this.#waiting[0]; piece !== undefined; piece = this.#waiting[0]) {
      const taken = media.writePcm(piece) * this.#input.channels;
      if (taken < piece.length) return void (this.#waiting[0] = piece.subarray(taken));
      this.#waiting.shift();
    }
    if (!this.#isEnding) return;
    this.#isEnding = false;
    media.endInput();
  }

  /** The game's process has no addon to look at the file with: its end says what is wrong. */
  #refused(input: SentInput, reason: string): void {
    const bytes = "file" in input ? input.file.length : 0;
    const end: InputEnd = {
      reason: "unsupported",
      losses: { packets: 0, bytes, pages: 0, atMs: 0, playedMs: 0 },
    };
    this.close();
    this.#parts.send({ type: "inputEnded", input: input.id, end, warning: reason });
  }
}

/** @param skipped values in front of what is left */
function behind(pieces: readonly Int16Array[], skipped: number): Int16Array[] {
  let left = skipped;
  return pieces.flatMap((piece) => {
    const cut = Math.min(left, piece.length);
    left -= cut;
    return cut === piece.length ? [] : [piece.subarray(cut)];
  });
}
