import { gainWarning, inputEndOf, lossWarning, type InputEnd } from "../call/index.js";
import type { InputLosses, StreamRefusal } from "../native/index.js";
import type { Clock } from "../net/index.js";
import { reasonOf } from "../protocol/index.js";
import { playableBytes, type Probe, type SearchPlace } from "../sources/index.js";
import { SdkError } from "../wire/index.js";
import { Feeder } from "./feeder.js";
import { ByteInputQueue, OpusInputQueue, PcmInputQueue, type InputQueue } from "./input-queue.js";
import type { Played } from "./moving/played.js";
import { PieceFeed, type FeedEnd } from "./piece-feed.js";
import type { SourceTarget } from "./source-target.js";
import { dropSource, type CheckedSource, type Pieces } from "./source.js";
import { StreamFeed } from "./stream-feed.js";

/**
 * How a playback ended: "finished", all of it was played; "stopped", by `stop()`, another source, or the end of the connection;
 * "damaged", it was played to its end but for what {@link Playback.losses} counts; "unsupported", nothing of it could be played.
 */
export type PlaybackEnd = "finished" | "stopped" | "damaged" | "unsupported";

/** The reason in the event: "failed" when the source threw. */
export type PlaybackOutcome = PlaybackEnd | "failed";

/** @internal */
export interface PlaybackParts {
  clock: Clock;
  probe: Probe;
  searchPlace: SearchPlace;
  source: CheckedSource;
  /** a source in pieces that another process began to play: its input is open */
  begun?: Played | undefined;
  /** where a source in pieces begins that goes on behind the end of another process, milliseconds of it; default 0 */
  startMs?: number | undefined;
  titled: (playback: Playback, title: string) => void;
  warn: (message: string) => void;
  ended: (playback: Playback, outcome: PlaybackOutcome) => void;
}

const NOTHING = new Uint8Array(0);

/** A source that goes on for ever is told of when about a second of it is lost. */
const MANY_SKIPPED = 50;

/** One time through a source. */
interface Round {
  readonly target: SourceTarget;
  queue?: Pick<InputQueue<never>, "skipped" | "rest" | "pieces" | "onTheWay">;
  /** The source gave all. */
  isGiven: boolean;
  /** Ends the feed of a source in pieces. */
  release: () => void;
  /** Whether the feed may take nothing. */
  hold: (isHeld: boolean) => void;
}

const roundAt = (target: SourceTarget): Round => ({
  target,
  isGiven: false,
  release: () => undefined,
  hold: () => undefined,
});

/** A source that is being played. */
export class Playback {
  readonly #parts: PlaybackParts;
  readonly #feeder: Feeder;
  /** Resolves when the playback has ended. Rejects with the error that the source threw. */
  readonly ended: Promise<PlaybackEnd>;
  #settle: (end: PlaybackEnd) => void = () => undefined;
  #fail: (error: unknown) => void = () => undefined;
  #isOver = false;
  /** Undefined until it begins. */
  #round: Round | undefined;
  /** of a source that loops: the one behind it */
  #following: Round | undefined;
  #losses: InputLosses | undefined;
  #title: string | undefined;
  #hasWarned = false;
  #hasAskedForGain = false;

  /** @internal */
  constructor(parts: PlaybackParts) {
    this.#parts = parts;
    this.#feeder = Feeder.of(parts.clock);
    this.ended = new Promise((resolve, reject) => {
      this.#settle = resolve;
      this.#fail = reject;
    });
    // Avoids an unhandled rejection when nobody awaits `ended`.
    this.ended.catch(() => undefined);
  }

  /** @internal Begins. @throws Error (code WAV_INVALID, OGG_INVALID) naming what is wrong with the file */
  start(target: SourceTarget): void {
    this.#round = roundAt(target);
    this.#open(this.#parts.source, this.#round);
  }

  /** @internal Begins anew, at another place of the source. */
  restart(source: CheckedSource, target: SourceTarget): void {
    this.#round?.release();
    this.#round = roundAt(target);
    this.#open(source, this.#round);
  }

