import { pcmArguments, showType } from "../../protocol/index.js";
import { PieceReader } from "../../sources/index.js";
import { ArgumentError } from "../../wire/index.js";
import type { AudioSource, Pieces } from "../source.js";
import { TextMarks } from "./text-marks.js";

/** A piece of synthesized speech. */
export interface SpeechChunk {
  /** interleaved samples, of any number; those in floating point are ±1 at full scale */
  pcm: Int16Array | Float32Array;
  /** the words whose sound begins with this chunk */
  text?: string;
}

/** Speech that comes in pieces, as a synthesizer makes it. */
export interface SpeechSource {
  /** an array, a generator or a stream of chunks. One that is not finished is ended with the utterance */
  chunks: Pieces<SpeechChunk>;
  /** Hz, 8,000–192,000 */
  sampleRate: number;
  /** default 1 */
  channels?: 1 | 2;
}

type PcmPieces = Extract<AudioSource, { type: "pcm" }>["samples"];

const PLAYED_RATE = 48_000;
const FULL_SCALE = 32_767;
const CHUNK = "an object with `pcm`, an Int16Array or Float32Array, and perhaps `text`";

/**
 * The sound of chunks, whose texts become marks.
 * @throws {ArgumentError}, {@link ArgumentRangeError} naming the invalid property
 */
export function speechSound(source: SpeechSource): { sound: AudioSource; marks: TextMarks } {
  const { chunks, sampleRate, channels = 1 } = source;
  pcmArguments(sampleRate, channels);
  const marks = new TextMarks();
  const converter = new ChunkConverter(marks, sampleRate, channels);
  const samples = samplesOf(chunks, (chunk) => converter.convert(chunk));
  return { sound: { type: "pcm", samples, sampleRate, channels }, marks };
}

/** Ends chunks of which none will be said. */
export function endChunks(chunks: SpeechSource["chunks"]): void {
  if (Symbol.asyncIterator in chunks) new PieceReader(chunks).close();
  else chunks[Symbol.iterator]().return?.();
}

function samplesOf(chunks: Pieces<SpeechChunk>, convert: (chunk: SpeechChunk) => Int16Array): PcmPieces {
  if (typeof chunks !== "object" || chunks === null)
    throw new ArgumentError("source.chunks", "an iterable of chunks", showType(chunks));
  if (Symbol.iterator in chunks) return converted(chunks, convert);
  if (Symbol.asyncIterator in chunks)
    return { [Symbol.asyncIterator]: () => convertedLater(chunks, convert) };
  throw new ArgumentError("source.chunks", "an iterable of chunks", showType(chunks));
}

function* converted(
  chunks: Iterable<SpeechChunk>,
  convert: (chunk: SpeechChunk) => Int16Array,
): Generator<Int16Array> {
  for (const chunk of chunks) yield convert(chunk);
}

/** No generator: that would return only after a chunk that is waited for. */
function convertedLater(
  chunks: AsyncIterable<SpeechChunk>,
  convert: (chunk: SpeechChunk) => Int16Array,
): AsyncIterator<Int16Array> {
  const reader = new PieceReader(chunks);
  return {
    next: async () => {
      const next = await reader.next();
      return next.done === true ? next : { done: false, value: convert(next.value) };
    },
    return: () => {
      reader.close();
      return Promise.resolve({ done: true, value: undefined });
    },
  };
}

/** Turns chunks into samples, and notes the places of their texts. */
class ChunkConverter {
  readonly #marks: TextMarks;
  readonly #samplesPerValue: number;
  #values = 0;

  constructor(marks: TextMarks, sampleRate: number, channels: number) {
    this.#marks = marks;
    this.#samplesPerValue = PLAYED_RATE / sampleRate / channels;
  }

  /** @throws {ArgumentError} when it is not a chunk */
  convert(chunk: SpeechChunk): Int16Array {
    const { pcm, text = "" } = chunkArgument(chunk);
    if (text !== "") this.#marks.add(this.#values * this.#samplesPerValue, text);
    this.#values += pcm.length;
    return pcm instanceof Int16Array ? pcm : Int16Array.from(pcm, rounded);
  }
}

function rounded(value: number): number {
  return Math.round(Math.min(1, Math.max(-1, value)) * FULL_SCALE);
}

/** @throws {ArgumentError} */
function chunkArgument(chunk: unknown): SpeechChunk {
  if (typeof chunk !== "object" || chunk === null || !("pcm" in chunk))
    throw new ArgumentError("chunk", CHUNK, showType(chunk));
  const { pcm } = chunk;
  if (!(pcm instanceof Int16Array) && !(pcm instanceof Float32Array))
    throw new ArgumentError("chunk.pcm", "an Int16Array or a Float32Array", showType(pcm));
  const text: unknown = "text" in chunk ? chunk.text : undefined;
  if (text !== undefined && typeof text !== "string")
    throw new ArgumentError("chunk.text", "a string", showType(text));
  return text === undefined ? { pcm } : { pcm, text };
}
