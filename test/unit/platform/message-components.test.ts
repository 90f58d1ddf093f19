import { ComponentType } from "sdkpp/wire";
import { describe, expect, it, test } from "vitest";
import {
  messageComponents,
  type MessageParts,
} from "../../../platform/domain/rules/component/message-components.js";
import { Fault } from "../../../platform/domain/rules/outcome.js";
import {
  button,
  container,
  entitySelect,
  file,
  gallery,
  leavesOf,
  options,
  row,
  section,
  separator,
  stringSelect,
  text,
  thumbnail,
  type Sent,
} from "../../support/components.js";

const SKU = "777";
/** Of an emoji that does not exist. */
const GONE = "404";
const PICTURE = "https://example.com/picture.png";
const long = (length: number): string => "x".repeat(length);
const many = <T>(count: number, one: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => one(at));

function read(parts: MessageParts, isV2 = true) {
  let last = 1000;
  return messageComponents(parts, {
    isV2,
    filenames: new Set(["map.png", "notes.txt"]),
    isActiveSku: (id) => id === SKU,
    isEmoji: (id) => id !== GONE,
    nextId: () => String((last += 1)),
  });
}

/** Faults, as `path: CODE`; empty when there are none. */
function wrongOf(components: unknown, isV2 = true): string[] {
  const outcome = read({ components }, isV2);
  if (!(outcome instanceof Fault)) return [];
  expect(outcome).toMatchObject({ status: 400, code: 50_035, message: "Invalid Form Body" });
  return leavesOf(outcome.errors);
}

const inRow = (component: Sent): Sent[] => [row(component)];
const IN_ROW = "components.0.components.0";

/** Components, each with everything that it can have, and as they are kept. */
const WHOLE: readonly (readonly [name: string, sent: Sent, kept?: Sent])[] = [
  ["a row of five buttons", row(...many(5, (at) => button(`b${String(at)}`)))],
  ["a secondary button", row(button("b", { style: 2, disabled: true, emoji: { name: "🔥" } }))],
  [
    "a button with a server's emoji",
    row(button("b", { style: 3, emoji: { id: "5", name: "flame", animated: true } })),
  ],
  ["a danger button without a label", row({ type: 2, style: 4, custom_id: "b", emoji: { name: "👍" } })],
  ["a link button", row({ type: 2, style: 5, url: "https://example.com/a?b=c#d", label: "Go" })],
  ["a link into the app", row({ type: 2, style: 5, url: "discord://-/channels/1", label: "Go" })],
  ["a premium button", row({ type: 2, style: 6, sku_id: SKU })],
  [
    "a string select",
    row(
      stringSelect("s", {
        placeholder: long(150),
        min_values: 0,
        max_values: 25,
        disabled: false,
        options: options(25).map((one) => ({
          ...one,
          description: long(100),
          emoji: { name: "🔥" },
          default: true,
        })),
      }),
    ),
  ],
  [
    "a user select",
    row(
      entitySelect(5, "s", {
        max_values: 2,
        min_values: 2,
        default_values: [
          { id: "1", type: "user" },
          { id: "2", type: "user" },
        ],
      }),
    ),
  ],
  [
    "a role select",
    row(entitySelect(6, "s", { min_values: 1, max_values: 1, default_values: [{ id: "1", type: "role" }] })),
  ],
  [
    "a mentionable select",
    row(
      entitySelect(7, "s", {
        min_values: 1,
        max_values: 25,
        default_values: [
          { id: "1", type: "role" },
          { id: "2", type: "user" },
        ],
      }),
    ),
  ],
  [
    "a channel select",
    row(
      entitySelect(8, "s", {
        min_values: 1,
        max_values: 1,
        channel_types: [0, 5],
        default_values: [{ id: "1", type: "channel" }],
      }),
    ),
  ],
  ["a section with a button", section(button("b"), text(), text(), text())],
  ["a section with a thumbnail", section(thumbnail(PICTURE, { description: long(1024), spoiler: true }))],
  ["a text", text(long(4000))],
  [
    "a gallery of ten",
    {
      type: 12,
      items: many(10, (at) => ({
        media: { url: PICTURE },
        description: `picture ${String(at)}`,
        spoiler: at > 4,
      })),
    },
  ],
  [
    "a gallery of a file",
    { type: 12, items: [{ media: { url: "attachment://map.png" }, description: null, spoiler: false }] },
  ],
  ["a file", file("notes.txt", { spoiler: true })],
  ["a separator", separator({ divider: false, spacing: 2 })],
  [
    "a container",
    container([row(button("b")), section(button("c")), text(), separator({ divider: true, spacing: 1 })], {
      accent_color: 0xffffff,
      spoiler: true,
    }),
  ],
];

