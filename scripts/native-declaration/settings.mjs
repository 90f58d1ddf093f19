// The TypeScript declaration of settings.def and encoder_settings.def.
import { docComment, GENERATED } from "./comment.mjs";
import { readTable, unquoted } from "./table.mjs";

const OWNERS = ["TALKER_SETTING", "RECEIVING_SETTING", "MEDIA_SETTING", "USER_SETTING"];

/** Per check of field_check.h: its TypeScript type, and its range in words where it has one. */
const CHECKS = {
  Flag: () => ({ type: "boolean" }),
  Number: ([least, most]) => ({ type: "number", range: `${least} to ${most}` }),
  Integer: ([least, most]) => ({ type: "number", range: `integer, ${least} to ${most}` }),
  Enumerator: ([last]) => ({ type: upTo(Number(last)).join(" | ") }),
  OneOf: (values) => ({ type: values.join(" | ") }),
  Milliseconds: ([least, most]) => ({ type: "number", range: `milliseconds, ${least} to ${most}` }),
  Choice: (names) => ({ type: names.join(" | ") }),
  User: () => ({ type: "bigint" }),
  Encoder: () => ({ type: "EncoderSettings" }),
};

const upTo = (last) => Array.from({ length: last + 1 }, (_, value) => value);

/** "Number{-100,0}" → its type and range */
function checkOf(text) {
  const [, name, values] = /^(\w+)\{(.*)\}$/.exec(text) ?? [];
  const check = CHECKS[name];
  if (check === undefined) throw new Error(`Expected a check of field_check.h but found ${text}`);
  return check(values === "" ? [] : values.split(",").map((each) => each.replaceAll("'", "")));
}

function field({ name, doc, args }) {
  const [, , property, ...check] = args;
  if (name !== "FIELD" || check.length !== 1)
    throw new Error(`Expected FIELD with 4 arguments but found ${name}`);
  const { type, range } = checkOf(check[0]);
  return {
    name: unquoted(property),
    type,
    text: [...doc, ...(range === undefined ? [] : [range])].join("; "),
  };
}

function method({ name, doc, args }) {
  const [command, property, rows] = args;
  if (!OWNERS.includes(name)) throw new Error(`Expected one of ${OWNERS.join(", ")} but found ${name}`);
  if (!Array.isArray(rows)) throw new Error(`Expected fields in ${command}`);
  const fields = rows.map(field);
  const parameters = fields.map((each) => `${each.name}: ${each.type}`).join(", ");
  const tags = fields.filter(({ text }) => text !== "").map((each) => `@param ${each.name} ${each.text}`);
  return `${docComment([...doc, ...tags])}${unquoted(property)}(${parameters}): void;`;
}

function encoderProperty({ doc, args }) {
  const [, , , property, check] = args;
  const { type, range } = checkOf(check);
  return `${docComment([[...doc, ...(range === undefined ? [] : [range])].join("; ")])}${unquoted(property)}: ${type};`;
}

/**
 * @param {string} settings text of settings.def
 * @param {string} encoder text of encoder_settings.def
 */
export function settingsDeclaration(settings, encoder) {
  return `${GENERATED("settings.def and encoder_settings.def")}
/** How PCM is encoded. */
export interface EncoderSettings {
${readTable(encoder).map(encoderProperty).join("\n")}
}

/** The settings of a voice session that are plain values. */
export interface NativeSettings {
${readTable(settings, ["FIELD"]).map(method).join("\n")}
}
`;
}
