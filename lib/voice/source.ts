import { booleanArgument, fileArgument, pcmArguments, showType } from "../protocol/index.js";
import { ArgumentError } from "../wire/index.js";

/** A source of audio, complete or in pieces. */
export type AudioSource =
  | { type: "wav"; file: Uint8Array; loop?: boolean }
  /**
   * Ogg Opus, sent without encoding: what its header asks of players, a volume and some milliseconds to be left out at the start
   * (pre-skip), is not done. Chained streams are played one after the other
   */
  | { type: "ogg"; file: Uint8Array; loop?: boolean }
  /** one Opus packet per element, sent without encoding */
  | { type: "opus"; packets: Pieces<Uint8Array> }
  /** 16-bit samples, interleaved; or their bytes, little-endian, as a child process writes them. Pieces may end anywhere */
  | { type: "pcm"; samples: Pieces<Int16Array | Uint8Array>; sampleRate: number; channels: 1 | 2 };

/** An array, a generator, a Node stream, a web stream. When the playback ends, an unfinished one is ended or destroyed. */
export type Pieces<T> = Iterable<T> | AsyncIterable<T>;

const A_SOURCE = 'an object such as { type: "wav", file: fs.readFileSync("speech.wav") }';
const TYPES =
  'one of "wav", "ogg", "opus", "pcm" (`ffmpeg -i song.mp3 -vn -c:a libopus song.ogg` converts another format to "ogg")';

/** @throws {ArgumentError}, {@link ArgumentRangeError} naming the invalid property */
export function sourceArgument(source: AudioSource): AudioSource {
  if (typeof source !== "object" || source === null)
    throw new ArgumentError("source", A_SOURCE, showType(source));
  switch (source.type) {
    case "wav":
    case "ogg":
      fileArgument("source.file", source.file);
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
      throw new ArgumentError("source.type", TYPES, typeShown(source));
  }
}

/** @param source of a type that does not exist */
function typeShown(source: object): string {
  const { type } = source as { type?: unknown };
  return typeof type === "string" ? JSON.stringify(type) : showType(type);
}

function piecesArgument(name: string, pieces: Pieces<unknown>): void {
  if (ArrayBuffer.isView(pieces))
    throw new ArgumentError(name, "an iterable of pieces, such as an array of them", "one piece");
  const isIterable =
    typeof pieces === "object" &&
    pieces !== null &&
    (Symbol.iterator in pieces || Symbol.asyncIterator in pieces);
  if (!isIterable) throw new ArgumentError(name, "an iterable or an async iterable", showType(pieces));
}