/** Without ids of components and media, and the defaults of selects, which the platform adds. */
function withoutIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutIds);
  if (typeof value !== "object" || value === null) return value;
  const isDefault = (name: string, one: unknown): boolean =>
    (["min_values", "max_values"].includes(name) && one === 1) ||
    (name === "id" && "type" in value && typeof value.type === "number") ||
    (name === "id" && "url" in value);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, one]) => !isDefault(name, one))
      .map(([name, one]) => [name, withoutIds(one)]),
  );
}

describe("components of a message", () => {
  test.each(WHOLE)("are kept as they were sent: %s", (_, sent) => {
    const outcome = read({ components: [sent] });
    expect(withoutIds(outcome)).toEqual([withoutIds(sent)]);
  });

  it("have texts and numbers at their limits", () => {
    const buttons = row(button(long(100), { label: long(80), emoji: { id: "1", name: long(32) } }), {
      type: 2,
      style: 5,
      label: "x",
      url: `https://${long(504)}`,
    });
    const option = { label: long(100), value: long(100), description: long(100) };
    const select = row(stringSelect("s", { options: [option], placeholder: long(150) }));
    const parts = [buttons, select, gallery(`https://${long(2040)}`), separator({ id: 2 ** 31 - 1 })];
    expect(wrongOf([container(parts, { accent_color: 0 })])).toEqual([]);
  });

  it("have the defaults of the reference", () => {
    expect(
      read({ components: [separator(), container([text()]), gallery(PICTURE), file("map.png")] }),
    ).toMatchObject([
      { divider: true, spacing: 1 },
      { accent_color: null, spoiler: false },
      { items: [{ media: { id: "1001", url: PICTURE }, description: null, spoiler: false }] },
      { spoiler: false, file: { id: "1002", url: "attachment://map.png" } },
    ]);
    expect(read({ components: inRow(stringSelect("s", { required: false })) })).toEqual([
      {
        type: 1,
        id: 1,
        components: [{ type: 3, id: 2, custom_id: "s", min_values: 1, max_values: 1, options: options(3) }],
      },
    ]);
  });

  it("may have null where a field may be absent", () => {
    const sent = button("b", { id: null, emoji: null, url: null, sku_id: null, disabled: null });
    expect(wrongOf(inRow(sent))).toEqual([]);
    expect(read({ components: null })).toEqual([]);
    expect(read({})).toEqual([]);
    expect(read({ components: [] })).toEqual([]);
  });

  it("get the smallest ids that are free, in order", () => {
    const sent = [
      text("a", { id: 3 }),
      section(button("b", { id: 1 }), text(), text("c", { id: 0 })),
      text(),
    ];
    expect(read({ components: sent })).toMatchObject([
      { id: 3 },
      { id: 2, components: [{ id: 4 }, { id: 5 }], accessory: { id: 1 } },
      { id: 6 },
    ]);
  });

  it("without IS_COMPONENTS_V2 have the id 0", () => {
    expect(read({ components: [row(button("a", { id: 7 })), row(button("b"))] }, false)).toMatchObject([
      { id: 0, components: [{ id: 0 }] },
      { id: 0, components: [{ id: 0 }] },
    ]);
  });

  it("take ids as numbers, and emojis without their name", () => {
    const sent = row({ type: 2, style: 6, sku_id: 777 }, button("b", { emoji: { id: 12 } }));
    expect(read({ components: [sent] })).toMatchObject([
      { components: [{ sku_id: SKU }, { emoji: { id: "12", name: "emoji" } }] },
    ]);
  });
});

