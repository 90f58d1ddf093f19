import { objectWith, signalArgument, within } from "../arguments.js";
import type { Follower } from "../calls/seat.js";
import { since, type Counts } from "./counts.js";
import type { HearingFigures } from "./figures.js";
import { packetFigures, type View } from "./hear.js";
import { Measurement } from "./measurement.js";
import { NotHeardError } from "./not-heard-error.js";
import { pause } from "./until.js";

/** How somebody is listened to. */
export interface ListenOptions {
  /** how long, in real time, 1 to 60; default 5 */
  readonly seconds?: number;
  /** ends the listening, which rejects with its reason; of a request the end of its connection does */
  readonly signal?: AbortSignal;
}

/** Figures of a sound that was listened to for some time. Its `seconds` are those louder than −50 dBFS. */
export interface ListeningFigures extends HearingFigures {
  /** from the beginning to the first sound, milliseconds */
  readonly firstSoundMs: number;
  /** mean level of what is louder than −50 dBFS (RMS), dBFS; a sine of full scale has −3 */
  readonly levelDbfs: number;
  /**
   * times in which no packet came for more than 20 ms longer than the one before lasts, which is 40 ms for usual packets, lost ones
   * included; a pause that the speaker has announced with silence is none. Absent in the call of a lobby, where games see no packets
   */
  readonly gaps?: number | undefined;
  /** milliseconds; 0: there was no gap */
  readonly longestGapMs?: number | undefined;
}

/** A listener's view of a speaker, and the speaker's sound. */
export interface Listening extends View {
  readonly follow: (follower: Follower) => Disposable;
}

const DEFAULT_SECONDS = 5;
/** Less is a click. */
const LEAST_SECONDS = 0.1;

/** Measures what comes of a speaker. @throws {NotHeardError} when that is nothing, saying why; the reason of the signal */
export async function listenTo(listening: Listening, options: ListenOptions): Promise<ListeningFigures> {
  const { seconds = DEFAULT_SECONDS, signal } = objectWith("options", options, []);
  const listeningMs = within("seconds", seconds, 1, 60) * 1000;
  signalArgument("signal", signal);
  const measurement = new Measurement(() => performance.now());
  const counts = await follow(listening, measurement, () => pause(listeningMs, signal));
  const { gaps, firstSoundMs, ...measured } = measurement.measured;
  const figures = { ...measured, ...packetFigures(counts) };
  if (firstSoundMs !== undefined && measured.seconds >= LEAST_SECONDS)
    return {
      ...figures,
      firstSoundMs: Math.round(firstSoundMs),
      ...(gaps && { gaps: gaps.count, longestGapMs: Math.round(gaps.longestMs) }),
    };
  const wanted = { seconds: LEAST_SECONDS, estoi: undefined };
  throw new NotHeardError(listening.names, wanted, { ...(await listening.present()), figures });
}

/** @returns what was counted meanwhile */
async function follow(listening: Listening, follower: Follower, wait: () => Promise<void>): Promise<Counts> {
  const following = listening.follow(follower);
  try {
    const before = await listening.counts();
    await wait();
    return since(await listening.counts(), before);
  } finally {
    following[Symbol.dispose]();
  }
}
