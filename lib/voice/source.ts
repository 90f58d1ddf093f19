import {
  booleanArgument,
  bytesArgument,
  choiceArgument,
  objectArgument,
  pcmArguments,
  showType,
} from "../protocol/index.js";
import { ArgumentError } from "../wire/index.js";

/** Something to speak; all of it or piece by piece. */
export type AudioSource =
  | { type: "wav"; file: Uint8Array; loop?: boolean }
  /** Ogg Opus: sent as it is, nothing is encoded */
  | { type: "ogg"; file: Uint8Array; loop?: boolean }
  /** one Opus packet per element: sent as it is */
  | { type: "opus"; packets: Pieces<Uint8Array> }
  /** 16 bit, interleaved */
  | { type: "pcm"; samples: Pieces<Int16Array>; sampleRate: number; channels: 1 | 2 };

/** An array, a generator, a Node stream in object mode. */
export type Pieces<T> = Iterable<T> | AsyncIterable<T>;

/** @throws {ArgumentError}, {@link ArgumentRangeError} naming the property that is wrong */
export function sourceArgument(source: AudioSource): AudioSource {
  const { type } = objectArgument("source", source);
  switch (source.type) {
    case "wav":
    case "ogg":
      bytesArgument("source.file", source.file);
      booleanArgument("source.loop", source.loop ?? false);
      return source;
    case "opus":
      piecesArgument("source.packets", source.packets);
      return source;
    case "pcm":
      piecesArgument("source.samples", source.samples);
      pcmArguments(source.sampleRate, source.channels);
      return source;
    default:
      choiceArgument<string>("source.type", type, ["wav", "ogg", "opus", "pcm"]);
      return source;
  }
}

function piecesArgument(name: string, pieces: Pieces<unknown>): void {
  const isIterable =
    typeof pieces === "object" &&
    pieces !== null &&
    (Symbol.iterator in pieces || Symbol.asyncIterator in pieces);
  if (!isIterable) throw new ArgumentError(name, "an iterable or an async iterable", showType(pieces));
}
