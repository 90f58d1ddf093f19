import {
  InteractionContext,
  type CommandChoicePayload,
  type CommandOptionPayload,
  type CommandPayload,
  type Localizations,
} from "sdkpp/wire";
import type { CommandPermissions } from "../../records/command/command-permissions.js";
import type { Command } from "../../records/command/command.js";

/** The languages in which a command is shown. */
export type Shown =
  | { readonly all: true }
  /** Adds the texts of one locale; undefined: adds none. */
  | { readonly all: false; readonly locale: string | undefined };

/** A command on the wire. Lists show one language only unless all are asked for. */
export function commandView(command: Command, shown: Shown = { all: true }): CommandPayload {
  const { id, applicationId, guildId, version, type, defaultMemberPermissions, nsfw } = command;
  return {
    id,
    application_id: applicationId,
    version,
    type,
    ...texts(
      {
        name: command.name,
        name_localizations: command.nameLocalizations,
        description: command.description,
        description_localizations: command.descriptionLocalizations,
      },
      shown,
    ),
    default_member_permissions: defaultMemberPermissions,
    nsfw,
    ...(command.options.length === 0
      ? {}
      : { options: command.options.map((option) => optionView(option, shown)) }),
    ...(guildId === null ? globalView(command) : { guild_id: guildId }),
    ...(command.handler === undefined ? {} : { handler: command.handler }),
  };
}

function globalView({ contexts, integrationTypes }: Command): Partial<CommandPayload> {
  const dmPermission = contexts?.includes(InteractionContext.BotDm) ?? true;
  return { dm_permission: dmPermission, contexts, integration_types: integrationTypes };
}

function optionView(option: CommandOptionPayload, shown: Shown): CommandOptionPayload {
  const { options, choices } = option;
  return {
    ...texts(option, shown),
    ...(options && { options: options.map((inner) => optionView(inner, shown)) }),
    ...(choices && { choices: choices.map((choice) => choiceView(choice, shown)) }),
  };
}

function choiceView(choice: CommandChoicePayload, shown: Shown): CommandChoicePayload {
  return texts(choice, shown);
}

interface Texts {
  readonly name_localizations?: Localizations | null;
  readonly description_localizations?: Localizations | null;
}

function texts<T extends Texts>(given: T, shown: Shown): T {
  if (shown.all) return given;
  const { name_localizations: names, description_localizations: descriptions, ...rest } = given;
  const name = inLocale(names, shown.locale);
  const description = inLocale(descriptions, shown.locale);
  return {
    ...rest,
    ...(name === undefined ? {} : { name_localized: name }),
    ...(description === undefined ? {} : { description_localized: description }),
  } as unknown as T;
}

/** Which other language a user is shown. */
const FALLBACKS: ReadonlyMap<string, string> = new Map([
  ["en-US", "en-GB"],
  ["en-GB", "en-US"],
  ["es-419", "es-ES"],
]);

function inLocale(localizations: Localizations | null | undefined, locale: string | undefined) {
  if (localizations == null || locale === undefined) return undefined;
  return localizations[locale] ?? localizations[FALLBACKS.get(locale) ?? ""];
}

/** Permissions of a command on the wire. */
export function commandPermissionsView(record: CommandPermissions): Record<string, unknown> {
  const { commandId, applicationId, guildId, permissions } = record;
  return { id: commandId, application_id: applicationId, guild_id: guildId, permissions };
}
