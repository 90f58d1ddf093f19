import type { Snowflake } from "sdkpp/wire";
import type { UserWorld } from "../../world/user/user-world.js";
import type { Fact } from "../../facts/facts.js";

/** Bans an account, which ends its logins and revokes its grants in every application. Nothing happens to an unknown one. */
export function banUser(world: UserWorld, userId: Snowflake): Fact[] {
  const user = world.users.get(userId);
  if (user === undefined) return [];
  world.users.put({ ...user, banned: true });
  endLogins(world, userId);
  return [{ kind: "userBanned", userId }];
}

/** Ends the logins of an account to the platform itself. */
export function endLogins(world: UserWorld, userId: Snowflake): void {
  for (const { hash } of world.accountLogins.listBy("user", userId)) world.accountLogins.delete(hash);
}

/** Lifts a ban; the account can sign in again. */
export function unbanUser(world: UserWorld, userId: Snowflake): void {
  const user = world.users.get(userId);
  if (user !== undefined) world.users.put({ ...user, banned: false });
}
