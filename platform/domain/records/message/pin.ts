import type { Snowflake } from "sdkpp/wire";
import type { IndexValues } from "../../../store/store.js";

/** A message that is pinned in its channel. */
export interface Pin {
  readonly messageId: Snowflake;
  readonly channelId: Snowflake;
  /** Unix milliseconds; no two pins of a channel share one, so that a page can begin at it. */
  readonly pinnedAt: number;
}

export function pinIndex(pin: Pin): IndexValues {
  return { channel: pin.channelId, time: pinTimeKey(pin) };
}

/** Orders the pins of a channel by time, as strings. */
export function pinTimeKey({ channelId, pinnedAt }: Pick<Pin, "channelId" | "pinnedAt">): string {
  return `${channelId}:${String(pinnedAt).padStart(TIME_DIGITS, "0")}`;
}

/** Digits of the latest possible time. */
const TIME_DIGITS = 16;
