import { lossWarning, type InputEnd, type VoiceConnection } from "../../call/index.js";
import type { Cancel, Clock } from "../../net/index.js";
import { reasonOf, savedFields, type FieldReader, type FieldWriter } from "../../protocol/index.js";
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

/** Of the source in the record of a call that moves. */
const FIELDS = savedFields({ id: 1, isOver: 2, positionUs: 3, written: 4 });
const US_PER_MS = 1000;

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
  /** of samples: those that the engine took, per channel, from the beginning of the source */
  #written = 0;
  #isEnding = false;
  /** nothing may be written to the engine: the call stands still */
  #isHeld = false;
  #isOver = false;
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
    this.#begin(input, startMs);
    try {
      this.#open(input, startMs);
      this.#name();
    } catch (error) {
      this.#refused(input, reasonOf(error));
    }
  }

  /** Of a call that stands still. */
  save(out: FieldWriter): void {
    out.number(FIELDS.id, this.id);
    out.flag(FIELDS.isOver, this.#isOver);
    out.number(FIELDS.positionUs, Math.round(this.#stillMs * US_PER_MS));
    out.number(FIELDS.written, this.#written);
  }

  /** Goes on with what another process handed over: samples that it wrote are in the engine already. */
  takeOn(input: SentInput, saved: FieldReader): void {
    const [id, isOver] = [saved.number(FIELDS.id), saved.flag(FIELDS.isOver)];
    const positionMs = saved.number(FIELDS.positionUs) / US_PER_MS;
    if (id !== input.id) return this.open(input);
    if (input.type !== "pcm" && !isOver) return this.open(input, positionMs);
    this.#begin(input, positionMs);
    this.#isOver = isOver;
    if (input.type === "pcm" && !isOver) this.#goOnWith(input, saved.number(FIELDS.written));
    this.#name();
  }

  /** Whether nothing may be written: the call stands still. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    if (!isHeld) this.#flush();
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
    this.#isOver = true;
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

  #begin(input: SentInput, startMs: number): void {
    this.close();
    this.#isOver = false;
    this.#input = input;
    this.#startMs = startMs;
    this.#openedMs = this.#parts.clock.now();
  }

  /** Its place is noted with each tick. */
  #name(): void {
    this.#parts.connection.media.nameSource(this.id, this.#startMs);
  }

  /** Where the source of a call that stands still is. */
  get #stillMs(): number {
    const position = this.#parts.connection.media.inputPosition();
    return this.#startMs + (typeof position === "number" ? position / SAMPLES_PER_MS : 0);
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
    const { sampleRate, channels, fromMs } = input;
    this.#parts.connection.media.openPcmInput(sampleRate, channels);
    this.#startMs = Math.max(startMs, fromMs);
    this.#goOnWith(input, Math.round((this.#startMs * sampleRate) / MS_PER_S));
  }

  /** @param written samples per channel that are not to be written any more, from the beginning of the source */
  #goOnWith(input: SentInput & { type: "pcm" }, written: number): void {
    const { sampleRate, channels, fromMs, pieces, isEnded } = input;
    const skipped = written - Math.round((fromMs * sampleRate) / MS_PER_S);
    this.#written = written;
    this.#waiting = behind(pieces, Math.max(0, skipped) * channels);
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
    if (this.#input.type !== "pcm" || this.#isHeld) return;
    const { media } = this.#parts.connection;
    for (let piece = this.#waiting[0]; piece !== undefined; piece = this.#waiting[0]) {
      const count = media.writePcm(piece);
      this.#written += count;
      const taken = count * this.#input.channels;
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
    this.#isOver = true;
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
