// Made up components: most good, some with a wrong value, one of another kind, or none where one is needed.
import { ComponentType } from "sdkpp/wire";
import fc from "fast-check";
import type { Sent } from "./components.js";

/** Files that the message of the components has. */
export const FILENAMES: ReadonlySet<string> = new Set(["map.png", "notes.txt"]);

const wrong = fc.constantFrom<unknown>(
  null,
  -1,
  0.5,
  2 ** 40,
  "",
  "x".repeat(5000),
  true,
  [],
  {},
  [null],
  "\ud800",
  // Cannot be converted to a text.
  { toString: 1, valueOf: 1 },
);

/** A value, or rarely a wrong one. */
function mostly<T>(value: fc.Arbitrary<T>, weight = 150): fc.Arbitrary<unknown> {
  return fc.oneof({ arbitrary: value as fc.Arbitrary<unknown>, weight }, { arbitrary: wrong, weight: 1 });
}

/** An object with all of the needed fields, mostly, and some of the others. */
function made(
  type: number,
  needed: Readonly<Record<string, fc.Arbitrary<unknown>>>,
  others: Readonly<Record<string, fc.Arbitrary<unknown>>> = {},
): fc.Arbitrary<Sent> {
  const fields = { ...needed, id: fc.constantFrom(0, 1, 2, 500, 501, 502), ...others };
  const each = Object.entries(fields).map(([name, value]) => [name, mostly(value)] as const);
  const requiredKeys = ["type", ...Object.keys(needed)];
  return fc.record({ type: mostly(fc.constant(type)), ...Object.fromEntries(each) }, {
    requiredKeys,
  } as never) as fc.Arbitrary<Sent>;
}

const short = fc.string({ minLength: 1, maxLength: 12 });
const customId = fc.uuid();
const flag = fc.boolean();
const emoji = fc.constantFrom({ name: "🔥" }, { id: "5", name: "flame", animated: true });
const option = fc.record({ label: short, value: fc.uuid() }, { noNullPrototype: true });
const optionsOf = (minLength: number) => fc.array(option, { minLength, maxLength: 4 });
const media = fc.constantFrom("https://example.com/a.png", "attachment://map.png").map((url) => ({ url }));

const button = fc.oneof(
  made(
    ComponentType.Button,
    { style: fc.integer({ min: 1, max: 4 }), custom_id: customId },
    { label: short, disabled: flag, emoji },
  ),
  made(
    ComponentType.Button,
    { style: fc.constant(5), url: fc.webUrl({ validSchemes: ["https"] }) },
    { label: short },
  ),
  made(ComponentType.Button, { style: fc.constant(6), sku_id: fc.constant("7") }),
);
const range = { min_values: fc.constant(1), max_values: fc.integer({ min: 1, max: 25 }) };
const needed = { custom_id: customId };
const stringSelect = made(
  ComponentType.StringSelect,
  { ...needed, options: optionsOf(1) },
  { placeholder: short, ...range },
);
const selects = fc.oneof(
  stringSelect,
  ...[ComponentType.UserSelect, ComponentType.RoleSelect, ComponentType.MentionableSelect].map((type) =>
    made(type, needed, { placeholder: short, ...range }),
  ),
  made(ComponentType.ChannelSelect, needed, { channel_types: fc.constantFrom([0], [0, 2]), ...range }),
);
const row = made(ComponentType.ActionRow, {
  components: fc.oneof(fc.array(button, { minLength: 1, maxLength: 5 }), fc.tuple(selects)),
});
const text = made(ComponentType.TextDisplay, { content: short });
const item = fc.record({ media }, { noNullPrototype: true });
const thumbnail = made(ComponentType.Thumbnail, { media }, { description: short, spoiler: flag });
const section = made(ComponentType.Section, {
  components: fc.array(text, { minLength: 1, maxLength: 3 }),
  accessory: fc.oneof(button, thumbnail),
});
const gallery = made(ComponentType.MediaGallery, { items: fc.array(item, { minLength: 1, maxLength: 3 }) });
const file = made(
  ComponentType.File,
  { file: fc.constantFrom(...FILENAMES).map((name) => ({ url: `attachment://${name}` })) },
  { spoiler: flag },
);
const separator = made(ComponentType.Separator, {}, { divider: flag, spacing: fc.constantFrom(1, 2) });
const simple = fc.oneof(row, text, section, gallery, file, separator);
const container = made(
  ComponentType.Container,
  { components: fc.array(simple, { minLength: 1, maxLength: 4 }) },
  { accent_color: fc.nat({ max: 0xffffff }), spoiler: flag },
);

