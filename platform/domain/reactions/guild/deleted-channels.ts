import type { Fact, FactOf } from "../../rules/facts.js";
import { unlinkDeleted } from "../../rules/lobby/linking.js";
import type { World } from "../../world/world.js";

type Deleted = FactOf<"guildChannelDeleted">;

/** A lobby is not linked to a channel that is gone. */
export function unlinkLobby(world: World, { placed }: Deleted): Fact[] {
  return unlinkDeleted(world, placed.channel.id);
}

/** Invites led into the channel. */
export function deleteInvites(world: World, { placed }: Deleted): Fact[] {
  const invites = world.invites.listBy("channel", placed.channel.id);
  for (const { code } of invites) world.invites.delete(code);
  return invites.map((invite): Fact => ({ kind: "inviteDeleted", invite, placed }));
}

/** Nobody hears of each message: they went with their channel. */
export function deleteMessages(world: World, { placed }: Deleted): Fact[] {
  const { id } = placed.channel;
  for (const message of world.channelMessages.listBy("channel", id)) world.channelMessages.delete(message.id);
  world.channelTails.delete(id);
  return [];
}