  /** @internal Opens the round behind the present one. */
  prepareAgain(target: SourceTarget): void {
    this.#following = roundAt(target);
    this.#open(this.#parts.source, this.#following);
  }

  /** @internal The round that was prepared sounds. */
  beginAgain(): void {
    this.#round?.release();
    this.#round = this.#following;
    this.#following = undefined;
  }

  /** @internal Whether nothing may be taken from the source: the connection stands still. */
  hold(isHeld: boolean): void {
    this.#round?.hold(isHeld);
  }

  /** @internal Where it began, milliseconds of the source. */
  get startMs(): number {
    const { source, begun, startMs = 0 } = this.#parts;
    return source.type === "bytes" ? source.startMs : (begun?.positionMs ?? startMs);
  }

  /** @internal What another process needs to go on with it. @param inputMs what the connection played of its input */
  played(inputMs: number): Played {
    const { source } = this.#parts;
    const { queue, isGiven = false } = this.#round ?? {};
    return {
      kind: source.type === "opus" ? "packets" : source.type === "pcm" ? "samples" : "sound",
      pieces: queue?.pieces ?? 0,
      positionMs: this.startMs + inputMs,
      isOver: isGiven,
      format:
        source.type === "pcm" ? { sampleRate: source.sampleRate, channels: source.channels } : undefined,
      onTheWay: queue?.onTheWay ?? NOTHING,
    };
  }

  /** @internal Whether it has ended. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** The song that an internet radio names; undefined until it names one. */
  get title(): string | undefined {
    return this.#title;
  }

  /** The parts that could not be played; known at the end. Undefined when all was played. */
  get losses(): Readonly<InputLosses> | undefined {
    return this.#losses;
  }

  /** Stops at once, and ends a source in pieces. Does nothing when the playback has ended. */
  stop(): void {
    if (this.#isOver) return;
    this.#over();
    this.#round?.target.close();
    this.#stopped();
  }

  /** @internal another source took over the input, or the connection ended */
  replaced(): void {
    if (this.#isOver) return;
    this.#over();
    this.#stopped();
  }

  /** @internal */
  inputEnded({ losses }: InputEnd, refusal?: StreamRefusal): void {
    if (this.#isOver) return;
    if (refusal !== undefined) return this.failed(refusedStream(refusal));
    this.#over();
    const end = inputEndOf(this.#withRest(losses));
    this.#losses = end.losses;
    this.#warn(lossWarning(end));
    this.#end(end.reason);
  }

  #over(): void {
    this.#isOver = true;
    if (this.#round === undefined) dropSource(this.#parts.source);
    this.#round?.release();
    this.#following?.release();
    this.#following?.target.close();
  }

  #titled(title: string): void {
    if (this.#isOver || title === this.#title) return;
    this.#title = title;
    this.#parts.titled(this, title);
  }

  /** Once: a source that loops asks each time. */
  #askedFor(gainDb: number): void {
    const warning = gainWarning(gainDb);
    if (warning === undefined || this.#hasAskedForGain) return;
    this.#hasAskedForGain = true;
    this.#parts.warn(warning);
  }

  #end(end: PlaybackEnd): void {
    this.#settle(end);
    this.#parts.ended(this, end);
  }

  #stopped(): void {
    this.#tellSkipped(1);
    this.#end("stopped");
  }

  #open(source: CheckedSource, round: Round): void {
    const { target } = round;
    const { begun } = this.#parts;
    switch (source.type) {
      case "bytes": {
        const { probe, searchPlace, clock } = this.#parts;
        const bytes = playableBytes(source.origin, probe, {
          clock,
          titled: (title) => this.#titled(title),
          asksGain: (gainDb) => this.#askedFor(gainDb),
          startMs: source.startMs,
          searchPlace,
          beginsThere: (skipMs) => target.setStreamSkip(skipMs),
        });
        const begin = this.#feed(round, bytes, new ByteInputQueue(target));
        target.openStream(source.startMs);
        return begin();
      }
      case "wav":
        return target.openWav(source.file, source.loop ?? false);
      case "ogg": {
        return this.#askedFor(target.openOgg(source.file, source.loop ?? false));
      }
      case "opus": {
        const begin = this.#feed(round, source.packets, new OpusInputQueue(target, begun));
        if (begun === undefined) target.openOpus();
        return begin();
      }
      case "pcm": {
        const begin = this.#feed(round, source.samples, new PcmInputQueue(target, source, begun));
        if (begun === undefined) target.openPcm(source.sampleRate, source.channels);
        return begin();
      }
    }
  }

  /** @returns begins. Before that nothing is changed, since a source may turn out to be in use by another reader */
  #feed<T>(round: Round, pieces: Pieces<T>, queue: InputQueue<T>): () => void {
    round.queue = queue;
    return Symbol.iterator in pieces
      ? this.#feedAtOnce(round, pieces, queue)
      : this.#feedLater(round, pieces, queue);
  }

