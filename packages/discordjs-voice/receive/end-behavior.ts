import type { ReadableOptions } from "node:stream";

/** When a receive stream ends by itself. */
export enum EndBehaviorType {
  /** never */
  Manual = 0,
  /** so many milliseconds after the last sound */
  AfterSilence = 1,
  /** so many milliseconds after the last packet */
  AfterInactivity = 2,
}

/** When a receive stream ends by itself, and after how many milliseconds. */
export type EndBehavior =
  | { behavior: EndBehaviorType.AfterInactivity | EndBehaviorType.AfterSilence; duration: number }
  | { behavior: EndBehaviorType.Manual };

export interface AudioReceiveStreamOptions extends ReadableOptions {
  end: EndBehavior;
}

/** The options of a stream that ends only when it is destroyed. */
export function createDefaultAudioReceiveStreamOptions(): AudioReceiveStreamOptions {
  return { end: { behavior: EndBehaviorType.Manual } };
}
