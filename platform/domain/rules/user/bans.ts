import type { Snowflake } from "sdkpp/wire";
import type { World } from "../../world/world.js";
import type { Fact } from "../facts.js";

/** Bans an account, which revokes its grants in every application. Nothing happens to an unknown one. */
export function banUser(world: World, userId: Snowflake): Fact[] {
  const user = world.users.get(userId);
  if (user === undefined) return [];
  world.users.put({ ...user, banned: true });
  return [{ kind: "userBanned", userId }];
}

/** Lifts a ban; the account can sign in again. */
export function unbanUser(world: World, userId: Snowflake): void {
  const user = world.users.get(userId);
  if (user !== undefined) world.users.put({ ...user, banned: false });
}
