import { ComponentType, type FieldErrorLeaf, type Snowflake } from "sdkpp/wire";
import type { EntitySelect, Option, Select } from "../../records/component/component.js";
import { badLength, REPEATED } from "../field-errors.js";
import type { Cursor } from "./reading.js";
import { lengthLeaf } from "./readers.js";

/** The entities that can be chosen where a user is; all functions answer for one id. */
export interface Choosable {
  readonly isUser: (id: Snowflake) => boolean;
  readonly isRole: (id: Snowflake) => boolean;
  /** Type of a channel; undefined: there is no such channel. */
  readonly channelType: (id: Snowflake) => number | undefined;
}

/** Chosen entities, by kind: `resolved` of an interaction shows these. */
export interface Chosen {
  readonly userIds: readonly Snowflake[];
  readonly roleIds: readonly Snowflake[];
  readonly channelIds: readonly Snowflake[];
}

/** Reports values that a select does not offer, or that are chosen twice. */
export function checkOffered(
  select: Select,
  values: readonly string[],
  choosable: Choosable,
  at: Cursor,
): void {
  if (select.type === ComponentType.StringSelect) checkOptions(select.options, values, at);
  else checkEach(values, (id) => kindOf(select, id, choosable) !== undefined, at);
}

/** Reports values that are not among the options, or that are chosen twice. */
export function checkOptions(options: readonly Option[], values: readonly string[], at: Cursor): void {
  checkEach(values, (value) => options.some((option) => option.value === value), at);
}

function checkEach(values: readonly string[], isOffered: (value: string) => boolean, at: Cursor): void {
  for (const [index, value] of values.entries()) {
    if (!isOffered(value)) at.of(index).report(NOT_OFFERED);
    else if (values.indexOf(value) < index) at.of(index).report(REPEATED);
  }
}

export const NOT_OFFERED: FieldErrorLeaf = {
  code: "BASE_TYPE_CHOICES",
  message: "Value is not one of those that the component offers.",
};

/** Reports too few or too many values. @param isOptional whether there may be none, whatever the minimum */
export function checkCount(
  count: number,
  { min_values: min, max_values: max }: { readonly min_values: number; readonly max_values: number },
  isOptional: boolean,
  at: Cursor,
): void {
  if (count === 0 && isOptional) return;
  if (count < min || count > max) at.report(min === 0 ? lengthLeaf(min, max) : badLength(min, max));
}

type Kind = keyof Chosen;

function kindOf(select: EntitySelect, id: Snowflake, choosable: Choosable): Kind | undefined {
  switch (select.type) {
    case ComponentType.UserSelect:
      return choosable.isUser(id) ? "userIds" : undefined;
    case ComponentType.RoleSelect:
      return choosable.isRole(id) ? "roleIds" : undefined;
    case ComponentType.MentionableSelect:
      if (choosable.isUser(id)) return "userIds";
      return choosable.isRole(id) ? "roleIds" : undefined;
    case ComponentType.ChannelSelect:
      return isChannelOffered(select, choosable.channelType(id)) ? "channelIds" : undefined;
  }
}

function isChannelOffered({ channel_types: types = [] }: EntitySelect, type: number | undefined): boolean {
  return type !== undefined && (types.length === 0 || types.includes(type));
}

/** Sorts the values of a select by kind; nothing for a string select. */
export function chosenBy(select: Select, values: readonly string[], choosable: Choosable): Chosen {
  const of = (kind: Kind): string[] =>
    select.type === ComponentType.StringSelect
      ? []
      : values.filter((id) => kindOf(select, id, choosable) === kind);
  return { userIds: of("userIds"), roleIds: of("roleIds"), channelIds: of("channelIds") };
}

/** The choices of several selects, each id once. */
export function allChosen(parts: readonly Chosen[]): Chosen {
  const of = (kind: Kind): string[] => [...new Set(parts.flatMap((part) => part[kind]))];
  return { userIds: of("userIds"), roleIds: of("roleIds"), channelIds: of("channelIds") };
}
