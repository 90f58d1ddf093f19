import { Permission, RpcErrorCode, type Snowflake } from "sdkpp/wire";
import type { Channel, Guild } from "../domain/records/guild/guild.js";
import { mayIn } from "../domain/records/guild/permissions.js";
import type { DesktopApp } from "./desktop-app.js";
import type { RpcGame } from "./game.js";
import { RpcRejection } from "./rejection.js";
import { readGetGuild, readGuildOnly } from "./request-shapes.js";

/** GET_GUILDS: the servers of the user. */
export function getGuilds({ context }: DesktopApp, game: RpcGame): unknown {
  const guilds = context.world.guilds.listBy("member", game.userId);
  return { guilds: guilds.map(({ id, name }) => ({ id, name })) };
}

/** GET_GUILD: answered at once, so its `timeout` never passes. */
export function getGuild(app: DesktopApp, game: RpcGame, args: object): unknown {
  const input = readGetGuild(args);
  if (input === undefined)
    return new RpcRejection(RpcErrorCode.InvalidPayload, readGetGuild.complaint("args", args));
  const guild = guildOf(app, game, String(input.guild_id));
  if (guild instanceof RpcRejection) return guild;
  return { id: guild.id, name: guild.name, icon_url: null, members: [] };
}

/** GET_CHANNELS: those that the user sees. */
export function getChannels(app: DesktopApp, game: RpcGame, args: object): unknown {
  const input = readGuildOnly(args);
  if (input === undefined)
    return new RpcRejection(RpcErrorCode.InvalidPayload, readGuildOnly.complaint("args", args));
  const guild = guildOf(app, game, String(input.guild_id));
  if (guild instanceof RpcRejection) return guild;
  const seen = guild.channels.filter((channel) => isSeen(guild, channel, game.userId));
  return { channels: seen.map(({ id, name, type }) => ({ id, name, type })) };
}

export function unknownChannel(channelId: Snowflake): RpcRejection {
  return new RpcRejection(RpcErrorCode.InvalidChannel, `Invalid channel id: ${channelId}`);
}

function guildOf({ context }: DesktopApp, { userId }: RpcGame, guildId: Snowflake): Guild | RpcRejection {
  const guild = context.world.guilds.get(guildId);
  if (guild?.memberIds.includes(userId) === true) return guild;
  return new RpcRejection(RpcErrorCode.InvalidGuild, `Invalid guild id: ${guildId}`);
}

/** Whether a member sees a channel. */
export function isSeen(guild: Guild, channel: Channel, userId: Snowflake): boolean {
  return guild.memberIds.includes(userId) && mayIn(guild, channel, userId, Permission.ViewChannel);
}
