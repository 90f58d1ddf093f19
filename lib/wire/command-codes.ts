/** `type` of an application command. */
export const CommandType = { ChatInput: 1, User: 2, Message: 3, PrimaryEntryPoint: 4 } as const;

/** `type` of an option of a command. */
export const CommandOptionType = {
  SubCommand: 1,
  SubCommandGroup: 2,
  String: 3,
  Integer: 4,
  Boolean: 5,
  User: 6,
  Channel: 7,
  Role: 8,
  Mentionable: 9,
  Number: 10,
  Attachment: 11,
} as const;

/** `handler` of an entry point command: who launches the activity. */
export const EntryPointHandler = { AppHandler: 1, DiscordLaunchActivity: 2 } as const;

/** The place where an interaction was triggered. */
export const InteractionContext = { Guild: 0, BotDm: 1, PrivateChannel: 2 } as const;

/** `type` of a permission of a command. */
export const CommandPermissionType = { Role: 1, User: 2, Channel: 3 } as const;

/** Languages that texts of commands can be given in. */
export const LOCALES = [
  ...["ar", "bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-419", "es-ES", "fi", "fr", "he", "hi", "hr"],
  ...["hu", "id", "it", "ja", "ko", "lt", "nl", "no", "pl", "pt-BR", "ro", "ru", "sv-SE", "th", "tr", "uk"],
  ...["vi", "zh-CN", "zh-TW"],
] as const;

/** Commands of one type in one scope, the application's own or those of one server. */
export const COMMANDS_MAX: ReadonlyMap<number, number> = new Map([
  [CommandType.ChatInput, 100],
  [CommandType.User, 15],
  [CommandType.Message, 15],
  [CommandType.PrimaryEntryPoint, 1],
]);
/** Commands that an application may create in one scope within a day. */
export const COMMAND_CREATES_MAX = 200;
export const COMMAND_NAME_MAX = 32;
export const COMMAND_DESCRIPTION_MAX = 100;
/** Options of a command, of a group and of a subcommand; choices of an option. */
export const COMMAND_OPTIONS_MAX = 25;
/** Characters of a choice: its name, and its value when that is a string. */
export const COMMAND_CHOICE_MAX = 100;
/** Characters of a string that is given for an option. */
export const COMMAND_STRING_MAX = 6000;
/** Names, descriptions and values of a command with all of its options, characters. */
export const COMMAND_SIZE_MAX = 8000;
/** File types that an option lists. */
export const FILE_TYPES_MAX = 10;
/** Permissions of one command in one server. */
export const COMMAND_PERMISSIONS_MAX = 100;