  #feedAtOnce<T>(round: Round, pieces: Iterable<T>, queue: InputQueue<T>): () => void {
    const feed = new PieceFeed(pieces, queue, this.#feedEnd(round));
    round.release = () => {
      this.#feeder.remove(feed);
      feed.close();
    };
    round.hold = (isHeld) => {
      feed.hold(isHeld);
      if (!isHeld && !round.isGiven) this.#feeder.add(feed);
    };
    return () => this.#feeder.add(feed);
  }

  #feedLater<T>(round: Round, pieces: AsyncIterable<T>, queue: InputQueue<T>): () => void {
    const feed = new StreamFeed(pieces, queue, this.#feeder, this.#feedEnd(round));
    round.release = () => feed.close();
    round.hold = (isHeld) => feed.hold(isHeld);
    return () => void feed.run();
  }

  #feedEnd(round: Round): FeedEnd {
    return {
      done: () => {
        round.isGiven = true;
        if (!this.#isOver) round.target.finish();
      },
      failed: (error) => this.failed(error),
      flushed: () => this.#tellSkipped(MANY_SKIPPED),
    };
  }

  /** @internal It cannot begin, or the source threw. */
  failed(error: unknown): void {
    if (this.#isOver) return;
    this.#over();
    this.#round?.target.close();
    this.#parts.warn(`the source failed: ${reasonOf(error)}`);
    this.#fail(error);
    this.#parts.ended(this, "failed");
  }

  /** Adds what never reached the native side. */
  #withRest(losses: InputLosses | undefined): InputLosses | undefined {
    const rest = this.#round?.queue?.rest;
    if (rest === undefined || rest.bytes === 0) return losses;
    const none = { packets: 0, bytes: 0, pages: 0, atMs: rest.atMs, playedMs: rest.atMs };
    const others = losses ?? none;
    return { ...others, bytes: others.bytes + rest.bytes };
  }

  #tellSkipped(atLeast: number): void {
    const skipped = this.#round?.queue?.skipped ?? 0;
    if (skipped < atLeast) return;
    const pieces = skipped === 1 ? "1 piece that is" : `${String(skipped)} pieces that are`;
    this.#warn(`skipped ${pieces} not one Opus packet`);
  }

  /** Once: what is lost later is counted in the statistics. */
  #warn(message: string | undefined): void {
    if (message === undefined || this.#hasWarned) return;
    this.#hasWarned = true;
    this.#parts.warn(message);
  }
}

const REFUSALS: Readonly<Record<StreamRefusal, string>> = {
  kind: "its first bytes tell no kind that is known",
  noOpus: "the only sound that is read from Ogg and WebM is Opus, and it has none",
  damaged: "its beginning is damaged",
  surround: "it has more channels than two",
  codec: "its samples have a form, or a rate, that is not read",
  empty: "there is no sound in it",
  memory: "there is no memory for its decoder",
};

function refusedStream(refusal: StreamRefusal): SdkError {
  return new SdkError("SOURCE_UNSUPPORTED", `the source cannot be played: ${REFUSALS[refusal]}`);
}
