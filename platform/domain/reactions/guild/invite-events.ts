import { GatewayEvent, Permission } from "sdkpp/wire";
import { mayIn } from "../../records/guild/permissions.js";
import type { FactOf } from "../../facts/facts.js";
import { inviteSummary } from "../../views/guild/guild-invite.js";
import type { PlacedChannel } from "../../world/guild/placed-channel.js";
import type { World } from "../../world/world.js";
import { dispatch, type Dispatch, type Reach } from "../events.js";

export function inviteCreated(world: World, { invite, placed }: FactOf<"inviteCreated">): Dispatch[] {
  const d = { channel_id: placed.channel.id, guild_id: placed.guild.id, ...inviteSummary(world, invite) };
  return [dispatch(GatewayEvent.InviteCreate, d, toManagers(placed))];
}

export function inviteDeleted(_world: World, { invite, placed }: FactOf<"inviteDeleted">): Dispatch[] {
  const d = { channel_id: placed.channel.id, guild_id: placed.guild.id, code: invite.code };
  return [dispatch(GatewayEvent.InviteDelete, d, toManagers(placed))];
}

/** Members who may manage the channel; only bots among them, as no scope lets an OAuth session hear it. */
function toManagers({ guild, channel }: PlacedChannel): Reach {
  const only = guild.memberIds.filter((id) => mayIn(guild, channel, id, Permission.ManageChannels));
  return { to: "guild", guildId: guild.id, only };
}
