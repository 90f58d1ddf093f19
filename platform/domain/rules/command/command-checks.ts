import {
  COMMAND_DESCRIPTION_MAX,
  COMMAND_SIZE_MAX,
  CommandOptionType,
  CommandType,
  type CommandChoicePayload,
  type CommandOptionPayload,
  type Localizations,
} from "sdkpp/wire";
import { hasActivities, installationConfigsOf, type Application } from "../../records/oauth2/application.js";
import { FILE_TYPE } from "../../records/component/upload-types.js";
import { isChoiceOf } from "../../records/command/values.js";
import { FieldErrors } from "../field-errors.js";
import type { Fault } from "../outcome.js";
import { isNested, type CommandDraft } from "./command-input.js";

type Path = readonly (string | number)[];

/** Letters, digits and signs that names of slash commands and options may have. */
const NAME = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;

/** Why a command cannot be so: everything that is wrong with it. */
export function commandFault(application: Application, draft: CommandDraft): Fault | undefined {
  const errors = new FieldErrors();
  checkNames(draft, errors);
  checkDescription(draft, errors);
  checkWhere(application, draft, errors);
  if (draft.type === CommandType.ChatInput) checkOptions(draft.options, ["options"], 0, errors);
  else if (draft.options.length > 0)
    errors.add(
      ["options"],
      "APPLICATION_COMMAND_CONTEXT_MENU_OPTIONS_SET",
      "Only slash commands can have options",
    );
  if (sizeOf(draft) > COMMAND_SIZE_MAX)
    errors.add(
      [],
      "APPLICATION_COMMAND_TOO_LARGE",
      `Command exceeds maximum size (${String(COMMAND_SIZE_MAX)})`,
    );
  return errors.fault;
}

function checkNames({ type, name, nameLocalizations }: CommandDraft, errors: FieldErrors): void {
  const isSlash = type === CommandType.ChatInput;
  checkName(name, isSlash, ["name"], errors);
  for (const [locale, text] of Object.entries(nameLocalizations ?? {}))
    checkName(text, isSlash, ["name_localizations", locale], errors);
}

