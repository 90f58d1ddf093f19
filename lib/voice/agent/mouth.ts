import type { Emitter } from "../../call/index.js";
import type { AudioPlayer } from "../audio-player.js";
import type { Playback, PlaybackOutcome } from "../playback.js";
import { dropSource, roundsArgument, sourceArgument, type AudioSource } from "../source.js";
import type { TrackPosition } from "../../native/index.js";
import type { AgentCall } from "./agent-call.js";
import type { VoiceAgentEvents } from "./agent-events.js";
import type { Said } from "./barge-in.js";
import { sayOptions, type CheckedSay, type SayOptions } from "./say-options.js";
import { speechSound, type SpeechSource } from "./speech-chunks.js";
import { TextMarks } from "./text-marks.js";
import { Utterance, type UtteranceEnd, type UtteranceEndReason } from "./utterance.js";

const PLAYED_RATE = 48_000;

/** Why utterances are stopped. */
type Stop = Pick<UtteranceEnd, "by"> & { readonly reason: "stopped" | "interrupted" };

/** An utterance that sounds, or waits to. */
interface Spoken {
  readonly utterance: Utterance;
  readonly playback: Playback;
  /** Other sounds that are played for it: lead-in and bed. */
  readonly beside: readonly Playback[];
}

/** The utterances of an agent, in their order, over a player of its own. */
export class Mouth {
  readonly #call: AgentCall;
  readonly #events: Pick<Emitter<VoiceAgentEvents>, "emit">;
  /** Something is said that does not go on with what was interrupted. */
  readonly #moveOn: () => void;
  #player: AudioPlayer | undefined;
  #generation = 0;
  readonly #spoken = new Map<Playback, Spoken>();
  /** The newest that has ended of what sounded. */
  #newestEnded: Spoken | undefined;

  constructor(call: AgentCall, events: Pick<Emitter<VoiceAgentEvents>, "emit">, moveOn: () => void) {
    this.#call = call;
    this.#events = events;
    this.#moveOn = moveOn;
  }

