import { JsonErrorCode } from "sdkpp/wire";
import type { User } from "../../records/user/user.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { done, Fault, type Result } from "../outcome.js";
import { endLogins } from "./bans.js";

/**
 * Deletes an account, as its owner does in the app: it leaves everything that it is in, and its record goes last. Not of a bot, which
 * its application keeps, and not of the owner of a server.
 */
export function deleteUser(world: GuildWorld & UserWorld, { id, bot }: User): Result<undefined> {
  if (bot) return refused(`User ${id} is the bot of an application, which keeps its account.`);
  const owned = world.guilds.listBy("member", id).find(({ ownerId }) => ownerId === id);
  if (owned !== undefined)
    return refused(`User ${id} owns server ${owned.id}; control.guilds.remove(guildId) deletes that first.`);
  endLogins(world, id);
  return done(undefined, [{ kind: "userDeleted", userId: id }]);
}

const refused = (why: string): Fault => new Fault(400, JsonErrorCode.General, why);
