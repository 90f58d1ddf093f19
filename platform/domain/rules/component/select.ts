import { COMPONENT_LIMITS, ComponentType } from "sdkpp/wire";
import type { DefaultValue, EntitySelect, Select, StringSelect } from "../../records/component/component.js";
import { REPEATED } from "../field-errors.js";
import { checkRange, checkRequired, customId, forbid, selectOptions } from "./fields.js";
import type { Cursor } from "./reading.js";
import {
  built,
  choice,
  flag,
  integer,
  lengthLeaf,
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

const COMMON = {
  custom_id: must(customId),
  placeholder: maybe(text({ max: COMPONENT_LIMITS.selectPlaceholder })),
  min_values: maybe(integer({ max: COMPONENT_LIMITS.selectValues })),
  max_values: maybe(integer({ min: 1, max: COMPONENT_LIMITS.selectValues })),
  required: maybe(flag),
  disabled: maybe(flag),
};
const STRING = { options: must(selectOptions) };

/** The kinds of values that a select can have. */
const ENTITIES: Readonly<Record<EntitySelect["type"], readonly DefaultValue["type"][]>> = {
  [ComponentType.UserSelect]: ["user"],
  [ComponentType.RoleSelect]: ["role"],
  [ComponentType.MentionableSelect]: ["user", "role"],
  [ComponentType.ChannelSelect]: ["channel"],
};

/** Types that channels can have (H§9.1). */
const CHANNEL_TYPES = [0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, 16, 17, 18] as const;
const ENTITY_LISTS = {
  default_values: maybe(list((value) => value, { max: COMPONENT_LIMITS.selectValues })),
};
const CHANNEL = {
  channel_types: maybe(list(choice(CHANNEL_TYPES), { max: CHANNEL_TYPES.length })),
};

export function stringSelect(id: number, body: Body, at: Cursor): StringSelect {
  const { options } = readFields(STRING, body, at);
  const own = common(body, at, options?.length ?? COMPONENT_LIMITS.selectOptions);
  return built<StringSelect>({ type: ComponentType.StringSelect, id, ...own, options });
}

/** A select of users, roles, both, or channels. */
export function entitySelect(type: EntitySelect["type"]) {
  return (id: number, body: Body, at: Cursor): EntitySelect => {
    const own = common(body, at, COMPONENT_LIMITS.selectValues);
    const defaults = defaultValues(type, own, body, at);
    return built<EntitySelect>({
      type,
      id,
      ...own,
      default_values: defaults.length === 0 ? undefined : defaults,
      channel_types: type === ComponentType.ChannelSelect ? channelTypes(body, at) : undefined,
    });
  };
}

type Common = Pick<
  Select,
  "custom_id" | "disabled" | "max_values" | "min_values" | "placeholder" | "required"
>;

/** @param available how many values there are to choose from */
function common(body: Body, at: Cursor, available: number): Common {
  const {
    min_values: least = 1,
    max_values: most = 1,
    required,
    disabled,
    ...read
  } = readFields(COMMON, body, at);
  checkRange({ min: least, max: most }, available, body, at);
  const range = { ...read, min_values: least, max_values: most };
  if (at.context.kind === "message") return built<Common>({ ...range, disabled, required: undefined });
  const isRequired = required ?? true;
  checkRequired(isRequired, least, at);
  forbid(body, at, ["disabled"], "A modal cannot have disabled components.");
  return built<Common>({ ...range, disabled: undefined, required: isRequired });
}

function defaultValues(
  type: EntitySelect["type"],
  { min_values: min, max_values: max }: Pick<Select, "max_values" | "min_values">,
  body: Body,
  at: Cursor,
): DefaultValue[] {
  const given = readFields(ENTITY_LISTS, body, at).default_values ?? [];
  if (given.length === 0) return [];
  const here = at.of("default_values");
  if (given.length < min || given.length > max) here.report(lengthLeaf(min, max));
  const read = list(defaultValue(ENTITIES[type]), { max: COMPONENT_LIMITS.selectValues });
  return read(given, here) ?? [];
}

function defaultValue(types: readonly DefaultValue["type"][]): Reader<DefaultValue> {
  const fields = { id: must(snowflake), type: must(choice(types)) };
  return (value, at) => {
    const body = objectAt(value, at);
    return body && built<DefaultValue>(readFields(fields, body, at));
  };
}

function channelTypes(body: Body, at: Cursor): readonly number[] | undefined {
  const { channel_types: types } = readFields(CHANNEL, body, at);
  if (types !== undefined && new Set(types).size < types.length) at.of("channel_types").report(REPEATED);
  return types;
}
