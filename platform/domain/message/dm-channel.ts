import { PrivateChannelType, type DmChannelPayload, type Snowflake } from "sdkpp/wire";
import { userView } from "../user/user.js";
import type { World } from "../world.js";

/** A conversation of two users that is stored; it stays when they are no friends any more. */
export interface DmChannel {
  readonly id: Snowflake;
  readonly userIds: readonly [Snowflake, Snowflake];
  readonly lastMessageId: Snowflake | null;
}

/** Name of a pair, whoever is asked first. */
function pairOf(left: Snowflake, right: Snowflake): string {
  return [left, right].sort().join(":");
}

export function dmChannelIndex({ userIds: [left, right] }: DmChannel): Record<string, string | string[]> {
  return { user: [left, right], pair: pairOf(left, right) };
}

export function findDmChannel(world: World, left: Snowflake, right: Snowflake): DmChannel | undefined {
  return world.dmChannels.first("pair", pairOf(left, right));
}

export function dmChannelsOf(world: World, userId: Snowflake): DmChannel[] {
  return world.dmChannels.listBy("user", userId);
}

/** The other one of the two. */
export function otherOf({ userIds: [left, right] }: DmChannel, userId: Snowflake): Snowflake {
  return left === userId ? right : left;
}

/** As one of the two sees it. */
export function dmChannelView(world: World, channel: DmChannel, viewerId: Snowflake): DmChannelPayload {
  const other = world.users.get(otherOf(channel, viewerId));
  return {
    id: channel.id,
    type: PrivateChannelType.Dm,
    flags: 0,
    last_message_id: channel.lastMessageId,
    recipients: other === undefined ? [] : [userView(other)],
  };
}
