import { GatewayEvent } from "sdkpp/wire";
import type { FactOf } from "../../facts/facts.js";
import { memberView } from "../../views/guild/member.js";
import type { World } from "../../world/world.js";
import { dispatch, type Dispatch } from "../events.js";

/** GUILD_MEMBER_UPDATE in each server of a user who has changed, or of a bot: what is shown of a member includes its user. */
export function userMembersChanged(world: World, { user }: FactOf<"userChanged">): Dispatch[] {
  return world.guilds.listBy("member", user.id).map((guild) => {
    const d = { ...memberView(world, guild, user), guild_id: guild.id };
    return dispatch(GatewayEvent.GuildMemberUpdate, d, { to: "guild", guildId: guild.id });
  });
}
