import type { MixPlace, NativeAddon, NativePlayerOptions } from "../native/index.js";
import type { Clock } from "../net/index.js";
import { choiceArgument, integerArgument, numberArgument, volumeArgument } from "../protocol/index.js";
import { SdkError } from "../wire/index.js";
import type { QueueOptions } from "./source.js";

export interface AudioPlayerOptions {
  /** bits per second of what the player encodes, 6,000–510,000; default 96,000 */
  bitrate?: number;
  /** effort of the encoder, 0–10; default 10 */
  complexity?: number;
  /** what the encoder is tuned for; default "music" */
  signal?: "music" | "voice";
  /**
   * What the player does while no connection sends its sound, for example because none is ready: "pause" (default) keeps its
   * place, "play" goes on.
   */
  whenUnheard?: "pause" | "play";
  /**
   * Milliseconds in which a source fades out while the next one of the queue fades in, also at a `skip()`; 0–15,000. Default 0: the
   * next one follows without a gap. The source that fades out counts as ended
   */
  crossFadeMs?: number;
  /** as for `joinVoiceChannel` */
  addonPath?: string | URL;
  /** as for `joinVoiceChannel` */
  mediaThreads?: "auto" | number;
  /** replaces the clock, for tests */
  clock?: Clock;
  /** @internal replaces the native addon, for tests */
  loadAddon?: () => NativeAddon;
}

/** How fast the loudness changes. */
export interface FadeOptions {
  /** milliseconds until the new loudness is reached, 0–600,000; default 0, which still takes 20 ms, so that it does not click */
  fadeMs?: number;
}

/** How a source is mixed in. */
export interface MixOptions extends QueueOptions {
  /** factor of its amplitude, 0–4; default 1 */
  gain?: number;
  /** turns the current source down meanwhile; default: it stays as loud as it is */
  duck?: {
    /** decibels, -100 to 0; for example -12 */
    by: number;
    /** milliseconds until it is turned down, 0–600,000; default 100 */
    attackMs?: number;
    /** milliseconds until it is back, 0–600,000; default 500 */
    releaseMs?: number;
  };
}

const MOST_MIXED = 8;
const LONGEST_SEEK_MS = 2 ** 31 - 1;
const MOST_GAIN = 4;
const LONGEST_FADE_MS = 600_000;
const LONGEST_CROSS_FADE_MS = 15_000;
const SIGNALS = ["music", "voice"] as const;
const WHEN_UNHEARD = ["pause", "play"] as const;

/** The options of a player that were checked. */
export type PlayerSettings = Omit<NativePlayerOptions, "onWake">;

/** @throws {ArgumentError}, {@link ArgumentRangeError} naming the invalid option */
export function playerSettings(options: AudioPlayerOptions): PlayerSettings {
  const { bitrate = 96_000, complexity = 10, signal = "music", whenUnheard = "pause" } = options;
  const { crossFadeMs = 0 } = options;
  return {
    bitrate: integerArgument("bitrate", bitrate, 6000, 510_000),
    complexity: integerArgument("complexity", complexity, 0, 10),
    signal: choiceArgument("signal", signal, SIGNALS),
    whenUnheard: choiceArgument("whenUnheard", whenUnheard, WHEN_UNHEARD),
    crossFadeMs: numberArgument("crossFadeMs", crossFadeMs, 0, LONGEST_CROSS_FADE_MS),
  };
}

/** How a source is mixed in, checked, with all that is left out. */
export type CheckedMix = Required<Pick<MixOptions, "gain">> & {
  duck: Required<NonNullable<MixOptions["duck"]>>;
};

/** @throws {ArgumentError}, {@link ArgumentRangeError} */
export function mixOptions({ gain = 1, duck }: MixOptions): CheckedMix {
  const { by = 0, attackMs = 100, releaseMs = 500 } = duck ?? {};
  return {
    gain: numberArgument("options.gain", gain, 0, MOST_GAIN),
    duck: {
      by: numberArgument("options.duck.by", by, -100, 0),
      attackMs: numberArgument("options.duck.attackMs", attackMs, 0, LONGEST_FADE_MS),
      releaseMs: numberArgument("options.duck.releaseMs", releaseMs, 0, LONGEST_FADE_MS),
    },
  };
}

/** @throws {ArgumentError}, {@link ArgumentRangeError} */
export function mixPlace(options: MixOptions): MixPlace {
  const { gain, duck } = mixOptions(options);
  const { by, attackMs, releaseMs } = duck;
  return { gain, duckGain: gainOfDecibels(by), attackMs, releaseMs, after: 0 };
}

/** @param mixed so many are mixed in. @throws {SdkError} PLAYER_FULL */
export function assertMixable(mixed: number): void {
  if (mixed >= MOST_MIXED)
    throw new SdkError("PLAYER_FULL", `${String(MOST_MIXED)} sources are mixed in already; stop one first`);
}

/** @throws {ArgumentError}, {@link ArgumentRangeError} */
export function placeArgument(ms: number): number {
  return integerArgument("ms", ms, 0, LONGEST_SEEK_MS);
}

/** @throws {ArgumentError}, {@link ArgumentRangeError} */
export function gainArguments(gain: number, fadeMs: number): void {
  numberArgument("gain", gain, 0, MOST_GAIN);
  numberArgument("fadeMs", fadeMs, 0, LONGEST_FADE_MS);
}

/**
 * The curve of `setUserVolume`.
 * @throws {ArgumentError}, {@link ArgumentRangeError}
 */
export function gainOfVolume(volume: number): number {
  const percent = volumeArgument("volume", volume);
  if (percent === 0) return 0;
  const over = percent / 100 - 1;
  return 10 ** ((over * (over > 0 ? 6 : 50)) / 20);
}

/** The factor of the amplitude. */
export function gainOfDecibels(decibels: number): number {
  return 10 ** (decibels / 20);
}

export function nothingPlayed(): SdkError {
  return new SdkError("NOTHING_PLAYED", "the player has no source to seek in; play one first");
}

export function notSeekable(): SdkError {
  return new SdkError(
    "SOURCE_NOT_SEEKABLE",
    "this source comes only once, or loops; play a path, an address or the bytes of a file to seek in it",
  );
}

export function playerClosed(): SdkError {
  return new SdkError("PLAYER_CLOSED", "this player is closed; make another one");
}
