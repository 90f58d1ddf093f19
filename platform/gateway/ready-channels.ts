import { GatewayIntent, Scope, type DmChannelPayload } from "sdkpp/wire";
import { hasIntent } from "../domain/world/presence/listener.js";
import { dmChannelView } from "../domain/views/message/dm-channel.js";
import { dmChannelsOf } from "../domain/world/message/dm-channels.js";
import type { World } from "../domain/world/world.js";
import type { SessionIdentity } from "./session.js";

/** A channel as a deduplicated READY lists it: users by id only. */
type DeduplicatedChannel = Omit<DmChannelPayload, "recipients"> & { recipient_ids: string[] };

/** The stored conversations of a user for READY (G§5); omits those without a message, which a bot has only opened. */
export function privateChannels(world: World, identity: SessionIdentity): DmChannelPayload[] {
  const mayHear =
    identity.scopes.has(Scope.DmChannelsRead) && hasIntent(identity, GatewayIntent.PrivateChannels);
  if (!mayHear) return [];
  return dmChannelsOf(world, identity.userId)
    .filter(({ lastMessageId }) => lastMessageId !== null)
    .map((channel) => dmChannelView(world, channel, identity.userId));
}

/** @param channel whose recipients READY lists separately */
export function deduplicated({ recipients, ...channel }: DmChannelPayload): DeduplicatedChannel {
  return { ...channel, recipient_ids: recipients.map((user) => user.id) };
}
