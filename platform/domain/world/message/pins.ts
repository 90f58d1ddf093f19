import type { Snowflake } from "sdkpp/wire";
import type { Message } from "../../records/message/message.js";
import { pinTimeKey, type Pin } from "../../records/message/pin.js";
import type { ClockPort } from "../ports.js";
import type { MessageWorld } from "./message-world.js";

/** All of a channel, newest first. */
export function pinsOf(world: MessageWorld, channelId: Snowflake): Pin[] {
  return world.pins.listBy("channel", channelId).toSorted((left, right) => right.pinnedAt - left.pinnedAt);
}

/** A lobby's copy of a pinned message has its id and is not pinned. */
export function isPinned(world: MessageWorld, { id, channelId }: Message): boolean {
  return world.pins.get(id)?.channelId === channelId;
}

/** Unix milliseconds; null: nothing is pinned. */
export function lastPinnedAt(world: MessageWorld, channelId: Snowflake): number | null {
  const from = pinTimeKey({ channelId, pinnedAt: 0 });
  const below = pinTimeKey({ channelId, pinnedAt: Number.MAX_SAFE_INTEGER });
  return world.pins.listDown("time", from, below, 1)[0]?.pinnedAt ?? null;
}

/** Run it in a transaction. */
export function addPin(world: MessageWorld & ClockPort, { id, channelId }: Message): void {
  const newest = lastPinnedAt(world, channelId) ?? 0;
  world.pins.put({ messageId: id, channelId, pinnedAt: Math.max(world.clock.now(), newest + 1) });
}
