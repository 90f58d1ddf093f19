import { GatewayEvent, Permission } from "sdkpp/wire";
import { dispatch, type Dispatch, type Reach } from "../events.js";
import { mayIn } from "./guild-permissions.js";
import { inviteFacts, type GuildInvite } from "./guild-invite.js";
import type { PlacedChannel } from "./placed-channel.js";
import type { World } from "../world.js";

export function inviteCreated(world: World, invite: GuildInvite, placed: PlacedChannel): Dispatch {
  const d = { channel_id: placed.channel.id, guild_id: placed.guild.id, ...inviteFacts(world, invite) };
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
