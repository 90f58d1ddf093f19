import type { Snowflake } from "sdkpp/wire";
import type { Application } from "../../records/oauth2/application.js";
import { hasCommandsIn } from "../../world/application/installations.js";
import type { CommandWorld } from "../../world/command/command-world.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import type { Command } from "../../records/command/command.js";
import { missingAccess, notAuthorizedOnApplication, unknownApplication } from "../faults.js";
import { Fault } from "../outcome.js";
import { unknownCommand } from "./faults.js";

/** The slices of the world that these rules use. */
type Touched = ApplicationWorld & CommandWorld & GuildWorld;

/** The own commands of an application, or those of one server. */
export interface CommandScope {
  readonly applicationId: Snowflake;
  /** null: everywhere */
  readonly guildId: Snowflake | null;
}

/**
 * The application of a bot, or of its developer's own token: those of other users change no commands. It must be installed in
 * the server that it speaks of.
 */
export function developedApplication(world: Touched, actor: Actor, scope: CommandScope): Application | Fault {
  const application = installedApplication(world, actor, scope);
  if (application instanceof Fault) return application;
  const isDeveloper = actor.kind === "bot" || actor.user.id === application.ownerId;
  return isDeveloper ? application : notAuthorizedOnApplication();
}

/** The actor's application, which must be installed in the server that it speaks of. */
export function installedApplication(
  world: Touched,
  actor: Actor,
  { applicationId, guildId }: CommandScope,
): Application | Fault {
  const application =
    applicationId === actor.application.id ? world.applications.get(applicationId) : undefined;
  if (application === undefined) return unknownApplication();
  return guildId === null || hasCommandsIn(world, application, guildId) ? application : missingAccess();
}

/** A command of the actor's application in this scope. */
export function findCommand(
  world: Touched,
  actor: Actor,
  scope: CommandScope,
  commandId: Snowflake,
): Command | Fault {
  const application = developedApplication(world, actor, scope);
  if (application instanceof Fault) return application;
  const command = world.commands.get(commandId);
  const isHere = command?.applicationId === scope.applicationId && command.guildId === scope.guildId;
  return isHere ? command : unknownCommand();
}
