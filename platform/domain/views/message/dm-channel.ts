import { PrivateChannelType, type DmChannelPayload, type Snowflake } from "sdkpp/wire";
import { otherOf, type DmChannel } from "../../records/message/dm-channel.js";
import type { MessageWorld } from "../../world/message/message-world.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { userView } from "../user/user.js";
import { lastPinTimestamp } from "../channel-ends.js";

/** A conversation as one of its two users sees it. */
export function dmChannelView(
  world: UserWorld & MessageWorld,
  channel: DmChannel,
  viewerId: Snowflake,
): DmChannelPayload {
  const other = world.users.get(otherOf(channel, viewerId));
  return {
    id: channel.id,
    type: PrivateChannelType.Dm,
    flags: 0,
    last_message_id: channel.lastMessageId,
    last_pin_timestamp: lastPinTimestamp(world, channel.id),
    recipients: other === undefined ? [] : [userView(other)],
  };
}