function checkName(name: string, isSlash: boolean, path: Path, errors: FieldErrors): void {
  const isGood = isSlash ? NAME.test(name) && name === name.toLowerCase() : name.trim() !== "";
  if (!isGood) errors.add(path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid");
}

function checkDescription(
  { type, description, descriptionLocalizations }: CommandDraft,
  errors: FieldErrors,
): void {
  const hasNone = description === "";
  if (type === CommandType.ChatInput && hasNone) errors.required(["description"]);
  const isMenu = type === CommandType.User || type === CommandType.Message;
  if (isMenu && !(hasNone && descriptionLocalizations === null))
    errors.add(
      ["description"],
      "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_SET",
      "Context menu commands cannot have description",
    );
  if (description.length > COMMAND_DESCRIPTION_MAX)
    errors.add(
      ["description"],
      "BASE_TYPE_MAX_LENGTH",
      `Must be ${String(COMMAND_DESCRIPTION_MAX)} or fewer in length.`,
    );
}

function checkWhere(application: Application, draft: CommandDraft, errors: FieldErrors): void {
  const { type, guildId, integrationTypes, handler } = draft;
  const supported = new Set(Object.keys(installationConfigsOf(application)).map(Number));
  for (const [index, one] of integrationTypes.entries())
    if (!supported.has(one))
      errors.add(
        ["integration_types", index],
        "APPLICATION_INTEGRATION_TYPE_INVALID",
        `The application does not support installations of type ${String(one)}.`,
      );
  if (type !== CommandType.PrimaryEntryPoint) return;
  const hasActivity = hasActivities(application);
  if (guildId !== null || !hasActivity)
    errors.add(
      ["type"],
      "APPLICATION_COMMAND_INVALID_TYPE",
      guildId === null
        ? "Only applications with an activity have an entry point"
        : "An entry point is not a command of one server",
    );
  if (handler === undefined) errors.required(["handler"]);
}

/** @param depth how many options are around these */
function checkOptions(
  options: readonly CommandOptionPayload[],
  path: Path,
  depth: number,
  errors: FieldErrors,
): void {
  checkOrder(options, path, depth, errors);
  checkUnique(options, path, errors);
  for (const [index, option] of options.entries()) checkOption(option, [...path, index], depth, errors);
}

function checkOrder(
  options: readonly CommandOptionPayload[],
  path: Path,
  depth: number,
  errors: FieldErrors,
): void {
  const nested = options.filter(isNested);
  if (nested.length > 0 && nested.length < options.length)
    errors.add(
      path,
      "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
      "Sub-command and sub-command group option types are mutually exclusive to all other types",
    );
  for (const [index, { type }] of options.entries())
    if (isTooDeep(type, depth, path.length > 1))
      errors.add(
        [...path, index, "type"],
        "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
        "A group holds subcommands, and a subcommand holds parameters",
      );
  const firstOptional = options.findIndex((option) => !isNested(option) && option.required !== true);
  for (const [index, option] of options.entries())
    if (firstOptional >= 0 && index > firstOptional && option.required === true)
      errors.add(
        [...path, index],
        "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
        "Required options must be placed before non-required options",
      );
}

/** Subcommands stand at the top or in a group, groups at the top only. */
function isTooDeep(type: number, depth: number, isInside: boolean): boolean {
  if (type === CommandOptionType.SubCommandGroup) return isInside;
  return type === CommandOptionType.SubCommand && depth > 1;
}

function checkUnique(options: readonly CommandOptionPayload[], path: Path, errors: FieldErrors): void {
  const seen = new Set<string>();
  for (const [index, { name, name_localizations: names }] of options.entries()) {
    const forms = [["", name] as const, ...Object.entries(names ?? {})];
    for (const [locale, text] of forms) {
      const key = `${locale}:${text}`;
      if (seen.has(key))
        errors.add(
          [...path, index, ...(locale === "" ? ["name"] : ["name_localizations", locale])],
          "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
          "Option name already exists",
        );
      seen.add(key);
    }
  }
}

function checkOption(option: CommandOptionPayload, path: Path, depth: number, errors: FieldErrors): void {
  checkName(option.name, true, [...path, "name"], errors);
  for (const [locale, text] of Object.entries(option.name_localizations ?? {}))
    checkName(text, true, [...path, "name_localizations", locale], errors);
  if (option.type === CommandOptionType.SubCommandGroup) checkGroup(option, path, errors);
  // A group inside a group has an error already; nothing below it needs a second one.
  if (isNested(option) && depth < 2)
    checkOptions(option.options ?? [], [...path, "options"], inner(option, depth), errors);
  else checkValues(option, path, errors);
}

/** A subcommand at the top is as deep as one in a group: only parameters stand in it. */
function inner({ type }: CommandOptionPayload, depth: number): number {
  return type === CommandOptionType.SubCommand ? 2 : depth + 1;
}

function checkGroup({ options = [] }: CommandOptionPayload, path: Path, errors: FieldErrors): void {
  if (options.length === 0) errors.required([...path, "options"]);
  for (const [index, { type }] of options.entries())
    if (type !== CommandOptionType.SubCommand && type !== CommandOptionType.SubCommandGroup)
      errors.add(
        [...path, "options", index, "type"],
        "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
        "A group holds subcommands",
      );
}

function checkValues(option: CommandOptionPayload, path: Path, errors: FieldErrors): void {
  const { choices = [], autocomplete } = option;
  if (autocomplete === true && choices.length > 0)
    errors.add(
      [...path, "autocomplete"],
      "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID",
      "An option with choices has no autocomplete",
    );
  checkRange(option, "min_value", "max_value", path, errors);
  checkRange(option, "min_length", "max_length", path, errors);
  for (const [index, choice] of choices.entries())
    checkChoice(option, choice, [...path, "choices", index], errors);
  for (const [index, one] of (option.file_types ?? []).entries())
    if (!FILE_TYPE.test(one))
      errors.add(
        [...path, "file_types", index],
        "STRING_TYPE_REGEX",
        'Expected "image", "video", "audio", or an extension with its dot.',
      );
}

type RangeField = "min_value" | "max_value" | "min_length" | "max_length";

function checkRange(
  option: CommandOptionPayload,
  low: RangeField,
  high: RangeField,
  path: Path,
  errors: FieldErrors,
): void {
  const [min, max] = [option[low], option[high]];
  for (const field of [low, high])
    if (option.type === CommandOptionType.Integer && !isIntegerOrAbsent(option[field]))
      errors.add([...path, field], "NUMBER_TYPE_COERCE", "Value is not an integer.");
  if (min !== undefined && max !== undefined && min > max)
    errors.add(
      [...path, high],
      "NUMBER_TYPE_MIN",
      `Value should be greater than or equal to ${String(min)}.`,
    );
}

function isIntegerOrAbsent(value: number | undefined): boolean {
  return value === undefined || Number.isInteger(value);
}

function checkChoice(
  { type }: CommandOptionPayload,
  { value }: CommandChoicePayload,
  path: Path,
  errors: FieldErrors,
): void {
  if (!isChoiceOf(type, value))
    errors.add(
      [...path, "value"],
      "BASE_TYPE_BAD_TYPE",
      `Value is not of the option's type ${String(type)}.`,
    );
}

interface Sized {
  readonly name: string;
  readonly names: Localizations | null | undefined;
  readonly description?: string;
  readonly descriptions?: Localizations | null | undefined;
}

/** Characters of a command with all that is in it; of a text in several languages the longest counts. */
function sizeOf(draft: CommandDraft): number {
  const { name, nameLocalizations: names, description, descriptionLocalizations: descriptions } = draft;
  return textSize({ name, names, description, descriptions }) + optionsSize(draft.options);
}

function optionsSize(options: readonly CommandOptionPayload[]): number {
  return options.map(optionSize).reduce((all, one) => all + one, 0);
}

function optionSize(option: CommandOptionPayload): number {
  const { name, name_localizations: names, description, description_localizations: descriptions } = option;
  const choices = (option.choices ?? []).map(
    (choice) =>
      textSize({ name: choice.name, names: choice.name_localizations }) + String(choice.value).length,
  );
  return (
    textSize({ name, names, description, descriptions }) +
    choices.reduce((all, one) => all + one, 0) +
    optionsSize(option.options ?? [])
  );
}

function textSize({ name, names, description = "", descriptions }: Sized): number {
  return longest(name, names) + longest(description, descriptions);
}

function longest(text: string, localizations: Localizations | null | undefined): number {
  return Math.max(text.length, ...Object.values(localizations ?? {}).map((one) => one.length));
}
