/** Texts by locale. */
export type Localizations = Readonly<Record<string, string>>;

/** One of the values that a user picks from. */
export interface CommandChoicePayload {
  readonly name: string;
  readonly name_localizations?: Localizations | null;
  readonly name_localized?: string;
  /** A value of the option's type; a string has at most 100 characters. */
  readonly value: string | number;
}

/** A parameter of a command, or a subcommand, or a group of subcommands. */
export interface CommandOptionPayload {
  /** A value of `CommandOptionType`. */
  readonly type: number;
  readonly name: string;
  readonly name_localizations?: Localizations | null;
  readonly name_localized?: string;
  readonly description: string;
  readonly description_localizations?: Localizations | null;
  readonly description_localized?: string;
  readonly required?: boolean;
  readonly choices?: readonly CommandChoicePayload[];
  readonly options?: readonly CommandOptionPayload[];
  readonly channel_types?: readonly number[];
  readonly min_value?: number;
  readonly max_value?: number;
  readonly min_length?: number;
  readonly max_length?: number;
  readonly autocomplete?: boolean;
  /** `image`, `video`, `audio`, or extensions with their dot. */
  readonly file_types?: readonly string[];
}

/** An application command. */
export interface CommandPayload {
  readonly id: string;
  readonly application_id: string;
  readonly version: string;
  readonly type: number;
  readonly name: string;
  readonly name_localizations?: Localizations | null;
  readonly name_localized?: string;
  readonly description: string;
  readonly description_localizations?: Localizations | null;
  readonly description_localized?: string;
  readonly default_member_permissions: string | null;
  readonly nsfw: boolean;
  readonly options?: readonly CommandOptionPayload[];
  /** Only for commands of one server. */
  readonly guild_id?: string;
  readonly dm_permission?: boolean;
  readonly contexts?: readonly number[] | null;
  readonly integration_types?: readonly number[];
  readonly handler?: number;
}
