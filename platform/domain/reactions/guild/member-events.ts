import { GatewayEvent } from "sdkpp/wire";
import type { FactOf } from "../../rules/facts.js";
import { memberView } from "../../views/guild/member.js";
import type { World } from "../../world/world.js";
import { dispatch, type PlatformEvent } from "../events.js";

/** The user's own sessions learn of the guild before others hear of the new member. */
export function guildMemberAdded(
  _world: World,
  { guild, user, joinedAt }: FactOf<"guildMemberAdded">,
): PlatformEvent[] {
  const d = { ...memberView(guild, user, new Date(joinedAt).toISOString()), guild_id: guild.id };
  return [
    { kind: "guild.joined", guildId: guild.id, userId: user.id },
    dispatch(GatewayEvent.GuildMemberAdd, d, { to: "guild", guildId: guild.id, except: user.id }),
  ];
}
