import { GatewayEvent } from "sdkpp/wire";
import { dispatch, type PlatformEvent } from "../events.js";
import { memberView } from "./guild-views.js";
import type { Guild } from "./guild.js";
import type { User } from "../user/user.js";
import type { World } from "../world.js";

/**
 * Makes a user a member. Its own sessions get to know the guild before anybody is told anything of it.
 * @param user who is no member yet
 */
export function joinGuild(world: World, guild: Guild, user: User): PlatformEvent[] {
  const after: Guild = { ...guild, memberIds: [...guild.memberIds, user.id] };
  world.guilds.put(after);
  const joinedAt = new Date(world.clock.now()).toISOString();
  const d = { ...memberView(after, user, joinedAt), guild_id: guild.id };
  return [
    { kind: "guild.joined", guildId: guild.id, userId: user.id },
    dispatch(GatewayEvent.GuildMemberAdd, d, { to: "guild", guildId: guild.id, except: user.id }),
  ];
}
