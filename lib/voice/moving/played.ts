import { savedFields, type FieldReader, type FieldWriter } from "../../protocol/index.js";

/**
 * How a source goes on: "packets" and "samples" of a source in pieces, with its next piece; "sound" of everything else, at its position; "player":
 * an `AudioPlayer`, at the position of what it plays.
 */
export type PlayedKind = "packets" | "samples" | "sound" | "player";

/** The form of samples. */
export interface PlayedFormat {
  /** Hz */
  readonly sampleRate: number;
  readonly channels: 1 | 2;
}

/** What was taken of a source in the process that had the call before. */
export interface Played {
  readonly kind: PlayedKind;
  /** the source gave so many pieces: the one behind them is next. Those that nobody heard yet came with the call */
  readonly pieces: number;
  /** what was sent of it, milliseconds from its beginning */
  readonly positionMs: number;
  /** it gave all: nothing more has to come */
  readonly isOver: boolean;
  /** of samples: that of the source before, and so of the one that goes on */
  readonly format: PlayedFormat | undefined;
  /** @internal pieces that were on their way to the engine */
  readonly onTheWay: Uint8Array;
}

const KINDS: readonly PlayedKind[] = ["packets", "samples", "sound", "player"];
const FIELDS = savedFields({
  kind: 1,
  pieces: 2,
  positionUs: 3,
  isOver: 4,
  onTheWay: 5,
  sampleRate: 6,
  channels: 7,
});
const US_PER_MS = 1000;
const MOST_HZ = 192_000;

export function savePlayed(out: FieldWriter, played: Played): void {
  out.choice(FIELDS.kind, KINDS, played.kind);
  out.number(FIELDS.pieces, played.pieces);
  out.number(FIELDS.positionUs, Math.round(played.positionMs * US_PER_MS));
  out.flag(FIELDS.isOver, played.isOver);
  out.bytes(FIELDS.onTheWay, played.onTheWay);
  out.number(FIELDS.sampleRate, played.format?.sampleRate);
  out.number(FIELDS.channels, played.format?.channels);
}

/** @throws {RestoreError} */
export function restorePlayed(saved: FieldReader): Played {
  return {
    kind: saved.choice(FIELDS.kind, KINDS),
    pieces: saved.number(FIELDS.pieces),
    positionMs: saved.number(FIELDS.positionUs) / US_PER_MS,
    isOver: saved.flag(FIELDS.isOver),
    onTheWay: saved.bytes(FIELDS.onTheWay),
    format: saved.has(FIELDS.sampleRate) ? restoreFormat(saved) : undefined,
  };
}

function restoreFormat(saved: FieldReader): PlayedFormat {
  return {
    sampleRate: saved.number(FIELDS.sampleRate, MOST_HZ),
    channels: saved.number(FIELDS.channels, 2) === 1 ? 1 : 2,
  };
}

/** A player is no part of the call: another one goes on in its place. */
export function playerPlayed(positionMs: number): Played {
  const onTheWay = new Uint8Array(0);
  return { kind: "player", pieces: 0, positionMs, isOver: false, format: undefined, onTheWay };
}
