import fc, { type Arbitrary } from "fast-check";
import type { Schema } from "./invalid-values.js";

/** An address that leads to no other machine, and that no platform sends to. */
const NOWHERE = "https://127.0.0.1:1/";
const TEXT_MAX = 40;

/** Values that match a route's schema, of every length and with any of the optional members. @param ids of what there is */
export function matching(schema: Schema, ids: readonly string[]): Arbitrary<unknown> {
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((one) => matching(one, ids)));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case "object":
      return schema.patternProperties === undefined ? objects(schema, ids) : maps(schema, ids);
    case "array":
      return fc.array(matching(schema.items ?? {}, ids), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, (schema.minItems ?? 0) + 4),
      });
    case "integer":
      return fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 2 ** 31, 2 ** 53 - 1) });
    case "number":
      return fc.integer({ min: schema.minimum ?? -1000, max: schema.maximum ?? 1000 });
    case "boolean":
      return fc.boolean();
    case "string":
      return texts(schema, ids);
    case "null":
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function objects({ properties = {}, required = [] }: Schema, ids: readonly string[]): Arbitrary<unknown> {
  const members = Object.fromEntries(
    Object.entries(properties).map(([name, one]) => [name, matching(one, ids)]),
  );
  return fc.record(members, { requiredKeys: [...required] });
}

function maps({ patternProperties = {} }: Schema, ids: readonly string[]): Arbitrary<unknown> {
  const [value = {}] = Object.values(patternProperties);
  return fc.dictionary(fc.string({ maxLength: TEXT_MAX }), matching(value, ids), { maxKeys: 5 });
}

function texts(
  { minLength = 0, maxLength = TEXT_MAX, pattern }: Schema,
  ids: readonly string[],
): Arbitrary<unknown> {
  if (pattern?.startsWith("^https?") === true) return fc.constant(NOWHERE);
  if (pattern !== undefined && new RegExp(pattern).test("1")) return fc.constantFrom(...ids, "1");
  const most = fc.string({
    minLength,
    maxLength: Math.min(maxLength, Math.max(minLength, TEXT_MAX)),
    unit: "grapheme",
  });
  return fc.oneof({ arbitrary: most, weight: 4 }, fc.constantFrom(...ids, "x".repeat(maxLength)));
}
