import { PrivateChannelType, type DmChannelPayload, type Snowflake } from "sdkpp/wire";
import { otherOf, type DmChannel } from "../../records/message/dm-channel.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { userView } from "../user/user.js";

/** As one of the two sees it. */
export function dmChannelView(world: UserWorld, channel: DmChannel, viewerId: Snowflake): DmChannelPayload {
  const other = world.users.get(otherOf(channel, viewerId));
  return {
    id: channel.id,
    type: PrivateChannelType.Dm,
    flags: 0,
    last_message_id: channel.lastMessageId,
    recipients: other === undefined ? [] : [userView(other)],
  };
}
