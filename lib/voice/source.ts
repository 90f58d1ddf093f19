import {
  booleanArgument,
  bytesArgument,
  choiceArgument,
  objectArgument,
  pcmArguments,
  showType,
} from "../protocol/index.js";
import { ArgumentError } from "../wire/index.js";

/** A source of audio, complete or in pieces. */
export type AudioSource =
  | { type: "wav"; file: Uint8Array; loop?: boolean }
  /** Ogg Opus, sent without encoding */
  | { type: "ogg"; file: Uint8Array; loop?: boolean }
  /** one Opus packet per element, sent without encoding */
  | { type: "opus"; packets: Pieces<Uint8Array> }
  /** 16-bit samples, interleaved */
  | { type: "pcm"; samples: Pieces<Int16Array>; sampleRate: number; channels: 1 | 2 };

/** An array, a generator, a Node stream in object mode. */
export type Pieces<T> = Iterable<T> | AsyncIterable<T>;

/** @throws {ArgumentError}, {@link ArgumentRangeError} naming the invalid property */
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
