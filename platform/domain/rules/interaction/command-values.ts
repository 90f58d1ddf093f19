import { CommandOptionType, COMMAND_STRING_MAX, type CommandOptionPayload, type Snowflake } from "sdkpp/wire";
import { isFileTypeAllowed } from "../../records/component/upload-types.js";
import { isChoiceOf } from "../../records/command/values.js";
import type { Choosable, Chosen } from "../component/values.js";
import { allChosen } from "../component/values.js";
import type { SubmittedFile } from "../component/submission.js";
import { FieldErrors } from "../field-errors.js";
import type { Fault } from "../outcome.js";

/** A user's value for an option. Users, channels, roles are ids. */
export type OptionValue = string | number | boolean | SubmittedFile;

/** An option of an interaction's data. */
export interface DataOption {
  readonly name: string;
  readonly type: number;
  readonly value?: string | number | boolean;
  readonly options?: readonly DataOption[];
  readonly focused?: true;
}

/** The options as the application receives them, and what they stand for. */
export interface ReadOptions extends Chosen {
  readonly options: readonly DataOption[];
  readonly fileIds: readonly Snowflake[];
}

export type Values = Readonly<Record<string, OptionValue>>;

/**
 * Reads what a user gives for the options of a command.
 * @param path group and subcommand, as far as the command has them
 * @param focused the option that the user is typing: what is not given yet is not missed then
 */
export function readOptions(
  options: readonly CommandOptionPayload[],
  path: readonly string[],
  values: Values,
  choosable: Choosable,
  focused?: string,
): ReadOptions | Fault {
  const [name, ...rest] = path;
  if (name === undefined) return readParameters(options, values, choosable, focused);
  const nested = options.find((option) => option.name === name) as CommandOptionPayload;
  const inner = readOptions(nested.options ?? [], rest, values, choosable, focused);
  if (!("options" in inner)) return inner;
  return { ...inner, options: [{ name, type: nested.type, options: inner.options }] };
}

function readParameters(
  options: readonly CommandOptionPayload[],
  values: Values,
  choosable: Choosable,
  focused: string | undefined,
): ReadOptions | Fault {
  const errors = new FieldErrors();
  for (const name of Object.keys(values))
    if (!options.some((option) => option.name === name))
      errors.add([name], "APPLICATION_COMMAND_OPTION_UNKNOWN", "The command has no such option.");
  const read: DataOption[] = [];
  const chosen: Chosen[] = [];
  const fileIds: Snowflake[] = [];
  for (const option of options) {
    const value = Object.hasOwn(values, option.name) ? values[option.name] : undefined;
    if (value === undefined) {
      if (option.required === true && focused === undefined) errors.required([option.name]);
      continue;
    }
    const isFocused = option.name === focused;
    const problem = isFocused ? focusProblem(option) : problemOf(option, value, choosable);
    if (problem !== undefined) errors.add([option.name], "APPLICATION_COMMAND_OPTION_VALUE_INVALID", problem);
    chosen.push(chosenBy(option, value, choosable));
    if (typeof value === "object") fileIds.push(value.id);
    const plain = typeof value === "object" ? value.id : value;
    read.push({
      name: option.name,
      type: option.type,
      value: plain,
      ...(isFocused ? { focused: true } : {}),
    });
  }
  return errors.fault ?? { options: read, fileIds, ...allChosen(chosen) };
}

function focusProblem({ autocomplete }: CommandOptionPayload): string | undefined {
  return autocomplete === true ? undefined : "The option has no autocomplete.";
}

const {
  String: Text,
  Integer,
  Number: Double,
  Boolean: Flag,
  User,
  Channel,
  Role,
  Mentionable,
  Attachment,
} = CommandOptionType;

/** Why an option cannot have a value; undefined when it can. */
function problemOf(
  option: CommandOptionPayload,
  value: OptionValue,
  choosable: Choosable,
): string | undefined {
  const { type } = option;
  switch (type) {
    case Text:
    case Integer:
    case Double:
      return scalarProblem(option, value);
    case Flag:
      return typeof value === "boolean" ? undefined : "Expected true or false.";
    case Attachment:
      return fileProblem(option, value);
    default:
      return typeof value === "string" ? idProblem(option, value, choosable) : "Expected an id.";
  }
}

function scalarProblem(option: CommandOptionPayload, value: OptionValue): string | undefined {
  const { type, choices = [], autocomplete, min_value: min, max_value: max } = option;
  if (!isChoiceOf(type, value))
    return type === Text ? "Expected a string." : "Expected a number of the option's type.";
  if (choices.length > 0 && autocomplete !== true && !choices.some((choice) => choice.value === value))
    return "Value is not one of the option's choices.";
  if (typeof value === "string") return lengthProblem(option, value);
  const isInRange = (min === undefined || value >= min) && (max === undefined || value <= max);
  return isInRange ? undefined : `Expected a number from ${String(min ?? "any")} to ${String(max ?? "any")}.`;
}

function lengthProblem(option: CommandOptionPayload, value: string): string | undefined {
  const { min_length: min = 0, max_length: max = COMMAND_STRING_MAX } = option;
  return value.length >= min && value.length <= max
    ? undefined
    : `Expected ${String(min)} to ${String(max)} characters.`;
}

function fileProblem({ file_types: types }: CommandOptionPayload, value: OptionValue): string | undefined {
  if (typeof value !== "object") return "Expected a file.";
  return isFileTypeAllowed(value.filename, types)
    ? undefined
    : `Expected a file of ${(types ?? []).join(", ")}.`;
}

function idProblem(option: CommandOptionPayload, id: Snowflake, choosable: Choosable): string | undefined {
  const { channel_types: types = [] } = option;
  const channelType = option.type === Channel ? choosable.channelType(id) : undefined;
  const isKnown = isAny(option.type, id, choosable);
  if (!isKnown) return "There is no such user, role or channel here.";
  return channelType === undefined || types.length === 0 || types.includes(channelType)
    ? undefined
    : `Expected a channel of type ${types.join(", ")}.`;
}

function isAny(type: number, id: Snowflake, { isUser, isRole, channelType }: Choosable): boolean {
  switch (type) {
    case User:
      return isUser(id);
    case Role:
      return isRole(id);
    case Mentionable:
      return isUser(id) || isRole(id);
    default:
      return channelType(id) !== undefined;
  }
}

const NOTHING: Chosen = { userIds: [], roleIds: [], channelIds: [] };

function chosenBy({ type }: CommandOptionPayload, value: OptionValue, { isUser }: Choosable): Chosen {
  if (typeof value !== "string") return NOTHING;
  if (type === User || (type === Mentionable && isUser(value))) return { ...NOTHING, userIds: [value] };
  if (type === Role || type === Mentionable) return { ...NOTHING, roleIds: [value] };
  return type === Channel ? { ...NOTHING, channelIds: [value] } : NOTHING;
}
