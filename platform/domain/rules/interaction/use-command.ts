import {
  CommandType,
  EntryPointHandler,
  InteractionContext,
  InteractionType,
  CommandOptionType,
  type CommandOptionPayload,
  type Snowflake,
} from "sdkpp/wire";
import type { Command } from "../../records/command/command.js";
import type { Message } from "../../records/message/message.js";
import { resolvedView, type Named } from "../../views/interaction/resolved.js";
import { commandsOf } from "../../world/command/commands.js";
import { messageAt } from "../../world/interaction/interactions.js";
import { launchActivity } from "../activity/activities.js";
import { Fault, type Outcome } from "../outcome.js";
import { mayUseCommand } from "./command-permission.js";
import { readOptions, type Values } from "./command-values.js";
import { openInteraction, type InteractionRulesWorld, type UploadedFile } from "./open.js";
import {
  choosableIn,
  impossible,
  ownersOf,
  invocationOf,
  type Participants,
  type Invocation,
} from "./invocation.js";

/** A user uses a command. */
export interface CommandUse extends Participants {
  /** The command as users read it, with group and subcommand: `wave hand left`. */
  readonly name: string;
  /** A value of `CommandType`. */
  readonly type: number;
  readonly values: Values;
  readonly files: readonly UploadedFile[];
  /** The user or message whose menu has the command. */
  readonly targetId?: Snowflake | undefined;
  readonly locale?: string | undefined;
  /** The option that the user is typing: autocomplete is asked. */
  readonly focused?: string | undefined;
}

/** A command that is used, and the names of group and subcommand. */
interface Found {
  readonly command: Command;
  readonly path: readonly string[];
}

/** A user uses a command, or types one of its options. @returns the id of the interaction */
export function useCommand(world: InteractionRulesWorld, use: CommandUse): Outcome<Snowflake> | Fault {
  const invocation = invocationOf(world, use);
  if (invocation instanceof Fault) return invocation;
  const found = findCommand(world, invocation, use);
  if (found instanceof Fault) return found;
  const { command, path } = found;
  const integrationTypes = command.guildId === null ? command.integrationTypes : undefined;
  const owners = ownersOf(world, invocation, integrationTypes);
  const fault = unusable(world, invocation, command) ?? (isEmpty(owners) ? notInstalled(use) : undefined);
  if (fault !== undefined) return fault;
  const read = readOptions(command.options, path, use.values, choosableIn(world, invocation), use.focused);
  if (read instanceof Fault) return read;
  const target = targetOf(world, invocation, command, use.targetId);
  if (target instanceof Fault) return target;
  const { application, place, user } = invocation;
  const attachments = use.files.map(({ attachment }) => attachment);
  const named: Named = {
    ...read,
    userIds: [...read.userIds, ...(target.userIds ?? [])],
    messages: target.messages ?? [],
    attachments,
  };
  const resolved = resolvedView(world, { application, place, userId: user.id }, named);
  const activity = launchedByPlatform(world, use, command);
  if (activity instanceof Fault) return activity;
  return openInteraction(world, {
    invocation,
    activityInstanceId: activity?.reply.id,
    source: {
      type: use.focused === undefined ? InteractionType.ApplicationCommand : InteractionType.Autocomplete,
      owners,
      name: [command.name, ...path].join(" "),
      commandType: command.type,
      ...sourceTarget(command, use.targetId),
    },
    data: {
      id: command.id,
      name: command.name,
      type: command.type,
      ...(read.options.length === 0 ? {} : { options: read.options }),
      ...(resolved && { resolved }),
      ...(command.guildId === null ? {} : { guild_id: command.guildId }),
      ...(use.targetId === undefined ? {} : { target_id: use.targetId }),
    },
    locale: use.locale,
    files: use.files,
  });
}

/** An entry point that the platform handles launches the activity. */
function launchedByPlatform(world: InteractionRulesWorld, use: CommandUse, { handler }: Command) {
  return handler === EntryPointHandler.DiscordLaunchActivity ? launchActivity(world, use) : undefined;
}

function isEmpty(owners: object): boolean {
  return Object.keys(owners).length === 0;
}

const notInstalled = ({ applicationId }: Participants): Fault =>
  impossible(`Application ${applicationId} is not installed here for this command.`);

/** A server's own command comes before one of the application with the same name. */
function findCommand(
  world: InteractionRulesWorld,
  { application, place }: Invocation,
  use: CommandUse,
): Found | Fault {
  const [name = "", ...path] = use.type === CommandType.ChatInput ? use.name.split(" ") : [use.name];
  const own = place.kind === "guild" ? commandsOf(world, application.id, place.guild.id) : [];
  const all = [...own, ...commandsOf(world, application.id, null)];
  const command = all.find((one) => one.type === use.type && one.name === name);
  if (command === undefined)
    return impossible(`There is no command "${name}" of type ${String(use.type)} here.`);
  return isPath(command.options, path)
    ? { command, path }
    : impossible(`Command "${name}" is used with its group and subcommand: received "${use.name}".`);
}

/** Whether the words name a group and a subcommand, or neither for a command that has none. */
function isPath(options: readonly CommandOptionPayload[], [first, ...rest]: readonly string[]): boolean {
  const { SubCommand, SubCommandGroup } = CommandOptionType;
  const nested = options.filter(({ type }) => type === SubCommand || type === SubCommandGroup);
  if (first === undefined) return nested.length === 0;
  const inner = nested.find(({ name }) => name === first);
  return inner !== undefined && isPath(inner.options ?? [], rest);
}

/** Why a client does not offer the command to the user here; undefined: it does. */
function unusable(
  world: InteractionRulesWorld,
  { user, place, context }: Invocation,
  command: Command,
): Fault | undefined {
  const name = `"${command.name}"`;
  const { contexts } = command;
  if (contexts !== null && !contexts.includes(context))
    return impossible(`Command ${name} cannot be used in context ${String(context)}.`);
  if (command.guildId !== null && context !== InteractionContext.Guild)
    return impossible(`Command ${name} belongs to a server.`);
  if (place.kind !== "guild") return undefined;
  if (command.nsfw && place.channel.nsfw !== true)
    return impossible(`Command ${name} is for age-restricted channels.`);
  return mayUseCommand(world, place, user.id, command)
    ? undefined
    : impossible(`User ${user.id} may not use command ${name} here.`);
}

interface Target {
  readonly userIds?: readonly Snowflake[];
  readonly messages?: readonly Message[];
}

/** The user or message whose menu has the command. */
function targetOf(
  world: InteractionRulesWorld,
  { place }: Invocation,
  { type, name }: Command,
  targetId: Snowflake | undefined,
): Target | Fault {
  if (type === CommandType.User) {
    const isKnown = targetId !== undefined && world.users.get(targetId) !== undefined;
    return isKnown
      ? { userIds: [targetId] }
      : impossible(`Command "${name}" is used on a user: targetId names none.`);
  }
  if (type === CommandType.Message) {
    const message = messageAt(world, place.channel.id, targetId ?? "");
    return message === undefined
      ? impossible(`Command "${name}" is used on a message of the channel: targetId names none.`)
      : { messages: [message] };
  }
  return targetId === undefined ? {} : impossible(`Command "${name}" has no target.`);
}

function sourceTarget({ type }: Command, targetId: Snowflake | undefined) {
  if (targetId === undefined) return {};
  return type === CommandType.User ? { targetUserId: targetId } : { targetMessageId: targetId };
}
