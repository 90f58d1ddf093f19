import { Scope } from "sdkpp/wire";
import type { CommandScope } from "../domain/rules/command/command-access.js";
import {
  getPermissions,
  listPermissions,
  setPermissions,
  type PermissionsScope,
} from "../domain/rules/command/command-permissions.js";
import {
  createCommand,
  deleteCommand,
  getCommand,
  listCommands,
  updateCommand,
  type CreatedCommand,
} from "../domain/rules/command/commands.js";
import { overwriteCommands } from "../domain/rules/command/overwrite.js";
import { done, Fault, type Result } from "../domain/rules/outcome.js";
import { CommandBody, CommandChangeBody, CommandListBody, CommandPermissionsBody } from "./command-shapes.js";
import { Created, route } from "./route.js";

const docs = "interactions/application-commands";
/** For bots, and for the application itself. */
const own = { auth: "any", scope: Scope.ApplicationsCommandsUpdate } as const;

const OWN = "/applications/{application.id}/commands";
const OF_GUILD = "/applications/{application.id}/guilds/{guild.id}/commands";

function globalPlace(params: { readonly "application.id": string }): CommandScope {
  return { applicationId: params["application.id"], guildId: null };
}

function guildPlace(params: {
  readonly "application.id": string;
  readonly "guild.id": string;
}): PermissionsScope {
  return { applicationId: params["application.id"], guildId: params["guild.id"] };
}

/** 201 for a command that was not there before. */
function created(result: Result<CreatedCommand>): Result<unknown> {
  if (result instanceof Fault) return result;
  const { isNew, command } = result.reply;
  return done(isNew ? new Created(command) : command, result.facts);
}

export const commandRoutes = [
  route("GET", OWN, {
    docs: `${docs}#get-global-application-commands`,
    ...own,
    query: (read) => read.flag("with_localizations"),
    handle: ({ actor, params, query: all, locale }, world) =>
      listCommands(world, actor, globalPlace(params), { all, locale }),
  }),
  route("POST", OWN, {
    docs: `${docs}#create-global-application-command`,
    ...own,
    body: CommandBody,
    handle: ({ actor, params, body }, world) =>
      created(createCommand(world, actor, globalPlace(params), body)),
  }),
  route("PUT", OWN, {
    docs: `${docs}#bulk-overwrite-global-application-commands`,
    ...own,
    body: CommandListBody,
    handle: ({ actor, params, body }, world) => overwriteCommands(world, actor, globalPlace(params), body),
  }),
  route("GET", `${OWN}/{command.id}`, {
    docs: `${docs}#get-global-application-command`,
    ...own,
    handle: ({ actor, params }, world) => getCommand(world, actor, globalPlace(params), params["command.id"]),
  }),
  route("PATCH", `${OWN}/{command.id}`, {
    docs: `${docs}#edit-global-application-command`,
    ...own,
    body: CommandChangeBody,
    handle: ({ actor, params, body }, world) =>
      updateCommand(world, actor, globalPlace(params), params["command.id"], body),
  }),
  route("DELETE", `${OWN}/{command.id}`, {
    docs: `${docs}#delete-global-application-command`,
    ...own,
    handle: ({ actor, params }, world) =>
      deleteCommand(world, actor, globalPlace(params), params["command.id"]),
  }),
  route("GET", OF_GUILD, {
    docs: `${docs}#get-guild-application-commands`,
    ...own,
    query: (read) => read.flag("with_localizations"),
    handle: ({ actor, params, query: all, locale }, world) =>
      listCommands(world, actor, guildPlace(params), { all, locale }),
  }),
  route("POST", OF_GUILD, {
    docs: `${docs}#create-guild-application-command`,
    ...own,
    body: CommandBody,
    handle: ({ actor, params, body }, world) =>
      created(createCommand(world, actor, guildPlace(params), body)),
  }),
  route("PUT", OF_GUILD, {
    docs: `${docs}#bulk-overwrite-guild-application-commands`,
    ...own,
    body: CommandListBody,
    handle: ({ actor, params, body }, world) => overwriteCommands(world, actor, guildPlace(params), body),
  }),
  route("GET", `${OF_GUILD}/permissions`, {
    docs: `${docs}#get-guild-application-command-permissions`,
    ...own,
    handle: ({ actor, params }, world) => listPermissions(world, actor, guildPlace(params)),
  }),
  route("GET", `${OF_GUILD}/{command.id}`, {
    docs: `${docs}#get-guild-application-command`,
    ...own,
    handle: ({ actor, params }, world) => getCommand(world, actor, guildPlace(params), params["command.id"]),
  }),
  route("PATCH", `${OF_GUILD}/{command.id}`, {
    docs: `${docs}#edit-guild-application-command`,
    ...own,
    body: CommandChangeBody,
    handle: ({ actor, params, body }, world) =>
      updateCommand(world, actor, guildPlace(params), params["command.id"], body),
  }),
  route("DELETE", `${OF_GUILD}/{command.id}`, {
    docs: `${docs}#delete-guild-application-command`,
    ...own,
    handle: ({ actor, params }, world) =>
      deleteCommand(world, actor, guildPlace(params), params["command.id"]),
  }),
  route("GET", `${OF_GUILD}/{command.id}/permissions`, {
    docs: `${docs}#get-application-command-permissions`,
    ...own,
    handle: ({ actor, params }, world) =>
      getPermissions(world, actor, guildPlace(params), params["command.id"]),
  }),
  route("PUT", `${OF_GUILD}/{command.id}/permissions`, {
    docs: `${docs}#edit-application-command-permissions`,
    auth: "bearer",
    scope: Scope.ApplicationsCommandsPermissionsUpdate,
    body: CommandPermissionsBody,
    handle: ({ actor, params, body }, world) =>
      setPermissions(world, actor, guildPlace(params), params["command.id"], body.permissions),
  }),
];
