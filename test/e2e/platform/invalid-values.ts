import fc, { type Arbitrary } from "fast-check";

/** The used keywords of a route's schema. */
export interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly maxProperties?: number;
  readonly propertyNames?: Schema;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
}

/** An object with a key that literals cannot express. */
function withProto(value: unknown): object {
  return Object.defineProperty({}, "__proto__", { value, enumerable: true });
}

/** Nested arrays or objects. */
export function nested(depth: number, isArray: boolean): string {
  return isArray ? "[".repeat(depth) + "]".repeat(depth) : `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
}

const LONE_SURROGATES = ["\ud800", "a\udfffb", "\udc00\ud800"];

/** Values of every type, including edge cases. */
const anything: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, "", "text", [], {}, [[]], [null], { a: { b: {} } }),
  fc.constantFrom<unknown>(-1, 0, 1, 1.5, -0.1, 2 ** 31, 2 ** 53, 1e21, 1e308, -1e308),
  fc.constantFrom<unknown>(...LONE_SURROGATES, "\u0000", "9".repeat(40), "-1", "01", "x".repeat(3000)),
  fc.constantFrom<unknown>(
    withProto({}),
    withProto(null),
    { constructor: 1 },
    { _errors: [{ code: 1 }] },
    { "a\nb": 1 },
  ),
  fc.constantFrom(5, 60).map((depth) => JSON.parse(nested(depth, true)) as unknown),
  fc.constantFrom(5, 60).map((depth) => JSON.parse(nested(depth, false)) as unknown),
  fc.jsonValue({ maxDepth: 3 }),
);

/** An arbitrary valid value. */
function fitting(schema: Schema): unknown {
  if (schema.anyOf !== undefined) return fitting(schema.anyOf[0] ?? {});
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  switch (schema.type) {
    case "object":
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, fitting(schema.properties?.[name] ?? {})]),
      );
    case "array":
      return Array.from({ length: schema.minItems ?? 1 }, () => fitting(schema.items ?? {}));
    case "integer":
      return schema.minimum ?? 0;
    case "boolean":
      return true;
    case "string":
      return schema.pattern?.startsWith("^https?") === true
        ? "https://example.com"
        : "1".repeat(schema.minLength ?? 1);
    default:
      return null;
  }
}

/** Mostly invalid values: a valid one with one error, at any depth. */
export function unfitting(schema: Schema): Arbitrary<unknown> {
  const inside = schema.anyOf?.find(({ type }) => type !== "null");
  if (inside !== undefined) return fc.oneof(anything, unfitting(inside));
  const here = misfits(schema);
  return here === undefined
    ? anything
    : fc.oneof({ arbitrary: anything, weight: 1 }, { arbitrary: here, weight: 3 });
}

function misfits(schema: Schema): Arbitrary<unknown> | undefined {
  switch (schema.type) {
    case "object":
      return schema.patternProperties === undefined ? objects(schema) : maps(schema);
    case "array":
      return arrays(schema);
    case "integer":
      return fc.constantFrom(
        (schema.minimum ?? 0) - 1,
        (schema.maximum ?? 2 ** 53) + 1,
        0.5,
        1e300,
        "1.5",
        "many",
      );
    case "string":
      return texts(schema);
    default:
      return undefined;
  }
}

function objects(schema: Schema): Arbitrary<unknown> {
  const { properties = {}, required = [] } = schema;
  const whole = fitting(schema) as Record<string, unknown>;
  if (Object.keys(properties).length === 0) return anything;
  const changed = Object.entries(properties).map(([name, one]) =>
    unfitting(one).map((value) => ({ ...whole, [name]: value })),
  );
  const twice = fc
    .tuple(fc.oneof(...changed), fc.oneof(...changed))
    .map(([left, right]) => ({ ...left, ...right }));
  const without = required.map((name) =>
    fc.constant(Object.fromEntries(Object.entries(whole).filter(([one]) => one !== name))),
  );
  return fc.oneof(
    ...changed,
    twice,
    ...without,
    fc.constantFrom([whole], { body: whole }, JSON.stringify(whole)),
  );
}

function maps({ maxProperties = 25, propertyNames, patternProperties = {} }: Schema): Arbitrary<unknown> {
  const [value = {}] = Object.values(patternProperties);
  const many = Object.fromEntries(
    Array.from({ length: maxProperties + 1 }, (_, at) => [`key ${String(at)}`, "v"]),
  );
  const long = { ["k".repeat((propertyNames?.maxLength ?? 1024) + 1)]: "v" };
  const keys = fc.oneof(
    fc.string(),
    fc.constantFrom("a/b", "a~1b", "\ud800", "constructor", "_errors", "0", ""),
  );
  return fc.oneof(
    fc.constantFrom<unknown>(many, long, [["a", "b"]], withProto(7)),
    fc.tuple(keys, unfitting(value)).map(([key, one]) => Object.fromEntries([[key, one]])),
  );
}

function arrays({ items = {}, minItems = 0, maxItems = 1000 }: Schema): Arbitrary<unknown> {
  const one = fitting(items);
  const of = (length: number): unknown[] => Array.from({ length: Math.max(0, length) }, () => one);
  return fc.oneof(
    fc.constantFrom<unknown>(of(maxItems + 1), of(minItems - 1), { 0: one, length: 1 }, [of(2)]),
    fc.tuple(fc.nat({ max: 3 }), unfitting(items)).map(([before, wrong]) => [...of(before), wrong]),
  );
}

function texts({ minLength = 0, maxLength, pattern }: Schema): Arbitrary<unknown> {
  const made: unknown[] = [["text"], { text: "x" }, 7, false];
  if (minLength > 0) made.push("", "x".repeat(minLength - 1));
  if (maxLength !== undefined)
    made.push("x".repeat(maxLength + 1), "\u{1f600}".repeat(maxLength), "\ud800".repeat(maxLength + 1));
  if (pattern !== undefined) made.push("x", " 1", "1\n", "01", "-1", "0x10", "javascript:1", "https://a b");
  return fc.constantFrom(...made);
}
