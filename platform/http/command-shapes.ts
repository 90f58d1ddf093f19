import {
  COMMAND_CHOICE_MAX,
  COMMAND_DESCRIPTION_MAX,
  COMMAND_NAME_MAX,
  COMMAND_OPTIONS_MAX,
  COMMAND_STRING_MAX,
  COMMANDS_MAX,
  FILE_TYPES_MAX,
  LOCALES,
} from "sdkpp/wire";
import { Type, type TSchema } from "typebox";
import { maybe, SnowflakeShape } from "./shapes.js";

const PERMISSIONS_MAX = 18_014_398_509_481_983;
const COMMANDS_IN_LIST = [...COMMANDS_MAX.values()].reduce((all, one) => all + one, 0);

const LocaleShape = Type.String({ pattern: `^(${LOCALES.join("|")})$` });

/** Texts by locale. */
function localized(maxLength: number) {
  const text = Type.String({ minLength: 1, maxLength });
  return maybe(Type.Record(LocaleShape, text, { additionalProperties: false }));
}

/** Translations of a choice's name. */
export const LocalizationsShape = localized(COMMAND_CHOICE_MAX);

const NameShape = Type.String({ minLength: 1, maxLength: COMMAND_NAME_MAX });
const names = localized(COMMAND_NAME_MAX);
const descriptions = localized(COMMAND_DESCRIPTION_MAX);
const LengthShape = (minimum: number) => maybe(Type.Integer({ minimum, maximum: COMMAND_STRING_MAX }));

const ChoiceShape = Type.Object({
  name: Type.String({ minLength: 1, maxLength: COMMAND_CHOICE_MAX }),
  name_localizations: LocalizationsShape,
  value: Type.Union([Type.String({ maxLength: COMMAND_CHOICE_MAX }), Type.Number()]),
});

/** @param inner options that may stand in it */
function optionShape<T extends TSchema>(inner: T) {
  return Type.Object({
    type: Type.Integer({ minimum: 1, maximum: 11 }),
    name: NameShape,
    name_localizations: names,
    description: Type.String({ minLength: 1, maxLength: COMMAND_DESCRIPTION_MAX }),
    description_localizations: descriptions,
    required: maybe(Type.Boolean()),
    choices: maybe(Type.Array(ChoiceShape, { maxItems: COMMAND_OPTIONS_MAX })),
    options: inner,
    channel_types: maybe(Type.Array(Type.Integer({ minimum: 0, maximum: 255 }), { maxItems: 32 })),
    min_value: maybe(Type.Number()),
    max_value: maybe(Type.Number()),
    min_length: LengthShape(0),
    max_length: LengthShape(1),
    autocomplete: maybe(Type.Boolean()),
    file_types: maybe(Type.Array(Type.String({ maxLength: 32 }), { maxItems: FILE_TYPES_MAX })),
  });
}

function options<T extends TSchema>(option: T) {
  return maybe(Type.Array(option, { maxItems: COMMAND_OPTIONS_MAX }));
}

// A group holds subcommands, these hold parameters, and nothing stands in a parameter.
const ParameterShape = optionShape(maybe(Type.Array(Type.Unsafe<never>({}), { maxItems: 0 })));
const SubcommandShape = optionShape(options(ParameterShape));
const OptionShape = optionShape(options(SubcommandShape));

const fields = {
  name_localizations: names,
  description: maybe(Type.String({ maxLength: COMMAND_DESCRIPTION_MAX })),
  description_localizations: descriptions,
  options: options(OptionShape),
  default_member_permissions: maybe(
    Type.Union([
      Type.Integer({ minimum: 0, maximum: PERMISSIONS_MAX }),
      Type.String({ pattern: "^(0|[1-9][0-9]{0,16})$" }),
    ]),
  ),
  dm_permission: maybe(Type.Boolean()),
  default_permission: maybe(Type.Boolean()),
  nsfw: maybe(Type.Boolean()),
  integration_types: maybe(
    Type.Array(Type.Integer({ minimum: 0, maximum: 1 }), { minItems: 1, maxItems: 2, uniqueItems: true }),
  ),
  contexts: maybe(
    Type.Array(Type.Integer({ minimum: 0, maximum: 2 }), { minItems: 1, maxItems: 3, uniqueItems: true }),
  ),
  handler: maybe(Type.Integer({ minimum: 1, maximum: 2 })),
};

const TypeShape = maybe(Type.Integer({ minimum: 1, maximum: 4 }));

/** A new command. */
export const CommandBody = Type.Object({ ...fields, name: NameShape, type: TypeShape });

/** A change of a command. */
export const CommandChangeBody = Type.Object({ ...fields, name: maybe(NameShape) });

/** All commands of a scope. */
export const CommandListBody = Type.Array(
  Type.Object({ ...fields, name: NameShape, type: TypeShape, id: maybe(SnowflakeShape) }),
  { maxItems: COMMANDS_IN_LIST },
);

/** Permissions of a command. Too many get an answer of their own. */
export const CommandPermissionsBody = Type.Object({
  permissions: Type.Array(
    Type.Object({
      id: SnowflakeShape,
      type: Type.Integer({ minimum: 1, maximum: 3 }),
      permission: Type.Boolean(),
    }),
    { maxItems: 1000 },
  ),
});
