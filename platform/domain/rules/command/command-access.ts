import { Scope, type Snowflake } from "sdkpp/wire";
import { InstallationContext, installationKey } from "../../records/oauth2/installation.js";
import type { Application } from "../../records/oauth2/application.js";
import type { CommandWorld } from "../../world/command/command-world.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import type { Command } from "../../records/command/command.js";
import { missingAccess, notAuthorizedOnApplication, unknownApplication } from "../faults.js";
import { Fault } from "../outcome.js";
import { unknownCommand } from "./faults.js";

/** What these rules touch. */
type Touched = ApplicationWorld & CommandWorld & GuildWorld;

/** The own commands of an application, or those of one server. */
export interface CommandPlace {
  readonly applicationId: Snowflake;
  /** null: everywhere */
  readonly guildId: Snowflake | null;
}

/**
 * The application of a bot, or of its developer's own token: those of other users change no commands. It must be installed in
 * the server that it speaks of.
 */
export function placeOf(world: Touched, actor: Actor, place: CommandPlace): Application | Fault {
  const application = installedApplication(world, actor, place);
  if (application instanceof Fault) return application;
  const isDeveloper = actor.kind === "bot" || actor.user.id === application.ownerId;
  return isDeveloper ? application : notAuthorizedOnApplication();
}

/** The actor's application, which must be installed in the server that it speaks of. */
export function installedApplication(
  world: Touched,
  actor: Actor,
  { applicationId, guildId }: CommandPlace,
): Application | Fault {
  const application =
    applicationId === actor.application.id ? world.applications.get(applicationId) : undefined;
  if (application === undefined) return unknownApplication();
  return guildId === null || hasCommandsIn(world, application, guildId) ? application : missingAccess();
}

/** Whether an application may have commands in a server: its bot is there, or it was installed for commands. */
export function hasCommandsIn(world: Touched, application: Application, guildId: Snowflake): boolean {
  const { id: applicationId, botUserId } = application;
  const guild = world.guilds.get(guildId);
  if (guild === undefined) return false;
  if (botUserId !== undefined && guild.memberIds.includes(botUserId)) return true;
  const context = InstallationContext.Guild;
  const installation = world.installations.get(installationKey({ applicationId, context, ownerId: guildId }));
  return installation !== undefined && FOR_COMMANDS.some((scope) => installation.scopes.includes(scope));
}

const FOR_COMMANDS = [Scope.Bot, Scope.ApplicationsCommands, Scope.ApplicationCommands];

/** A command of the actor's application at this place. */
export function findCommand(
  world: Touched,
  actor: Actor,
  place: CommandPlace,
  commandId: Snowflake,
): Command | Fault {
  const application = placeOf(world, actor, place);
  if (application instanceof Fault) return application;
  const command = world.commands.get(commandId);
  const isHere = command?.applicationId === place.applicationId && command.guildId === place.guildId;
  return isHere ? command : unknownCommand();
}