const T = ComponentType;
/** Components, and what is wrong with them. */
const WRONG: readonly (readonly [name: string, components: unknown, errors: readonly string[]])[] = [
  ["no list", {}, ["components: BASE_TYPE_BAD_TYPE"]],
  ["no object", [5], ["components.0: BASE_TYPE_BAD_TYPE"]],
  ["null", [null], ["components.0: BASE_TYPE_BAD_TYPE"]],
  ["no type", [{}], ["components.0.type: BASE_TYPE_REQUIRED"]],
  ["an unknown type", [{ type: 15 }], ["components.0.type: COMPONENT_TYPE_INVALID"]],
  ["a type that is no number", [{ type: "1" }], ["components.0.type: COMPONENT_TYPE_INVALID"]],
  ["a button at the top", [button("b")], ["components.0.type: COMPONENT_TYPE_INVALID"]],
  ["a thumbnail at the top", [thumbnail(PICTURE)], ["components.0.type: COMPONENT_TYPE_INVALID"]],
  ...[T.TextInput, T.Label, T.FileUpload, T.RadioGroup, T.CheckboxGroup, T.Checkbox].map(
    (type) =>
      [`type ${String(type)}, of modals`, [{ type }], ["components.0.type: COMPONENT_TYPE_INVALID"]] as const,
  ),
  ["a negative id", [text("a", { id: -1 })], ["components.0.id: NUMBER_TYPE_MIN"]],
  ["an id of 33 bits", [text("a", { id: 2 ** 31 })], ["components.0.id: NUMBER_TYPE_MAX"]],
  ["an id that is a text", [text("a", { id: "1" })], ["components.0.id: BASE_TYPE_BAD_TYPE"]],
  [
    "an id twice",
    [text("a", { id: 1 }), container([text("b", { id: 1 })])],
    ["components.1.components.0.id: COMPONENT_ID_DUPLICATED"],
  ],
  [
    "a custom id twice",
    [row(button("b")), row(button("b"))],
    ["components.1.components.0.custom_id: COMPONENT_CUSTOM_ID_DUPLICATED"],
  ],
  // Rows
  ["a row without components", [{ type: 1 }], ["components.0.components: BASE_TYPE_REQUIRED"]],
  ["an empty row", [row()], ["components.0.components: BASE_TYPE_BAD_LENGTH"]],
  [
    "a row of six",
    [row(...many(6, (at) => button(`b${String(at)}`)))],
    ["components.0.components: BASE_TYPE_BAD_LENGTH"],
  ],
  [
    "a row of two selects",
    [row(stringSelect("s"), stringSelect("t"))],
    ["components.0.components.1: COMPONENT_LAYOUT_WIDTH_EXCEEDED"],
  ],
  [
    "a row of a select and a button",
    [row(stringSelect("s"), button("b"))],
    ["components.0.components.1: COMPONENT_LAYOUT_WIDTH_EXCEEDED"],
  ],
  ["a row in a row", [row(row(button("b")))], [`${IN_ROW}.type: COMPONENT_TYPE_INVALID`]],
  // Buttons
  ["a button without a style", inRow({ type: 2, custom_id: "b" }), [`${IN_ROW}.style: BASE_TYPE_REQUIRED`]],
  ["an unknown style", inRow(button("b", { style: 7 })), [`${IN_ROW}.style: BASE_TYPE_CHOICES`]],
  [
    "a button without a custom id",
    inRow({ type: 2, style: 1, label: "x" }),
    [`${IN_ROW}.custom_id: BASE_TYPE_REQUIRED`],
  ],
  ["an empty custom id", inRow(button("")), [`${IN_ROW}.custom_id: BASE_TYPE_BAD_LENGTH`]],
  ["a custom id of 101", inRow(button(long(101))), [`${IN_ROW}.custom_id: BASE_TYPE_BAD_LENGTH`]],
  ["a label of 81", inRow(button("b", { label: long(81) })), [`${IN_ROW}.label: BASE_TYPE_MAX_LENGTH`]],
  ["a label that is no text", inRow(button("b", { label: 5 })), [`${IN_ROW}.label: BASE_TYPE_BAD_TYPE`]],
  [
    "disabled that is no claim",
    inRow(button("b", { disabled: 1 })),
    [`${IN_ROW}.disabled: BASE_TYPE_BAD_TYPE`],
  ],
  [
    "an action with an address",
    inRow(button("b", { url: PICTURE, sku_id: SKU })),
    [`${IN_ROW}.sku_id: COMPONENT_FIELD_NOT_ALLOWED`, `${IN_ROW}.url: COMPONENT_FIELD_NOT_ALLOWED`],
  ],
  [
    "a link without an address",
    inRow({ type: 2, style: 5, label: "x" }),
    [`${IN_ROW}.url: BASE_TYPE_REQUIRED`],
  ],
  [
    "a link of 513",
    inRow({ type: 2, style: 5, url: `https://${long(505)}` }),
    [`${IN_ROW}.url: BASE_TYPE_BAD_LENGTH`],
  ],
  [
    "a link elsewhere",
    inRow({ type: 2, style: 5, url: "file:///etc" }),
    [`${IN_ROW}.url: STRING_TYPE_REGEX`],
  ],
  [
    "a link with a custom id",
    inRow(button("b", { style: 5, url: PICTURE })),
    [`${IN_ROW}.custom_id: COMPONENT_FIELD_NOT_ALLOWED`],
  ],
  ["a premium button without a SKU", inRow({ type: 2, style: 6 }), [`${IN_ROW}.sku_id: BASE_TYPE_REQUIRED`]],
  [
    "a premium button with a label",
    inRow({ type: 2, style: 6, sku_id: SKU, label: "x" }),
    [`${IN_ROW}.label: COMPONENT_FIELD_NOT_ALLOWED`],
  ],
  [
    "a premium button of an unknown SKU",
    inRow({ type: 2, style: 6, sku_id: "1" }),
    [`${IN_ROW}.sku_id: COMPONENT_SKU_INVALID`],
  ],
  [
    "a SKU that is no id",
    inRow({ type: 2, style: 6, sku_id: "x" }),
    [`${IN_ROW}.sku_id: NUMBER_TYPE_COERCE`],
  ],
  ["an emoji of nothing", inRow(button("b", { emoji: {} })), [`${IN_ROW}.emoji.name: BASE_TYPE_REQUIRED`]],
  [
    "an emoji that is a word",
    inRow(button("b", { emoji: { name: "fire" } })),
    [`${IN_ROW}.emoji: COMPONENT_INVALID_EMOJI`],
  ],
  [
    "an emoji that does not exist",
    inRow(button("b", { emoji: { id: GONE, name: "flame" } })),
    [`${IN_ROW}.emoji: COMPONENT_INVALID_EMOJI`],
  ],
  ["an emoji that is a text", inRow(button("b", { emoji: "🔥" })), [`${IN_ROW}.emoji: BASE_TYPE_BAD_TYPE`]],
  [
    "an emoji with a long name",
    inRow(button("b", { emoji: { id: "1", name: long(33) } })),
    [`${IN_ROW}.emoji.name: BASE_TYPE_MAX_LENGTH`],
  ],
  // Selects
  ["a select without a custom id", inRow({ type: 5 }), [`${IN_ROW}.custom_id: BASE_TYPE_REQUIRED`]],
  [
    "a placeholder of 151",
    inRow(stringSelect("s", { placeholder: long(151) })),
    [`${IN_ROW}.placeholder: BASE_TYPE_MAX_LENGTH`],
  ],
  [
    "a minimum below 0",
    inRow(stringSelect("s", { min_values: -1 })),
    [`${IN_ROW}.min_values: NUMBER_TYPE_MIN`],
  ],
  [
    "a minimum of 26",
    inRow(stringSelect("s", { min_values: 26 })),
    [`${IN_ROW}.min_values: NUMBER_TYPE_MAX`],
  ],
  ["a maximum of 0", inRow(stringSelect("s", { max_values: 0 })), [`${IN_ROW}.max_values: NUMBER_TYPE_MIN`]],
  [
    "a maximum of 26",
    inRow(stringSelect("s", { max_values: 26 })),
    [`${IN_ROW}.max_values: NUMBER_TYPE_MAX`],
  ],
  [
    "a maximum below the minimum",
    inRow(stringSelect("s", { min_values: 3, max_values: 2 })),
    [`${IN_ROW}.max_values: NUMBER_TYPE_MIN`],
  ],
  [
    "a minimum above the maximum that is not said",
    inRow(entitySelect(5, "s", { min_values: 2 })),
    [`${IN_ROW}.min_values: NUMBER_TYPE_MAX`],
  ],
  [
    "a minimum above the options",
    inRow(stringSelect("s", { min_values: 4, max_values: 5 })),
    [`${IN_ROW}.min_values: NUMBER_TYPE_MAX`],
  ],
  [
    "a half value",
    inRow(stringSelect("s", { max_values: 1.5 })),
    [`${IN_ROW}.max_values: BASE_TYPE_BAD_TYPE`],
  ],
  [
    "a string select without options",
    inRow({ type: 3, custom_id: "s" }),
    [`${IN_ROW}.options: BASE_TYPE_REQUIRED`],
  ],
  ["no option", inRow(stringSelect("s", { options: [] })), [`${IN_ROW}.options: BASE_TYPE_BAD_LENGTH`]],
  [
    "26 options",
    inRow(stringSelect("s", { options: options(26) })),
    [`${IN_ROW}.options: BASE_TYPE_BAD_LENGTH`],
  ],
  [
    "an option without anything",
    inRow(stringSelect("s", { options: [{}] })),
    [`${IN_ROW}.options.0.label: BASE_TYPE_REQUIRED`, `${IN_ROW}.options.0.value: BASE_TYPE_REQUIRED`],
  ],
  [
    "long texts of an option",
    inRow(stringSelect("s", { options: [{ label: long(101), value: long(101), description: long(101) }] })),
    [
      `${IN_ROW}.options.0.description: BASE_TYPE_MAX_LENGTH`,
      `${IN_ROW}.options.0.label: BASE_TYPE_BAD_LENGTH`,
      `${IN_ROW}.options.0.value: BASE_TYPE_BAD_LENGTH`,
    ],
  ],
  [
    "a value twice",
    inRow(stringSelect("s", { options: [...options(2), ...options(1)] })),
    [`${IN_ROW}.options.2.value: COMPONENT_OPTION_VALUE_DUPLICATED`],
  ],
  [
    "more defaults than values",
    inRow(
      entitySelect(5, "s", {
        default_values: [
          { id: "1", type: "user" },
          { id: "2", type: "user" },
        ],
      }),
    ),
    [`${IN_ROW}.default_values: BASE_TYPE_BAD_LENGTH`],
  ],
  [
    "fewer defaults than values",
    inRow(
      entitySelect(5, "s", { min_values: 2, max_values: 2, default_values: [{ id: "1", type: "user" }] }),
    ),
    [`${IN_ROW}.default_values: BASE_TYPE_BAD_LENGTH`],
  ],
  [
    "26 defaults",
    inRow(entitySelect(5, "s", { default_values: many(26, () => ({})) })),
    [`${IN_ROW}.default_values: BASE_TYPE_MAX_LENGTH`],
  ],
  [
    "a role for a user",
    inRow(entitySelect(5, "s", { default_values: [{ id: "1", type: "role" }] })),
    [`${IN_ROW}.default_values.0.type: BASE_TYPE_CHOICES`],
  ],
  [
    "a channel to mention",
    inRow(entitySelect(7, "s", { default_values: [{ id: "1", type: "channel" }] })),
    [`${IN_ROW}.default_values.0.type: BASE_TYPE_CHOICES`],
  ],
  [
    "a default without an id",
    inRow(entitySelect(8, "s", { default_values: [{ type: "channel" }] })),
    [`${IN_ROW}.default_values.0.id: BASE_TYPE_REQUIRED`],
  ],
  [
    "an unknown type of channel",
    inRow(entitySelect(8, "s", { channel_types: [0, 99] })),
    [`${IN_ROW}.channel_types.1: BASE_TYPE_CHOICES`],
  ],
  [
    "a type of channel twice",
    inRow(entitySelect(8, "s", { channel_types: [0, 0] })),
    [`${IN_ROW}.channel_types: SET_TYPE_ALREADY_CONTAINS_VALUE`],
  ],
  // Sections
  [
    "a section without anything",
    [{ type: 9 }],
    ["components.0.accessory: BASE_TYPE_REQUIRED", "components.0.components: BASE_TYPE_REQUIRED"],
  ],
  [
    "a section of four texts",
    [section(button("b"), text(), text(), text(), text())],
    ["components.0.components: BASE_TYPE_BAD_LENGTH"],
  ],
  [
    "a section of a separator",
    [section(button("b"), separator())],
    ["components.0.components.0.type: COMPONENT_TYPE_INVALID"],
  ],
  ["a text as accessory", [section(text())], ["components.0.accessory.type: COMPONENT_TYPE_INVALID"]],
  // Content
  ["a text without content", [{ type: 10 }], ["components.0.content: BASE_TYPE_REQUIRED"]],
  ["an empty text", [text("")], ["components.0.content: BASE_TYPE_BAD_LENGTH"]],
  ["a text of 4,001", [text(long(4001))], ["components.0.content: BASE_TYPE_BAD_LENGTH"]],
  [
    "texts of 4,001",
    [text(long(4000)), container([text("x")])],
    ["components: COMPONENT_MAX_TOTAL_TEXT_EXCEEDED"],
  ],
  [
    "a thumbnail without media",
    [section({ type: 11 })],
    ["components.0.accessory.media: BASE_TYPE_REQUIRED"],
  ],
  [
    "media without an address",
    [section({ type: 11, media: {} })],
    ["components.0.accessory.media.url: BASE_TYPE_REQUIRED"],
  ],
  [
    "media that are a text",
    [section({ type: 11, media: PICTURE })],
    ["components.0.accessory.media: BASE_TYPE_BAD_TYPE"],
  ],
  [
    "media of a strange scheme",
    [gallery("ftp://example.com/a.png")],
    ["components.0.items.0.media.url: STRING_TYPE_REGEX"],
  ],
  [
    "media of 2,049",
    [gallery(`https://${long(2041)}`)],
    ["components.0.items.0.media.url: BASE_TYPE_MAX_LENGTH"],
  ],
  [
    "a missing file",
    [gallery("attachment://map.png", "attachment://other.png")],
    ["components.0.items.1.media.url: COMPONENT_ATTACHMENT_UNKNOWN"],
  ],
  [
    "a description of 1,025",
    [section(thumbnail(PICTURE, { description: long(1025) }))],
    ["components.0.accessory.description: BASE_TYPE_BAD_LENGTH"],
  ],
  ["an empty gallery", [gallery()], ["components.0.items: BASE_TYPE_BAD_LENGTH"]],
  [
    "a gallery of eleven",
    [gallery(...many(11, () => PICTURE))],
    ["components.0.items: BASE_TYPE_BAD_LENGTH"],
  ],
  [
    "a file of another site",
    [{ type: 13, file: { url: PICTURE } }],
    ["components.0.file.url: STRING_TYPE_REGEX"],
  ],
  ["a file that is not there", [file("other.txt")], ["components.0.file.url: COMPONENT_ATTACHMENT_UNKNOWN"]],
  ["a wide separator", [separator({ spacing: 3 })], ["components.0.spacing: BASE_TYPE_CHOICES"]],
  // Containers
  ["an empty container", [container([])], ["components.0.components: BASE_TYPE_MIN_LENGTH"]],
  [
    "a container in a container",
    [container([container([text()])])],
    ["components.0.components.0.type: COMPONENT_TYPE_INVALID"],
  ],
  [
    "a colour below 0",
    [container([text()], { accent_color: -1 })],
    ["components.0.accent_color: NUMBER_TYPE_MIN"],
  ],
  [
    "a colour above white",
    [container([text()], { accent_color: 0x1000000 })],
    ["components.0.accent_color: NUMBER_TYPE_MAX"],
  ],
  // Several at once
  [
    "everything at once",
    [
      row(button("b", { label: long(81), style: 9 })),
      text(""),
      { type: 99 },
      container([file("x.txt"), button("c")]),
    ],
    [
      "components.0.components.0.label: BASE_TYPE_MAX_LENGTH",
      "components.0.components.0.style: BASE_TYPE_CHOICES",
      "components.1.content: BASE_TYPE_BAD_LENGTH",
      "components.2.type: COMPONENT_TYPE_INVALID",
      "components.3.components.0.file.url: COMPONENT_ATTACHMENT_UNKNOWN",
      "components.3.components.1.type: COMPONENT_TYPE_INVALID",
    ],
  ],
];

