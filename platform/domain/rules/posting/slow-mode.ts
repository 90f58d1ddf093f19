import type { Snowflake } from "sdkpp/wire";
import { includesSplit } from "../../records/guild/permission-splits.js";
import { channelPermissions } from "../../records/guild/permissions.js";
import type { GuildPlace } from "../../world/message/channel-place.js";
import type { MessageWorld } from "../../world/message/message-world.js";
import type { ClockPort, RollbackPort } from "../../world/ports.js";
import type { Fault } from "../outcome.js";
import { slowModeLimit } from "./faults.js";

/**
 * Why a user may not write in a channel yet; counts the message otherwise. Bots are exempt, and so are members who may bypass slow
 * mode.
 */
export function takeSlowMode(
  world: MessageWorld & ClockPort & RollbackPort,
  { guild, channel }: GuildPlace,
  userId: Snowflake,
): Fault | undefined {
  const seconds = channel.rateLimitPerUser ?? 0;
  if (seconds === 0) return undefined;
  const granted = channelPermissions(guild, channel, userId);
  if (includesSplit(granted, "BypassSlowmode", world.clock.now())) return undefined;
  const wait = world.slowModes.waitOf(channel.id, userId, seconds);
  if (wait > 0) return slowModeLimit(wait);
  world.store.onRollback(world.slowModes.wrote(channel.id, userId));
  return undefined;
}