const required = { required: flag };
const input = made(
  ComponentType.TextInput,
  { ...needed, style: fc.constantFrom(1, 2) },
  {
    ...required,
    min_length: fc.nat({ max: 9 }),
    max_length: fc.integer({ min: 9, max: 4000 }),
    value: short,
    placeholder: short,
  },
);
const fields = fc.oneof(
  input,
  selects,
  made(ComponentType.FileUpload, needed, {
    ...required,
    max_values: fc.integer({ min: 1, max: 10 }),
    file_types: fc.constantFrom([".pdf"], ["image"]),
  }),
  made(ComponentType.RadioGroup, { ...needed, options: optionsOf(2) }, required),
  made(ComponentType.CheckboxGroup, { ...needed, options: optionsOf(1) }, required),
  made(ComponentType.Checkbox, needed, { default: flag }),
);
const label = made(ComponentType.Label, { label: short, component: fields }, { description: short });

/** A top-level component of a message, in two of fifty one that has no place there. */
export const componentTree: fc.Arbitrary<unknown> = fc.oneof(
  { arbitrary: row, weight: 20 },
  { arbitrary: simple, weight: 20 },
  { arbitrary: container, weight: 8 },
  { arbitrary: label, weight: 1 },
  { arbitrary: button, weight: 1 },
);

/** A modal. */
export const modalTree: fc.Arbitrary<unknown> = fc.record({
  title: mostly(short),
  custom_id: mostly(customId),
  components: mostly(
    fc.array(
      fc.oneof(
        { arbitrary: label, weight: 20 },
        { arbitrary: text, weight: 4 },
        { arbitrary: row, weight: 1 },
      ),
      { minLength: 1, maxLength: 5 },
    ),
  ),
});

/** Leaves of a tree of errors whose places a body does not have; the last part may be missing where it is required. */
export function strays(tree: unknown, body: unknown, path: readonly string[] = []): string[] {
  return Object.entries(tree ?? {}).flatMap(([name, value]) => {
    if (name === "_errors") return [];
    const { _errors: leaves = [] } = value as { _errors?: { code: string }[] };
    const next = (body as Record<string, unknown> | null | undefined)?.[name];
    const isThere = next !== undefined || leaves.some(({ code }) => code === "BASE_TYPE_REQUIRED");
    return [...(isThere ? [] : [[...path, name].join(".")]), ...strays(value, next, [...path, name])];
  });
}

/** Values that the platform adds to fields that are absent. */
const DEFAULTS: Readonly<Record<string, readonly unknown[]>> = {
  min_values: [1],
  max_values: [1, 2, 3, 4],
  required: [true],
  divider: [true],
  spacing: [1],
  spoiler: [false],
  accent_color: [null],
  description: [null],
};

/** Components without ids, addresses, and what the platform says when their sender does not. */
export function withoutDefaults(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutDefaults);
  if (typeof value !== "object" || value === null) return value;
  // The id of an emoji is said by its sender.
  const isAdded = (name: string, one: unknown): boolean =>
    one === null ||
    (name === "id" && !("name" in value && !("type" in value))) ||
    DEFAULTS[name]?.includes(one) === true;
  const own = Object.entries(value).filter(([name, one]) => !isAdded(name, one));
  // A snowflake may come as a number, and is kept as text; the id of a component stays a number.
  const isSnowflake = (name: string): boolean =>
    name === "sku_id" || (name === "id" && !("type" in value && typeof value.type === "number"));
  const plain = (name: string, one: unknown): unknown =>
    isSnowflake(name) && Number.isSafeInteger(one) ? String(one) : withoutDefaults(one);
  return Object.fromEntries(own.map(([name, one]) => [name, plain(name, one)]));
}
