import { CommandType, EntryPointHandler, type CommandPayload, type Snowflake } from "sdkpp/wire";
import type { Command } from "../../records/command/command.js";
import { hasActivities, type Application } from "../../records/oauth2/application.js";
import { commandView, type Shown } from "../../views/command/command.js";
import type { CommandWorld } from "../../world/command/command-world.js";
import { commandsOf, removeCommand, removePermissions } from "../../world/command/commands.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import type { ClockPort, IdsPort } from "../../world/ports.js";
import { done, Fault, type Result } from "../outcome.js";
import { findCommand, developedApplication, type CommandScope } from "./command-access.js";
import { commandFault } from "./command-checks.js";
import { blankCommand, draftOf, type CommandDraft, type CommandInput } from "./command-input.js";
import { countCreates, numberFault } from "./command-limits.js";
import { nameTaken } from "./faults.js";

/** The slices of the world that these rules use. */
export type Touched = ApplicationWorld & CommandWorld & GuildWorld & ClockPort & IdsPort;

export interface NewCommandInput extends CommandInput {
  readonly type?: number | null;
}

/** A command, and whether there was none of this name before. */
export interface CreatedCommand {
  readonly isNew: boolean;
  readonly command: CommandPayload;
}

/** `GET …/commands`: oldest first. */
export function listCommands(
  world: Touched,
  actor: Actor,
  scope: CommandScope,
  shown: Shown,
): Result<CommandPayload[]> {
  const application = developedApplication(world, actor, scope);
  if (application instanceof Fault) return application;
  const commands = commandsOf(world, application.id, scope.guildId);
  return done(commands.map((command) => commandView(command, shown)));
}

/** `GET …/commands/{command}`. */
export function getCommand(
  world: Touched,
  actor: Actor,
  scope: CommandScope,
  commandId: Snowflake,
): Result<CommandPayload> {
  const command = findCommand(world, actor, scope, commandId);
  return command instanceof Fault ? command : done(commandView(command));
}

/** `POST …/commands`: one of the same type and name is replaced and keeps its id. */
export function createCommand(
  world: Touched,
  actor: Actor,
  scope: CommandScope,
  { type, ...input }: NewCommandInput,
): Result<CreatedCommand> {
  const application = developedApplication(world, actor, scope);
  if (application instanceof Fault) return application;
  const draft = draftOf(blankCommand(application, scope.guildId, type ?? CommandType.ChatInput), input);
  const all = commandsOf(world, application.id, scope.guildId);
  const before = all.find((command) => isAlike(command, draft));
  const fault =
    commandFault(application, draft) ??
    (before === undefined ? (numberFault([...all, draft]) ?? countCreates(world, scope, 1)) : undefined);
  if (fault !== undefined) return fault;
  const command = stored(world, draft, before?.id);
  return done({ isNew: before === undefined, command: commandView(command) });
}

/** `PATCH …/commands/{command}`: its type stays. */
export function updateCommand(
  world: Touched,
  actor: Actor,
  scope: CommandScope,
  commandId: Snowflake,
  input: CommandInput,
): Result<CommandPayload> {
  const before = findCommand(world, actor, scope, commandId);
  if (before instanceof Fault) return before;
  const application = world.applications.get(before.applicationId) as Application;
  const draft = draftOf(before, input);
  const others = commandsOf(world, before.applicationId, before.guildId).filter(({ id }) => id !== before.id);
  if (others.some((command) => isAlike(command, draft))) return nameTaken();
  const fault = commandFault(application, draft);
  if (fault !== undefined) return fault;
  if (draft.name !== before.name) removePermissions(world, before.id);
  return done(commandView(stored(world, draft, before.id)));
}

/** `DELETE …/commands/{command}`. */
export function deleteCommand(
  world: Touched,
  actor: Actor,
  scope: CommandScope,
  commandId: Snowflake,
): Result<undefined> {
  const command = findCommand(world, actor, scope, commandId);
  if (command instanceof Fault) return command;
  removeCommand(world, command);
  return done(undefined);
}

/** An application that gets an activity gets the command that launches it, unless it has one. */
export function createDefaultEntryPoint(world: Touched, application: Application): void {
  const isEntryPoint = ({ type }: Command): boolean => type === CommandType.PrimaryEntryPoint;
  if (!hasActivities(application) || commandsOf(world, application.id, null).some(isEntryPoint)) return;
  const blank = blankCommand(application, null, CommandType.PrimaryEntryPoint);
  stored(world, { ...blank, name: "Launch", handler: EntryPointHandler.DiscordLaunchActivity }, undefined);
}

/** Whether two commands of one scope cannot both be there. */
export function isAlike(
  left: Pick<Command, "type" | "name">,
  right: Pick<Command, "type" | "name">,
): boolean {
  return left.type === right.type && left.name === right.name;
}

/** Stores a command under its id, or a new one, with a new version. */
export function stored(world: Touched, draft: CommandDraft, id: Snowflake | undefined): Command {
  const newId = world.ids.next();
  const command: Command = { ...draft, id: id ?? newId, version: world.ids.next() };
  world.commands.put(command);
  return command;
}
