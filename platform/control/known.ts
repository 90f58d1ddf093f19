import type { Snowflake } from "sdkpp/wire";
import type { Guild } from "../domain/records/guild/guild.js";
import type { Application } from "../domain/records/oauth2/application.js";
import type { User } from "../domain/records/user/user.js";
import type { World } from "../domain/world/world.js";
import * as inputs from "./inputs.js";

// Records that callers name by id.

/** @throws {RangeError} when the user does not exist */
export function knownUser({ users }: World, name: string, userId: unknown): User {
  const user = users.get(inputs.userId(name, userId));
  if (user !== undefined) return user;
  throw new RangeError(`There is no user ${String(userId)}; control.users.create({ username }) creates one.`);
}

/** @throws {RangeError} when the application does not exist */
export function knownApplication({ applications }: World, name: string, applicationId: unknown): Application {
  const application = applications.get(inputs.applicationId(name, applicationId));
  if (application !== undefined) return application;
  throw new RangeError(`There is no application ${String(applicationId)}.`);
}

/** @throws {RangeError} when the guild does not exist */
export function knownGuild({ guilds }: World, guildId: Snowflake): Guild {
  const guild = guilds.get(inputs.id("guildId", guildId));
  if (guild !== undefined) return guild;
  throw new RangeError(`There is no guild ${guildId}.`);
}
