import type { Snowflake } from "sdkpp/wire";
import { mistake, text } from "../guard/arguments.js";
import type { UserWorld } from "../domain/world/user/user-world.js";

/** Names that an error lists. */
const LISTED_MAX = 10;

/**
 * The id of a user who is not a bot, given by id or by user name.
 * @throws {ArgumentError} when it is not a string, {@link ArgumentRangeError} when there is no such user
 */
export function accountId({ users }: UserWorld, name: string, value: unknown): Snowflake {
  const given = text(name, value);
  const user = users.get(given) ?? users.first("username", given.toLowerCase());
  if (user !== undefined && !user.bot) return user.id;
  const known = users
    .all()
    .filter(({ bot }) => !bot)
    .slice(0, LISTED_MAX)
    .map(({ username }) => username);
  throw mistake(true, name, `the id or the name of a user who is not a bot (${known.join(", ")})`, given);
}
