import { inputEndOf } from "../call/index.js";
import type { MixPlace, NativePlayer, NativePlayerEvent, TrackPlace } from "../native/index.js";
import type { Playback } from "./playback.js";
import { trackOf, type SourceTarget } from "./source-target.js";
import type { CheckedSource } from "./source.js";

/** A source on its way through a player. */
export interface Track {
  readonly playback: Playback;
  readonly source: CheckedSource;
  /** of its source, where it began: the start or a place that was sought */
  startMs: number;
  /** Some of it was heard. */
  hasSounded: boolean;
  /** of the native player; 0 until it is opened */
  number: number;
  /** How often it is still played, this time included. */
  rounds: number;
  /** the number of its next round; 0 until that is opened */
  again: number;
  /** how it is mixed in; undefined when it is not */
  mixed: MixPlace | undefined;
}

/** @param rounds how often it is played */
export function trackFor(source: CheckedSource, playback: Playback, rounds: number): Track {
  const startMs = beginningOf(source);
  return { playback, source, startMs, hasSounded: false, number: 0, rounds, again: 0, mixed: undefined };
}

function beginningOf(source: CheckedSource): number {
  return source.type === "bytes" ? source.startMs : 0;
}

/** Of a track in the native player; numbers begin anew behind it. */
const HIGHEST_NUMBER = 2 ** 24 - 1;

type Ended = Extract<NativePlayerEvent, { type: "ended" }>;

/**
 * The tracks of a player, in their order: the present one and the next are open in the native player, so that one follows the
 * other without a gap; the others wait here and cost nothing. The native player moves on by itself, and says so later. Of a track
 * that loops two rounds are open.
 */
export class TrackQueue {
  readonly #native: NativePlayer;
  #newest = 0;
  #present: Track | undefined;
  #next: Track | undefined;
  readonly #waiting: Track[] = [];
  readonly #mixed = new Set<Track>();
  readonly #numbers = new WeakMap<Playback, number>();

  constructor(native: NativePlayer) {
    this.#native = native;
  }

  get present(): Track | undefined {
    return this.#present;
  }

  /** Behind the present one. */
  get following(): readonly Track[] {
    return this.#next === undefined ? this.#waiting : [this.#next, ...this.#waiting];
  }

  /** Of the newest track of a playback; 0 before it is opened. */
  numberOf(playback: Playback): number {
    return this.#numbers.get(playback) ?? 0;
  }

  /** Plays a track in place of the present one. @throws Error (code WAV_INVALID, OGG_INVALID), with nothing changed */
  playNow(track: Track): void {
    this.#open(track, "now");
    const before = this.#present;
    this.#present = track;
    before?.playback.replaced();
    this.#fill();
  }

  /** Plays the present track from another place. @param source the same, from there on */
  restart(track: Track, source: Extract<CheckedSource, { type: "bytes" }>): void {
    track.startMs = source.startMs;
    track.playback.restart(source, this.#place(track, "now"));
  }

  /** Plays a track over the present one. @throws as {@link playNow} */
  mixIn(track: Track, place: MixPlace): void {
    this.#open(track, place);
    track.mixed = place;
    this.#mixed.add(track);
    this.#openAgain(track);
  }

  add(track: Track): void {
    this.#waiting.push(track);
    this.#fill();
  }

  /** Those that are mixed in. */
  get overlays(): readonly Playback[] {
    return [...this.#mixed].map(({ playback }) => playback);
  }

  /** Takes a track that is over out of its place, if it still has one. */
  remove(playback: Playback): void {
    const isThis = (track: Track | undefined): boolean => track?.playback === playback;
    const at = this.#waiting.findIndex(isThis);
    if (at >= 0) this.#waiting.splice(at, 1);
    for (const track of this.#mixed) if (isThis(track)) this.#mixed.delete(track);
    if (isThis(this.#next)) this.#next = undefined;
    if (isThis(this.#present)) this.#moveUp();
    this.#fill();
  }

  /** Some of a track that may be mixed in was heard. */
  sounded(number: number): void {
    for (const track of this.#mixed) if (track.number === number) track.hasSounded = true;
  }

  /** The native player has ended a track. */
  ended({ track, isFinished, losses, refusal }: Ended): void {
    if (!isFinished) return;
    const ended = this.#withNumber(track);
    // What makes no sound would begin again at once, for ever.
    if (ended?.hasSounded === true && ended.again > 0) this.#beginAgain(ended);
    else ended?.playback.inputEnded(inputEndOf(losses), refusal);
  }

  #beginAgain(track: Track): void {
    track.number = track.again;
    track.again = 0;
    track.rounds -= 1;
    track.startMs = beginningOf(track.source);
    track.playback.beginAgain();
    this.#fill();
  }

  #withNumber(number: number): Track | undefined {
    if (this.#present?.number === number) return this.#present;
    return [...this.#mixed].find((track) => track.number === number);
  }

  #moveUp(): void {
    this.#present = this.#next;
    this.#next = undefined;
  }

  /** Opens as many as may be open. One that cannot be opened fails, and the one behind it follows. */
  #fill(): void {
    while (this.#next === undefined) {
      const track = this.#waiting.shift();
      if (track === undefined) break;
      if (this.#present === undefined) this.#present = track;
      else this.#next = track;
      try {
        this.#open(track, "next");
      } catch (error) {
        track.playback.failed(error);
      }
    }
    for (const track of [this.#present, ...this.#mixed]) this.#openAgain(track);
  }

  /** Opens the next round of a track that loops. */
  #openAgain(track: Track | undefined): void {
    if (track === undefined || track.number === 0 || track.rounds <= 1 || track.again > 0) return;
    track.again = this.#nextNumber();
    const place = track.mixed === undefined ? "again" : { ...track.mixed, after: track.number };
    try {
      track.playback.prepareAgain(trackOf(this.#native, track.again, place));
    } catch (error) {
      track.playback.failed(error);
    }
  }

  #open(track: Track, place: TrackPlace): void {
    track.playback.start(this.#place(track, place));
  }

  #place(track: Track, place: TrackPlace): SourceTarget {
    track.number = this.#nextNumber();
    this.#numbers.set(track.playback, track.number);
    return trackOf(this.#native, track.number, place);
  }

  #nextNumber(): number {
    this.#newest = (this.#newest % HIGHEST_NUMBER) + 1;
    return this.#newest;
  }
}
