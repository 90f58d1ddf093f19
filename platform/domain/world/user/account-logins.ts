import type { User } from "../../records/user/user.js";
import type { DigestPort, RandomPort } from "../ports.js";
import type { UserWorld } from "./user-world.js";

/** Whether a player can choose this user on a page: it has a login of its own. */
export function isAccount({ bot, banned, provisionalOf }: User): boolean {
  return !bot && banned !== true && provisionalOf === undefined;
}

/** Logs a user in to the platform itself. @returns the token, which only the caller has */
export function logIn(world: UserWorld & DigestPort & RandomPort, user: User): string {
  const token = world.random.token(40);
  world.accountLogins.put({ hash: world.digest.sha256(token), userId: user.id });
  return token;
}

/** The account of a login; undefined for other tokens. */
export function accountOf(world: UserWorld & DigestPort, token: string): User | undefined {
  const login = world.accountLogins.get(world.digest.sha256(token));
  return login && world.users.get(login.userId);
}