  /** The utterance that sounds, and those that wait behind it, in their order. */
  get utterances(): readonly Utterance[] {
    return [...this.#spoken.values()].map(({ utterance }) => utterance);
  }

  /**
   * @throws {ArgumentError}, {@link ArgumentRangeError} naming the invalid property
   * @throws {SdkError} when the connection is over
   */
  say(source: AudioSource | SpeechSource, options: SayOptions): Utterance {
    const how = sayOptions(options, this.#generation);
    const { sound, marks } = isSpeech(source)
      ? speechSound(source)
      : { sound: source, marks: new TextMarks() };
    this.#call.assertLive();
    if (how.generation < this.#generation) return lateUtterance(sound, how);
    const player = this.#speakingPlayer();
    const before = [...this.#spoken.values()];
    const isNew = how.generation > this.#generation;
    const spoken = this.#queue(player, sound, marks, {
      ...how,
      leadInMs: isNew || before.length === 0 ? how.leadInMs : 0,
    });
    this.#generation = how.generation;
    if (isNew) stopAll(before, { reason: "stopped" });
    if (isNew || before.length === 0) this.#moveOn();
    return spoken.utterance;
  }

  /** Ends everything that is said: all of it is of one generation. */
  stop(stop: Stop = { reason: "stopped" }): void {
    stopAll([...this.#spoken.values()], stop);
  }

  /** Returns the utterance at a position of the player; the lead-in counts as its beginning. */
  saidAt(position: TrackPosition): Said | undefined {
    const { track, samples } = position;
    for (const { utterance, playback, beside } of this.#spoken.values()) {
      if (this.#isTrack(playback, track)) return { utterance, heardUpTo: utterance.placeAt(samples) };
      if (beside.some((each) => this.#isTrack(each, track)))
        return { utterance, heardUpTo: utterance.placeAt(0) };
    }
    return this.#endedAt(position);
  }

  /** Ends what is said, and the player. Idempotent. */
  close(): void {
    this.stop();
    this.#player?.close();
  }

  /** A player whose sound the connection sends. */
  #speakingPlayer(): AudioPlayer {
    this.#player ??= this.#makePlayer();
    if (!this.#call.sends(this.#player)) this.#call.subscribe(this.#player);
    return this.#player;
  }

  #makePlayer(): AudioPlayer {
    const player = this.#call.makePlayer({ signal: "voice" });
    player.on("playbackEnded", (playback, outcome) => void this.#ended(playback, outcome));
    player.on("starved", (playback) => this.#tell(playback, (words) => this.#events.emit("starved", words)));
    player.on("refilled", (playback, starvedMs) =>
      this.#tell(playback, (words) => this.#events.emit("refilled", words, starvedMs)),
    );
    player.on("warning", (message) => this.#call.warn(message));
    return player;
  }

  /** An invalid source changes nothing. */
  #queue(player: AudioPlayer, sound: AudioSource, marks: TextMarks, how: CheckedSay): Spoken {
    const beside: Playback[] = [];
    try {
      if (how.bed !== undefined) beside.push(player.mix(how.bed.source, how.bed));
      if (how.leadInMs > 0) beside.push(player.queue(silence(how.leadInMs)));
      return this.#follow(player, player.queue(sound), beside, { generation: how.generation, marks });
    } catch (error) {
      for (const each of beside) each.stop();
      throw error;
    }
  }

  #follow(
    player: AudioPlayer,
    playback: Playback,
    beside: readonly Playback[],
    of: { readonly generation: number; readonly marks: TextMarks },
  ): Spoken {
    const utterance: Utterance = new Utterance({
      ...of,
      heard: () => this.#heard(player.numberOf(playback)),
      stop: () => stopAll([spoken], { reason: "stopped" }),
    });
    const spoken: Spoken = { utterance, playback, beside };
    this.#spoken.set(playback, spoken);
    // its source may have thrown at once
    if (playback.isOver) void this.#ended(playback, "failed");
    return spoken;
  }

  /** Samples of a track that have left; undefined when the session is closed. When the connection ends, it can be read for a while yet. */
  #heard(track: number): number | undefined {
    if (track === 0) return 0;
    try {
      return this.#call.media.heardUpTo(track);
    } catch (error) {
      if ((error as { code?: unknown }).code !== "SESSION_CLOSED") throw error;
      return undefined;
    }
  }

  #isTrack(playback: Playback, track: number): boolean {
    return track > 0 && this.#player?.numberOf(playback) === track;
  }

  /** An utterance may end before JavaScript hears that it was interrupted. The rest of its answer is interrupted then, and no newer one. */
  #endedAt({ track, samples }: TrackPosition): Said | undefined {
    const ended = this.#newestEnded;
    if (ended === undefined || !this.#isTrack(ended.playback, track)) return undefined;
    const [next] = this.#spoken.values();
    const { utterance } = ended;
    if (next?.utterance.generation !== utterance.generation) return undefined;
    return { utterance, heardUpTo: utterance.placeAt(samples) };
  }

  #tell(playback: Playback, tell: (utterance: Utterance) => void): void {
    const spoken = this.#spoken.get(playback);
    if (spoken !== undefined) tell(spoken.utterance);
  }

  async #ended(playback: Playback, outcome: PlaybackOutcome): Promise<void> {
    const spoken = this.#spoken.get(playback);
    if (spoken === undefined) return;
    const [first] = this.#spoken.values();
    // what was taken out of the queue has not sounded
    if (first === spoken) this.#newestEnded = spoken;
    this.#spoken.delete(playback);
    for (const each of spoken.beside) each.stop();
    if (outcome !== "failed") return spoken.utterance.end(REASONS[outcome]);
    const error: unknown = await playback.ended.catch((thrown: unknown) => thrown);
    spoken.utterance.end("failed", { error });
  }
}

/** The last one first: none of them begins because the one before it ends. */
function stopAll(all: readonly Spoken[], { reason, ...cause }: Stop): void {
  for (const { utterance, playback, beside } of all.toReversed()) {
    utterance.end(reason, cause);
    for (const each of [...beside, playback]) each.stop();
  }
}

const REASONS = {
  finished: "finished",
  damaged: "finished",
  stopped: "stopped",
  unsupported: "failed",
} as const satisfies Record<Exclude<PlaybackOutcome, "failed">, UtteranceEndReason>;

function isSpeech(source: AudioSource | SpeechSource): source is SpeechSource {
  return typeof source === "object" && source !== null && "chunks" in source;
}

function silence(ms: number): AudioSource {
  const samples = [new Int16Array((ms * PLAYED_RATE) / 1000)];
  return { type: "pcm", samples, sampleRate: PLAYED_RATE, channels: 1 };
}

/**
 * Of a generation that is over: it is not said. Its sources are checked, and streams among them end, as if they were played.
 * @throws {ArgumentError}, {@link ArgumentRangeError} naming the invalid property
 */
function lateUtterance(sound: AudioSource, { generation, bed }: CheckedSay): Utterance {
  const sources = [sourceArgument(sound)];
  if (bed !== undefined) {
    const under = sourceArgument(bed.source);
    roundsArgument(under, bed);
    sources.push(under);
  }
  for (const source of sources) dropSource(source);
  const utterance = new Utterance({
    generation,
    marks: new TextMarks(),
    heard: () => 0,
    stop: () => undefined,
  });
  utterance.end("stopped");
  return utterance;
}
