import path from "node:path";
import type { Cancel, Clock } from "../../net/index.js";
import type { ReceivedBlock } from "../../native/index.js";
import { opusPacketSamples, SdkError } from "../../wire/index.js";
import { lazyFile } from "../../call/recording/open-file.js";
import { OggFile } from "./ogg-file.js";
import type { OpenFile } from "../../call/recording/sound-file.js";
import { SpeakerTrack, type RecordedPart } from "./speaker-track.js";
import { WavFile } from "../../call/recording/wav-file.js";

/** How a call is recorded. */
export interface RecordOptions {
  /** a folder for the files, which is made if need be; files that exist in it are an error */
  folder: string;
  /**
   * "wav": after jitter buffer and decoder, 48 kHz, 16 bit, stereo. "ogg": Opus packets as they are received, without encoding, and
   * without the concealment of losses
   */
  format: "wav" | "ogg";
  /** also `mix.wav`: everybody together, as the bot hears them; default false */
  mix?: boolean;
  /**
   * true (default): pauses are kept, so that all files have one time line and one length. false: they are left out, and
   * `recording.json` says where each part was
   */
  gapless?: boolean;
}

/** One speaker's file. */
export interface RecordedTrack {
  userId: string;
  /** its name in the folder */
  file: string;
  parts: RecordedPart[];
  /** Opus packets that are missing in the file, because more than ten others had overtaken them */
  latePackets: number;
}

/** Who came and went. */
export interface RecordingMark {
  atMs: number;
  userId: string;
  what: "joined" | "left";
}

/** What was recorded, as `recording.json` has it. Times are milliseconds from the first sound. */
export interface RecordingReport {
  /** ISO 8601, of the first sound */
  startedAt: string;
  lengthMs: number;
  format: "wav" | "ogg";
  tracks: RecordedTrack[];
  mix: string | undefined;
  marks: RecordingMark[];
}

/** @internal */
export interface RecordingParts {
  options: Required<RecordOptions>;
  clock: Clock;
  openFile: OpenFile;
  makeFolder: (folder: string) => Promise<void>;
  /** Unix milliseconds */
  unixTime: () => number;
  random: (bytes: number) => Uint8Array;
  present: Iterable<bigint>;
  /** No more sound is wanted. */
  detach: () => void;
  warn: (message: string) => void;
}

const SAMPLES_PER_MS = 48;
const FLUSH_EVERY_MS = 1000;
const BLOCK_SAMPLES = 960;
/** More speakers than any channel has: somebody makes accounts. */
const MOST_TRACKS = 1000;
/** A minute of ten speakers: the disk is much too slow. */
const MOST_WAITING_BYTES = 128 * 1024 * 1024;

/** A recording that runs: one file for each speaker, on one time line. Users who join anew go on in their file. */
export class Recording {
  /** Resolves when all files are complete. Rejects with what failed, such as a full disk; what was written before is kept. */
  readonly ended: Promise<RecordingReport>;
  readonly #parts: RecordingParts;
  readonly #tracks = new Map<bigint, SpeakerTrack>();
  readonly #marks: { at: number; userId: bigint; what: "joined" | "left" }[];
  #mix: WavFile | undefined;
  #origin: number | undefined;
  /** The times of the next sound have another beginning than those before. */
  #beginsAnew = false;
  #startedAt: string;
  /** the newest time of a block, and when it came */
  #newest = { at: 0, ms: 0 };
  #waitingBytes = 0;
  #writing: Promise<void>;
  #cancel: Cancel | undefined;
  #isFull = false;
  #isOver = false;
  #settle: (report: RecordingReport) => void = () => undefined;
  #fail: (error: unknown) => void = () => undefined;

  private constructor(parts: RecordingParts) {
    this.#parts = parts;
    this.#startedAt = new Date(parts.unixTime()).toISOString();
    this.#marks = [...parts.present].map((userId) => ({ at: 0, userId, what: "joined" }));
    this.ended = new Promise((resolve, reject) => {
      this.#settle = resolve;
      this.#fail = reject;
    });
    this.ended.catch(() => undefined);
    this.#writing = parts.makeFolder(parts.options.folder);
    this.#writing.catch((error: unknown) => this.#failed(error));
    this.#planFlush();
  }

  /** @internal */
  static of(parts: RecordingParts): Recording {
    return new Recording(parts);
  }

  /** The folder of its files. */
  get folder(): string {
    return this.#parts.options.folder;
  }

  /** How long it is so far, milliseconds. */
  get lengthMs(): number {
    return this.#newest.at / SAMPLES_PER_MS;
  }

  /** Ends the recording and completes its files. Idempotent. @returns {@link ended} */
  stop(): Promise<RecordingReport> {
    if (!this.#isOver) {
      this.#over();
      this.#write(() => this.#complete());
    }
    return this.ended;
  }

