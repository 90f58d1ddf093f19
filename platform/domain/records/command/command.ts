import type { CommandOptionPayload, Localizations, Snowflake } from "sdkpp/wire";
import type { IndexValues } from "../../../store/store.js";

/** Something that users of an application can start: by its name, or from the menu of a user or message. */
export interface Command {
  readonly id: Snowflake;
  readonly applicationId: Snowflake;
  /** The server whose members have it; null: wherever the application is installed */
  readonly guildId: Snowflake | null;
  /** Another one after each change. */
  readonly version: Snowflake;
  /** A value of `CommandType`. */
  readonly type: number;
  readonly name: string;
  readonly nameLocalizations: Localizations | null;
  /** 1 to 100 characters; empty for menus */
  readonly description: string;
  readonly descriptionLocalizations: Localizations | null;
  /** Options as the application gave them, without null fields. */
  readonly options: readonly CommandOptionPayload[];
  /** Permissions that a member needs unless a command permission overrides them, bits, decimal; null: none */
  readonly defaultMemberPermissions: string | null;
  readonly nsfw: boolean;
  /** How the application must be installed, of `InstallationContext`; empty for commands of a server. */
  readonly integrationTypes: readonly number[];
  /** Contexts in which it can be used, values of `InteractionContext`; null: all, and for commands of a server */
  readonly contexts: readonly number[] | null;
  /** A value of `EntryPointHandler`, for entry points. */
  readonly handler?: number;
}

/** All commands of an application: those of one server, or its own. */
export function commandScope(applicationId: Snowflake, guildId: Snowflake | null): string {
  return `${applicationId}:${guildId ?? "global"}`;
}

export function commandIndex({ applicationId, guildId }: Command): IndexValues {
  return { scope: commandScope(applicationId, guildId) };
}

/** How many commands an application has created in one scope since a moment. */
export interface CommandCreates {
  /** A result of `commandScope`. */
  readonly scope: string;
  /** Unix milliseconds */
  readonly since: number;
  readonly count: number;
}