describe("wrong components of a message", () => {
  test.each(WRONG)("are rejected where they are: %s", (_, components, errors) => {
    expect(wrongOf(components)).toEqual(errors);
  });

  it("that cannot be converted to a text are rejected like others", () => {
    const hostile = { toString: 1, valueOf: 1 };
    expect(wrongOf([row({ type: hostile }, button("b"))])).toEqual([
      `${IN_ROW}.type: COMPONENT_TYPE_INVALID`,
    ]);
    expect(wrongOf([row({ type: "constructor" }, button("b"))])).toHaveLength(1);
  });

  it("are at most 40, nested ones included, however they are nested", () => {
    const total = ["components: COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"];
    expect(wrongOf(many(40, () => separator()))).toEqual([]);
    expect(wrongOf(many(41, () => separator()))).toEqual(total);
    expect(wrongOf([container(many(39, () => separator()))])).toEqual([]);
    expect(wrongOf([container(many(40, () => separator()))])).toEqual(total);
    const sections = many(13, (at) => section(button(`b${String(at)}`)));
    expect(wrongOf([...sections, separator()])).toEqual([]);
    expect(wrongOf([...sections, separator(), separator()])).toEqual(total);
  });

  it("are at most five rows without IS_COMPONENTS_V2", () => {
    const rows = many(6, (at) => row(button(`b${String(at)}`)));
    expect(wrongOf(rows.slice(1), false)).toEqual([]);
    expect(wrongOf(rows, false)).toEqual(["components: BASE_TYPE_MAX_LENGTH"]);
    expect(wrongOf(rows)).toEqual([]);
    expect(wrongOf([text()], false)).toEqual(["components.0.type: COMPONENT_TYPE_INVALID"]);
  });

  it("exclude the fields that they replace", () => {
    const parts = { content: "x", embeds: [{}], sticker_ids: ["1"], poll: {}, components: [text("")] };
    const outcome = read(parts);
    expect(leavesOf((outcome as Fault).errors)).toEqual([
      "components.0.content: BASE_TYPE_BAD_LENGTH",
      ...["content", "embeds", "poll", "sticker_ids"].map(
        (name) => `${name}: MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2`,
      ),
    ]);
    expect(
      read({ content: "", embeds: [], sticker_ids: null, poll: null, components: [text()] }),
    ).toHaveLength(1);
    expect(read({ ...parts, components: [row(button("b"))] }, false)).toHaveLength(1);
  });

  it("cost little, however many or deep they are", () => {
    let deep: unknown = text();
    for (let depth = 0; depth < 100_000; depth += 1) deep = container([deep]);
    const wide = many(300_000, () => null);
    const started = performance.now();
    expect(wrongOf([deep])).toEqual(["components.0.components.0.type: COMPONENT_TYPE_INVALID"]);
    expect(wrongOf([container(wide)])).toHaveLength(40);
    expect(wrongOf(inRow(stringSelect("s", { options: wide })))).toHaveLength(1);
    expect(wrongOf(wide, false)).toHaveLength(1);
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
