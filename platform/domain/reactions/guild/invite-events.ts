import { GatewayEvent, Permission } from "sdkpp/wire";
import type { GuildInvite } from "../../records/guild/guild-invite.js";
import { mayIn } from "../../records/guild/permissions.js";
import { inviteSummary } from "../../views/guild/guild-invite.js";
import type { PlacedChannel } from "../../world/guild/placed-channel.js";
import type { World } from "../../world/world.js";
import { type Dispatch, dispatch, type Reach } from "../events.js";

export function inviteCreated(world: World, invite: GuildInvite, placed: PlacedChannel): Dispatch {
  const d = { channel_id: placed.channel.id, guild_id: placed.guild.id, ...inviteSummary(world, invite) };
  return dispatch(GatewayEvent.InviteCreate, d, toManagers(placed));
}

export function inviteDeleted({ code }: GuildInvite, placed: PlacedChannel): Dispatch {
  const d = { channel_id: placed.channel.id, guild_id: placed.guild.id, code };
  return dispatch(GatewayEvent.InviteDelete, d, toManagers(placed));
}

/** Those who may manage the channel; bots only, as no scope opens it (audience). */
function toManagers({ guild, channel }: PlacedChannel): Reach {
  const only = guild.memberIds.filter((id) => mayIn(guild, channel, id, Permission.ManageChannels));
  return { to: "guild", guildId: guild.id, only };
}
