import type { Snowflake } from "sdkpp/wire";
import type { Emoji } from "../../records/expression/emoji.js";
import type { Guild } from "../../records/guild/guild.js";
import type { ExpressionWorld } from "../../world/expression/expression-world.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { userView } from "../user/user.js";

/** An emoji as everybody sees it. @param roleIds of the guild; a role that is gone is not named */
export function emojiView(emoji: Emoji, roleIds: ReadonlySet<Snowflake>): Record<string, unknown> {
  const { id, name, animated } = emoji;
  return {
    id,
    name,
    roles: emoji.roleIds.filter((roleId) => roleIds.has(roleId)),
    require_colons: true,
    managed: false,
    animated,
    available: true,
  };
}

/** The same, with the user who uploaded it. */
export function emojiWithCreator(
  world: UserWorld,
  emoji: Emoji,
  roleIds: ReadonlySet<Snowflake>,
): Record<string, unknown> {
  const user = world.users.get(emoji.userId);
  return { ...emojiView(emoji, roleIds), ...(user && { user: userView(user) }) };
}

/** All emojis of a server. */
export function guildEmojisView(world: ExpressionWorld, guild: Guild): Record<string, unknown>[] {
  const roleIds = new Set((guild.roles ?? []).map(({ id }) => id));
  return world.emojis.listBy("owner", guild.id).map((emoji) => emojiView(emoji, roleIds));
}