  /** @internal sound of a user, or of all */
  push(block: ReceivedBlock): void {
    if (this.#isOver) return;
    if (this.#origin === undefined) {
      // The mix lies later than what it is made of: nothing of a speaker is in front of the first sound.
      if (block.format === "mix") return;
      this.#begin(block);
    }
    if (this.#beginsAnew) {
      this.#beginsAnew = false;
      this.#origin = block.timestamp - this.#now();
    }
    const at = block.timestamp - (this.#origin ?? 0);
    if (at < 0) return;
    const bytes = new Uint8Array(block.data.buffer, block.data.byteOffset, block.data.byteLength);
    const samples = block.format === "opus" ? opusPacketSamples(bytes) : BLOCK_SAMPLES;
    if (at + samples > this.#newest.at) this.#newest = { at: at + samples, ms: this.#parts.clock.now() };
    this.#put(block, bytes, at, samples);
  }

  /** @internal a user came or went */
  participant(userId: bigint, isPresent: boolean): void {
    if (this.#isOver) return;
    this.#marks.push({ at: this.#now(), userId, what: isPresent ? "joined" : "left" });
  }

  /** @internal the call was joined anew: what comes next lies as long behind what came last as it comes behind it */
  beginsAnew(): void {
    this.#beginsAnew = this.#origin !== undefined;
  }

  #begin(block: ReceivedBlock): void {
    this.#origin = block.timestamp;
    this.#startedAt = new Date(this.#parts.unixTime()).toISOString();
  }

  #now(): number {
    if (this.#origin === undefined) return 0;
    const since = this.#parts.clock.now() - this.#newest.ms;
    return this.#newest.at + Math.round(since * SAMPLES_PER_MS);
  }

  #put(block: ReceivedBlock, bytes: Uint8Array, at: number, samples: number): void {
    this.#waitingBytes += bytes.length;
    if (this.#waitingBytes > MOST_WAITING_BYTES)
      return this.#failed(
        new SdkError(
          "RECORDING_FAILED",
          'the disk is too slow for the recording; record "ogg", or to another disk',
        ),
      );
    if (block.format === "mix") this.#mixFile().put(bytes, at);
    else this.#track(block.userId)?.put(bytes, at, samples);
  }

  #mixFile(): WavFile {
    return (this.#mix ??= new WavFile(this.#open("mix.wav")));
  }

  #track(userId: bigint): SpeakerTrack | undefined {
    const known = this.#tracks.get(userId);
    if (known !== undefined) return known;
    if (this.#tracks.size >= MOST_TRACKS) return this.#refuseTrack();
    const { format, gapless } = this.#parts.options;
    const file = this.#open(this.#nameOf(userId));
    const serial = Buffer.from(this.#parts.random(4)).readUInt32LE();
    const track = new SpeakerTrack(format === "wav" ? new WavFile(file) : new OggFile(file, serial), gapless);
    this.#tracks.set(userId, track);
    return track;
  }

  /** Once: the others come with the same packets again and again. */
  #refuseTrack(): undefined {
    if (!this.#isFull)
      this.#parts.warn(`a recording has ${String(MOST_TRACKS)} speakers at most; others are left out`);
    this.#isFull = true;
  }

  #open(name: string): ReturnType<typeof lazyFile> {
    return lazyFile(path.join(this.folder, name), this.#parts.openFile);
  }

  #nameOf(userId: bigint): string {
    return `${String(userId)}.${this.#parts.options.format}`;
  }

  #planFlush(): void {
    this.#cancel = this.#parts.clock.schedule(FLUSH_EVERY_MS, () => {
      this.#write(() => this.#flush());
      if (!this.#isOver) this.#planFlush();
    });
  }

  async #flush(): Promise<void> {
    this.#waitingBytes = 0;
    for (const { file } of this.#tracks.values()) await file.flush();
    await this.#mix?.flush();
  }

  /** One after the other. */
  #write(work: () => Promise<void>): void {
    this.#writing = this.#writing.then(work);
    this.#writing.catch((error: unknown) => this.#failed(error));
  }

  async #complete(): Promise<void> {
    const total = this.#newest.at;
    for (const track of this.#tracks.values()) await track.end(total);
    await this.#mix?.end(total);
    const report = this.#report();
    const json = await this.#parts.openFile(path.join(this.folder, "recording.json"));
    try {
      await json.write(Buffer.from(`${JSON.stringify(report, undefined, 2)}\n`), 0);
    } finally {
      await json.close();
    }
    this.#settle(report);
  }

  #report(): RecordingReport {
    const { format } = this.#parts.options;
    return {
      startedAt: this.#startedAt,
      lengthMs: this.lengthMs,
      format,
      tracks: [...this.#tracks].map(([userId, { parts, file }]) => ({
        userId: String(userId),
        file: this.#nameOf(userId),
        parts,
        latePackets: file.late,
      })),
      mix: this.#mix === undefined ? undefined : "mix.wav",
      marks: this.#marks.map(({ at, userId, what }) => ({
        atMs: at / SAMPLES_PER_MS,
        userId: String(userId),
        what,
      })),
    };
  }

  #over(): void {
    this.#isOver = true;
    this.#cancel?.();
    this.#parts.detach();
  }

  #failed(error: unknown): void {
    if (!this.#isOver) this.#over();
    const reason = error instanceof Error ? error.message : String(error);
    this.#parts.warn(`the recording ended: ${reason}`);
    this.#fail(error);
    void this.#keep();
  }

  /** Completes what can be completed. */
  async #keep(): Promise<void> {
    const total = this.#newest.at;
    const ends = [...this.#tracks.values()].map((track) => track.end(total));
    await Promise.allSettled([...ends, this.#mix?.end(total)]);
  }
}
