import type { Guild } from "../../records/guild/guild.js";
import type { User } from "../../records/user/user.js";
import type { Fact, FactOf } from "../../facts/facts.js";
import { rulesTriggeredByProfile } from "../../world/auto-moderation/triggered-rules.js";
import { memberRecord } from "../../world/guild/guild-members.js";
import type { World } from "../../world/world.js";
import { quarantine } from "./quarantine.js";

/** Checks the names of somebody who joins, or has a new name in the server. */
export function checkMember(
  world: World,
  { guild, user }: FactOf<"guildMemberAdded" | "guildMemberRenamed">,
): Fact[] {
  return check(world, guild, user);
}

/** Checks the new names of a user in all of its servers. */
export function checkUser(world: World, { user }: FactOf<"userChanged">): Fact[] {
  return world.guilds.listBy("member", user.id).flatMap((guild) => check(world, guild, user));
}

/** Names that trigger no rule any more end the quarantine. */
function check(world: World, guild: Guild, user: User): Fact[] {
  const { nick } = memberRecord(world, guild.id, user.id);
  const names = [user.username, user.globalName, nick].flatMap((name) => name ?? []);
  // A member in quarantine may nothing, so it would not count as one who manages the server.
  const triggered = rulesTriggeredByProfile(world, { ...guild, quarantinedIds: [] }, user.id, names);
  if (triggered.length === 0) return quarantine(world, guild.id, user.id, false);
  const by = { guildId: guild.id, userId: user.id, applicationId: "0", content: names.join("\n") };
  return triggered.flatMap(({ rule, trigger }) =>
    rule.actions.map((action) => ({ kind: "autoModerationActs", rule, trigger, action, ...by }) as const),
  );
}
