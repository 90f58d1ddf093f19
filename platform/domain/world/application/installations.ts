import { Scope, type Snowflake } from "sdkpp/wire";
import type { Application } from "../../records/oauth2/application.js";
import { contextKey, InstallationContext, installationKey } from "../../records/oauth2/installation.js";
import type { GuildWorld } from "../guild/guild-world.js";
import type { ApplicationWorld } from "../oauth2/application-world.js";

/** Servers that have the application: those in which its bot is, and those in which only its commands are installed. */
export function guildsWith(
  world: GuildWorld & ApplicationWorld,
  { id, botUserId }: Application,
): ReadonlySet<Snowflake> {
  const bots = botUserId === undefined ? [] : world.guilds.listBy("member", botUserId);
  const installed = world.installations.listBy("context", contextKey(id, InstallationContext.Guild));
  return new Set([...bots.map((guild) => guild.id), ...installed.map(({ ownerId }) => ownerId)]);
}

/** How many users have added the application to their account. */
export function userInstallCount(world: ApplicationWorld, applicationId: Snowflake): number {
  return world.installations.listBy("context", contextKey(applicationId, InstallationContext.User)).length;
}

/** Ends the installation of a bot that has left a server; has no effect without one. */
export function removeGuildInstallation(
  world: ApplicationWorld,
  guildId: Snowflake,
  botUserId: Snowflake,
): void {
  for (const installation of world.installations.listBy("owner", guildId))
    if (world.applications.get(installation.applicationId)?.botUserId === botUserId)
      world.installations.delete(installationKey(installation));
}

/** Ends all installations in a server or an account that is deleted. */
export function removeInstallations(world: ApplicationWorld, ownerId: Snowflake): void {
  for (const installation of world.installations.listBy("owner", ownerId))
    world.installations.delete(installationKey(installation));
}

/** Removes an application from an account; has no effect when it is not there. */
export function removeUserInstallation(
  world: ApplicationWorld,
  applicationId: Snowflake,
  userId: Snowflake,
): void {
  const context = InstallationContext.User;
  world.installations.delete(installationKey({ applicationId, context, ownerId: userId }));
}

/** Whether an application may have commands in a server: its bot is there, or it was installed for commands. */
export function hasCommandsIn(
  world: GuildWorld & ApplicationWorld,
  application: Application,
  guildId: Snowflake,
): boolean {
  const { id: applicationId, botUserId } = application;
  const guild = world.guilds.get(guildId);
  if (guild === undefined) return false;
  if (botUserId !== undefined && guild.memberIds.includes(botUserId)) return true;
  const context = InstallationContext.Guild;
  const installation = world.installations.get(installationKey({ applicationId, context, ownerId: guildId }));
  return installation !== undefined && FOR_COMMANDS.some((scope) => installation.scopes.includes(scope));
}

const FOR_COMMANDS = [Scope.Bot, Scope.ApplicationsCommands, Scope.ApplicationCommands];
