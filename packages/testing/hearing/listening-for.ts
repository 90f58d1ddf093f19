import { fileJudge, soundJudge, toneJudge, type Judge } from "../listening/judge.js";
import { objectWith, signalArgument, within } from "../arguments.js";
import { samplesOf, toneOf, type Sound, type Tone } from "../sound/sound.js";
import type { Wanted } from "./not-heard-error.js";

/** The sound to listen for, and for how long. */
export interface HearOptions {
  /** the file or the tone; default: any sound */
  readonly of?: Sound;
  /** how long to wait, milliseconds of real time; default 5,000 */
  readonly within?: number;
  /** how much of it counts as heard */
  readonly atLeast?: {
    /** default 1, or as long as a shorter file is */
    readonly seconds?: number;
    /** of a file: how intelligible each second has to be, 0 to 1; default 0.7 */
    readonly estoi?: number;
  };
  /** ends the wait, which rejects with its reason; of a request the end of its connection does */
  readonly signal?: AbortSignal;
}

const DEFAULT_WITHIN_MS = 5_000;
const LONGEST_WITHIN_MS = 3_600_000;
const DEFAULT_ESTOI = 0.7;
const DEFAULT_SECONDS = 1;
const LONGEST_SECONDS = 600;
/** ESTOI says nothing about less. */
const SHORTEST_FILE_SECONDS = 0.5;

interface ListeningFor {
  readonly judge: Judge;
  readonly withinMs: number;
  readonly wanted: Wanted;
  readonly signal: AbortSignal | undefined;
}

/** @throws {ArgumentError}, {ArgumentRangeError} naming what is wrong with the options */
export async function listeningFor(options: HearOptions): Promise<ListeningFor> {
  const { of, atLeast = {} } = objectWith("options", options, []);
  objectWith("atLeast", atLeast, []);
  const withinMs = within("within", options.within ?? DEFAULT_WITHIN_MS, 0, LONGEST_WITHIN_MS);
  const signal = signalArgument("signal", options.signal);
  const seconds = within("atLeast.seconds", atLeast.seconds ?? DEFAULT_SECONDS, 0.1, LONGEST_SECONDS);
  const estoi = within("atLeast.estoi", atLeast.estoi ?? DEFAULT_ESTOI, 0, 1);
  if (of === undefined)
    return { judge: soundJudge(), withinMs, signal, wanted: { seconds, estoi: undefined } };
  const tone = toneOf(of);
  if (tone !== undefined)
    return { judge: toneJudge(tone.hz), withinMs, signal, wanted: { seconds, estoi: undefined } };
  const { data, sampleRate } = await samplesOf(of as Exclude<Sound, Tone>);
  const length = within(
    "seconds of the file",
    data.length / sampleRate,
    SHORTEST_FILE_SECONDS,
    LONGEST_SECONDS,
  );
  const asked = atLeast.seconds ?? Math.min(DEFAULT_SECONDS, length);
  return { judge: fileJudge(data, sampleRate, estoi), withinMs, signal, wanted: { seconds: asked, estoi } };
}
