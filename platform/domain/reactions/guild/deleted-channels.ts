import type { Fact, FactOf } from "../../facts/facts.js";
import { unlinkDeleted } from "../../rules/lobby/linking.js";
import { removeWebhook } from "../../rules/webhook/changes.js";
import { removeInvite } from "../../world/invite/open-invites.js";
import { dropContents } from "../../world/message/dropped-channels.js";
import type { World } from "../../world/world.js";

type Deleted = FactOf<"guildChannelDeleted">;
type Lost = FactOf<"guildChannelLost">;

/** A deleted channel is lost as one is whose server is deleted. */
export function loseChannel(_world: World, { placed }: Deleted): Fact[] {
  return [{ kind: "guildChannelLost", placed }];
}

/** A lobby is not linked to a channel that is gone. */
export function unlinkLobby(world: World, { placed }: Lost): Fact[] {
  return unlinkDeleted(world, placed.channel.id);
}

/** Invites led into the channel. */
export function deleteInvites(world: World, { placed }: Lost): Fact[] {
  const invites = world.invites.listBy("channel", placed.channel.id);
  for (const invite of invites) removeInvite(world, invite);
  return invites.map((invite): Fact => ({ kind: "inviteDeleted", invite, placed }));
}

/** Webhooks posted into the channel. */
export function deleteWebhooks(world: World, { placed }: Lost): Fact[] {
  for (const webhook of world.webhooks.listBy("channel", placed.channel.id)) removeWebhook(world, webhook);
  return [];
}

/** Deletes a channel's messages and threads without events: clients know that they went with their channel. */
export function deleteContents(world: World, { placed }: Deleted): Fact[] {
  dropContents(world, placed.channel.id);
  return [];
}
