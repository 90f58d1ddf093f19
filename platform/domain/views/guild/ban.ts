import type { GuildBan } from "../../records/guild/guild-ban.js";
import { deletedUser } from "../../records/user/user.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { userView } from "../user/user.js";

export function banView(world: UserWorld, { userId, reason }: GuildBan): Record<string, unknown> {
  return { user: userView(world.users.get(userId) ?? deletedUser(userId)), reason };
}
