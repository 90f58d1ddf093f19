import {
  CommandOptionType,
  CommandType,
  EntryPointHandler,
  InteractionContext,
  type CommandChoicePayload,
  type CommandOptionPayload,
  type Localizations,
  type Snowflake,
} from "sdkpp/wire";
import type { Command } from "../../records/command/command.js";
import { installationConfigsOf, type Application } from "../../records/oauth2/application.js";

type Maybe<T> = T | null | undefined;

export interface ChoiceInput {
  readonly name: string;
  readonly name_localizations?: Maybe<Localizations>;
  readonly value: string | number;
}

export interface OptionInput {
  readonly type: number;
  readonly name: string;
  readonly name_localizations?: Maybe<Localizations>;
  readonly description: string;
  readonly description_localizations?: Maybe<Localizations>;
  readonly required?: Maybe<boolean>;
  readonly choices?: Maybe<readonly ChoiceInput[]>;
  readonly options?: Maybe<readonly OptionInput[]>;
  readonly channel_types?: Maybe<readonly number[]>;
  readonly min_value?: Maybe<number>;
  readonly max_value?: Maybe<number>;
  readonly min_length?: Maybe<number>;
  readonly max_length?: Maybe<number>;
  readonly autocomplete?: Maybe<boolean>;
  readonly file_types?: Maybe<readonly string[]>;
}

/** An application's description of a command; omitted fields keep their value, or have their default. */
export interface CommandInput {
  readonly name?: Maybe<string>;
  readonly name_localizations?: Maybe<Localizations>;
  readonly description?: Maybe<string>;
  readonly description_localizations?: Maybe<Localizations>;
  readonly options?: Maybe<readonly OptionInput[]>;
  readonly default_member_permissions?: Maybe<string | number>;
  readonly dm_permission?: Maybe<boolean>;
  readonly nsfw?: Maybe<boolean>;
  readonly integration_types?: Maybe<readonly number[]>;
  readonly contexts?: Maybe<readonly number[]>;
  readonly handler?: Maybe<number>;
}

/** The parts of a command that an input decides. */
export type CommandDraft = Omit<Command, "id" | "version">;

/** A command before anything is said about it: for all installations that the application supports. */
export function blankCommand(
  application: Application,
  guildId: Snowflake | null,
  type: number,
): CommandDraft {
  const integrationTypes =
    guildId === null ? Object.keys(installationConfigsOf(application)).map(Number) : [];
  return {
    applicationId: application.id,
    guildId,
    type,
    name: "",
    nameLocalizations: null,
    description: "",
    descriptionLocalizations: null,
    options: [],
    defaultMemberPermissions: null,
    nsfw: false,
    integrationTypes,
    contexts: null,
    ...(type === CommandType.PrimaryEntryPoint ? { handler: EntryPointHandler.AppHandler } : {}),
  };
}

/** Applies a description to a command: given fields replace all of what was there. */
export function draftOf(before: CommandDraft, input: CommandInput): CommandDraft {
  const given = <T>(value: T | undefined, otherwise: T): T => (value === undefined ? otherwise : value);
  const permissions = given(input.default_member_permissions, before.defaultMemberPermissions);
  return {
    ...before,
    name: input.name ?? before.name,
    nameLocalizations: given(input.name_localizations, before.nameLocalizations),
    description: input.description ?? before.description,
    descriptionLocalizations: given(input.description_localizations, before.descriptionLocalizations),
    options: input.options === undefined ? before.options : (input.options ?? []).map(optionOf),
    defaultMemberPermissions: permissions === null ? null : String(permissions),
    nsfw: input.nsfw ?? before.nsfw,
    ...(before.guildId === null ? whereOf(before, input) : {}),
    ...(before.handler === undefined ? {} : { handler: input.handler ?? before.handler }),
  };
}

/** The contexts and installations of an application's own command; commands of a server ignore them. */
function whereOf(before: CommandDraft, input: CommandInput): Partial<CommandDraft> {
  return {
    integrationTypes: input.integration_types ?? before.integrationTypes,
    contexts: input.contexts === undefined ? contextsByPermission(before, input) : input.contexts,
  };
}

/** `dm_permission` is the older way to say whether a command is for conversations with the bot. */
function contextsByPermission(
  { contexts }: CommandDraft,
  { dm_permission: permission }: CommandInput,
): Command["contexts"] {
  if (permission == null) return contexts;
  if (permission) return contexts === null ? null : [...new Set([...contexts, InteractionContext.BotDm])];
  return (contexts ?? Object.values(InteractionContext)).filter((one) => one !== InteractionContext.BotDm);
}

const NESTED: ReadonlySet<number> = new Set([
  CommandOptionType.SubCommand,
  CommandOptionType.SubCommandGroup,
]);
const CHOOSABLE: ReadonlySet<number> = new Set([
  CommandOptionType.String,
  CommandOptionType.Integer,
  CommandOptionType.Number,
]);

/** Whether an option holds options itself. */
export function isNested({ type }: Pick<CommandOptionPayload, "type">): boolean {
  return NESTED.has(type);
}

/** The option with only the fields of its type, and without null. */
function optionOf(input: OptionInput): CommandOptionPayload {
  const { type, name, description } = input;
  return {
    type,
    name,
    ...(input.name_localizations && { name_localizations: input.name_localizations }),
    description,
    ...(input.description_localizations && { description_localizations: input.description_localizations }),
    ...(isNested(input) ? { options: (input.options ?? []).map(optionOf) } : valueFieldsOf(input)),
  };
}

function valueFieldsOf(input: OptionInput): Partial<CommandOptionPayload> {
  const { type } = input;
  return {
    ...present("required", input.required),
    ...(CHOOSABLE.has(type) ? choosable(input) : {}),
    ...(type === CommandOptionType.String
      ? { ...present("min_length", input.min_length), ...present("max_length", input.max_length) }
      : {}),
    ...(type === CommandOptionType.Channel ? present("channel_types", input.channel_types) : {}),
    ...(type === CommandOptionType.Attachment ? fileTypesOf(input) : {}),
  };
}

function choosable(input: OptionInput): Partial<CommandOptionPayload> {
  const isNumber = input.type !== CommandOptionType.String;
  return {
    ...present("choices", input.choices?.map(choiceOf)),
    ...present("autocomplete", input.autocomplete),
    ...(isNumber
      ? { ...present("min_value", input.min_value), ...present("max_value", input.max_value) }
      : {}),
  };
}

function choiceOf({ name, name_localizations: names, value }: ChoiceInput): CommandChoicePayload {
  return { name, ...(names && { name_localizations: names }), value };
}

/** Extensions are the same in capitals. */
function fileTypesOf({ file_types: types }: OptionInput): Partial<CommandOptionPayload> {
  return present("file_types", types && [...new Set(types.map((one) => one.toLowerCase()))]);
}

function present<K extends string, T>(key: K, value: Maybe<T>): Partial<Record<K, T>> {
  return value == null ? {} : ({ [key]: value } as Record<K, T>);
}
