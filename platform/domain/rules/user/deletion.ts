import type { Snowflake } from "sdkpp/wire";
import type { Fact } from "../../facts/facts.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { endLogins } from "./bans.js";

/** Deletes an account, as its owner does in the app. It leaves everything that it is in, and its record goes last. */
export function deleteUser(world: UserWorld, userId: Snowflake): Fact[] {
  endLogins(world, userId);
  return [{ kind: "userDeleted", userId }];
}
