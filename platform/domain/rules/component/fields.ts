import { COMPONENT_LIMITS, type FieldErrorLeaf } from "sdkpp/wire";
import type { ComponentEmoji, Option } from "../../records/component/component.js";
import { emojiNamed } from "../../records/message/emoji.js";
import { REQUIRED, tooHigh, tooLow } from "../field-errors.js";
import type { Cursor } from "./reading.js";
import {
  built,
  flag,
  list,
  maybe,
  must,
  objectAt,
  readFields,
  snowflake,
  text,
  type Body,
  type Reader,
} from "./readers.js";

/** The id that an interaction names; unique within its message or modal. */
export const customId: Reader<string> = (value, at) => {
  const id = text({ min: 1, max: COMPONENT_LIMITS.customId })(value, at);
  if (id !== undefined && !at.reading.addCustomId(id)) at.report(DUPLICATED);
  return id;
};

const DUPLICATED: FieldErrorLeaf = {
  code: "COMPONENT_CUSTOM_ID_DUPLICATED",
  message: "Component custom id cannot be duplicated",
};

/** Reports each of these fields that is there although it has no place here. */
export function forbid(body: Body, at: Cursor, names: readonly string[], why: string): void {
  const present = names.filter((name) => body[name] != null);
  for (const name of present) at.of(name).report({ code: "COMPONENT_FIELD_NOT_ALLOWED", message: why });
}

const EMOJI = {
  id: maybe(snowflake),
  name: maybe(text({ max: COMPONENT_LIMITS.emojiName })),
  animated: maybe(flag),
};

/** One of Unicode's by its name, or one of a server's by its id, which may come without its name. */
export const emoji: Reader<ComponentEmoji> = (value, at) => {
  const body = objectAt(value, at);
  if (body === undefined) return undefined;
  const { id, name = "", animated } = readFields(EMOJI, body, at);
  if (id === undefined && name === "") {
    at.of("name").report(REQUIRED);
    return undefined;
  }
  const known = name === "" ? "emoji" : name;
  const found = emojiNamed(id === undefined ? known : `${known}:${id}`);
  const isKnown = found !== undefined && (id === undefined || at.reading.context.isEmoji(id));
  if (!isKnown) at.report({ code: "COMPONENT_INVALID_EMOJI", message: "Invalid emoji" });
  return built<ComponentEmoji>({ id, name: known, animated });
};

const OPTION = {
  label: must(text({ min: 1, max: COMPONENT_LIMITS.option })),
  value: must(text({ min: 1, max: COMPONENT_LIMITS.option })),
  description: maybe(text({ max: COMPONENT_LIMITS.option })),
  default: maybe(flag),
};
const SELECT_OPTION = { ...OPTION, emoji: maybe(emoji) };

/** Reads the options of a string select, which can have emojis. */
export const selectOptions = optionsOf(SELECT_OPTION, { min: 1, max: COMPONENT_LIMITS.selectOptions });

/** Reads the options of a radio or checkbox group. @param min least number of options */
export function groupOptions(min: number): Reader<Option[]> {
  return optionsOf(OPTION, { min, max: COMPONENT_LIMITS.groupOptions });
}

function optionsOf(
  fields: typeof OPTION,
  limits: { readonly min: number; readonly max: number },
): Reader<Option[]> {
  const readOption: Reader<Option> = (value, at) => {
    const body = objectAt(value, at);
    return body && built<Option>(readFields(fields, body, at));
  };
  return (value, at) => {
    const options = list(readOption, limits)(value, at);
    if (options !== undefined) reportRepeated(value as readonly Body[], at);
    return options;
  };
}

/** Users choose by value: two options cannot have one. */
function reportRepeated(options: readonly (Body | null)[], at: Cursor): void {
  const seen = new Set<unknown>();
  for (const [index, option] of options.entries()) {
    const value = option?.["value"];
    if (seen.has(value)) at.of(index).of("value").report(REPEATED_VALUE);
    if (typeof value === "string") seen.add(value);
  }
}

const REPEATED_VALUE: FieldErrorLeaf = {
  code: "COMPONENT_OPTION_VALUE_DUPLICATED",
  message: "The specified option value is already used",
};

/** How many values a user chooses at least and at most. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

/**
 * Reports a range that nobody can fulfil, at a limit that the body has.
 * @param available how many values there are to choose from
 */
export function checkRange({ min, max }: Range, available: number, body: Body, at: Cursor): void {
  if (min > max && body["max_values"] != null) at.of("max_values").report(tooLow(min));
  else if (min > Math.min(max, available)) at.of("min_values").report(tooHigh(Math.min(max, available)));
}

/** In a modal, a field that must be filled in needs at least one value. */
export function checkRequired(isRequired: boolean, min: number, at: Cursor): void {
  if (isRequired && min < 1) at.of("min_values").report(tooLow(1));
}
