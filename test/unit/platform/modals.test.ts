import { ComponentType } from "sdkpp/wire";
import { describe, expect, it, test } from "vitest";
import type {
  EntitySelect,
  Modal,
  StringSelect,
} from "../../../platform/domain/records/component/component.js";
import { isFileTypeAllowed } from "../../../platform/domain/records/component/upload-types.js";
import { modalFrom } from "../../../platform/domain/rules/component/modal.js";
import { selectionOf } from "../../../platform/domain/rules/component/selection.js";
import { submissionOf, type Entry } from "../../../platform/domain/rules/component/submission.js";
import { Fault } from "../../../platform/domain/rules/outcome.js";
import {
  button,
  checkbox,
  checkboxGroup,
  container,
  entitySelect,
  fileUpload,
  label,
  leavesOf,
  modal,
  options,
  radioGroup,
  row,
  stringSelect,
  text,
  textInput,
  type Sent,
} from "../../support/components.js";

const long = (length: number): string => "x".repeat(length);

function wrongOf(body: unknown): string[] {
  const outcome = modalFrom(body);
  if (!(outcome instanceof Fault)) return [];
  expect(outcome).toMatchObject({ status: 400, code: 50_035 });
  return leavesOf(outcome.errors);
}

/** A modal that must be good. */
function made(...components: readonly Sent[]): Modal {
  const outcome = modalFrom(modal(...components));
  if (outcome instanceof Fault) throw new Error(JSON.stringify(outcome.errors));
  return outcome;
}

/** Fields of a label, each with everything that it can have, and what is added. */
const FIELDS: readonly (readonly [name: string, sent: Sent, added: Sent])[] = [
  ["a bare text input", textInput("f"), { required: true }],
  [
    "a text input",
    textInput("f", {
      style: 2,
      min_length: 0,
      max_length: 4000,
      required: false,
      value: long(4000),
      placeholder: long(100),
    }),
    {},
  ],
  [
    "a string select",
    stringSelect("f", { min_values: 2, max_values: 3, placeholder: long(150) }),
    { required: true },
  ],
  ["an optional string select", stringSelect("f", { min_values: 0, required: false }), { max_values: 1 }],
  ["a user select", entitySelect(5, "f"), { min_values: 1, max_values: 1, required: true }],
  ["a role select", entitySelect(6, "f", { required: true }), { min_values: 1, max_values: 1 }],
  ["a mentionable select", entitySelect(7, "f", { max_values: 25 }), { min_values: 1, required: true }],
  [
    "a channel select",
    entitySelect(8, "f", { channel_types: [2] }),
    { min_values: 1, max_values: 1, required: true },
  ],
  ["a bare file upload", fileUpload("f"), { min_values: 1, max_values: 1, required: true }],
  [
    "a file upload",
    fileUpload("f", { min_values: 0, max_values: 10, required: false, file_types: ["image", ".pdf"] }),
    {},
  ],
  ["a radio group", radioGroup("f", { options: options(10), required: false }), {}],
  ["a checkbox group", checkboxGroup("f"), { min_values: 1, max_values: 2, required: true }],
  [
    "a checkbox group of one",
    checkboxGroup("f", { options: options(1), min_values: 0, max_values: 10, required: false }),
    {},
  ],
  ["a checkbox", checkbox("f", { default: true }), {}],
];

describe("modals", () => {
  test.each(FIELDS)("are kept as they were sent, with %s", (_, sent, added) => {
    expect(modalFrom(modal(label(sent, { description: long(100) })))).toEqual({
      title: "Modal",
      custom_id: "modal",
      components: [
        { type: 18, id: 1, label: "Label", description: long(100), component: { ...sent, ...added, id: 2 } },
      ],
    });
  });

  it("have custom emojis that exist", () => {
    const field = stringSelect("f", { options: [{ ...options(1)[0], emoji: { id: "5", name: "flame" } }] });
    const made = (isEmoji: boolean) => modalFrom(modal(label(field)), [], () => isEmoji);
    expect(made(true)).not.toBeInstanceOf(Fault);
    expect(leavesOf((made(false) as Fault).errors)).toEqual([
      "components.0.component.options.0.emoji: COMPONENT_INVALID_EMOJI",
    ]);
  });

  it("have texts and lists at their limits", () => {
    const field = (customId: string) => label(checkbox(customId), { label: long(45) });
    const uploads = Array.from({ length: 10 }, (_, at) => `.${String(at)}`);
    const most = [
      field(long(100)),
      text(long(4000)),
      label(fileUpload("f", { file_types: uploads })),
      field("a"),
      field("b"),
    ];
    expect(wrongOf({ ...modal(...most), title: long(45), custom_id: long(100) })).toEqual([]);
    const old = row(textInput("f", { label: long(45), min_length: 4000, max_length: 4000 }));
    expect(wrongOf(modal(old))).toEqual([]);
    expect(wrongOf(modal(row(textInput("f", { label: long(46) }))))).toEqual([
      "components.0.components.0.label: BASE_TYPE_BAD_LENGTH",
    ]);
  });

  it("have labels, texts, and rows of the old kind", () => {
    const old = row(textInput("old", { label: "Old" }));
    expect(modalFrom(modal(text(), label(textInput("new")), old))).toMatchObject({
      components: [
        { type: 10, id: 1 },
        { type: 18, id: 2, component: { id: 3 } },
        { type: 1, id: 4, components: [{ id: 5, label: "Old" }] },
      ],
    });
  });
});

const inLabel = (component: Sent): Sent => modal(label(component));
const FIELD = "components.0.component";

const WRONG: readonly (readonly [name: string, body: unknown, errors: readonly string[]])[] = [
  ["nothing", undefined, [": BASE_TYPE_BAD_TYPE"]],
  [
    "no fields",
    {},
    ["components: BASE_TYPE_REQUIRED", "custom_id: BASE_TYPE_REQUIRED", "title: BASE_TYPE_REQUIRED"],
  ],
  ["a title of 46", { ...modal(text()), title: long(46) }, ["title: BASE_TYPE_BAD_LENGTH"]],
  ["an empty title", { ...modal(text()), title: "" }, ["title: BASE_TYPE_BAD_LENGTH"]],
  ["a custom id of 101", { ...modal(text()), custom_id: long(101) }, ["custom_id: BASE_TYPE_BAD_LENGTH"]],
  ["no component", modal(), ["components: BASE_TYPE_BAD_LENGTH"]],
  ["six components", modal(...Array.from({ length: 6 }, () => text())), ["components: BASE_TYPE_BAD_LENGTH"]],
  ["a container", modal(container([text()])), ["components.0.type: COMPONENT_TYPE_INVALID"]],
  ["a field at the top", modal(textInput("f")), ["components.0.type: COMPONENT_TYPE_INVALID"]],
  ["a row of buttons", modal(row(button("b"))), ["components.0.components.0.type: COMPONENT_TYPE_INVALID"]],
  [
    "a row of a select",
    modal(row(stringSelect("s"))),
    ["components.0.components.0.type: COMPONENT_TYPE_INVALID"],
  ],
  [
    "a row of two inputs",
    modal(row(textInput("f", { label: "F" }), textInput("g", { label: "G" }))),
    ["components.0.components.1: COMPONENT_LAYOUT_WIDTH_EXCEEDED"],
  ],
  [
    "an input in a row without a label",
    modal(row(textInput("f"))),
    ["components.0.components.0.label: BASE_TYPE_REQUIRED"],
  ],
  [
    "a label without anything",
    modal({ type: 18 }),
    ["components.0.component: BASE_TYPE_REQUIRED", "components.0.label: BASE_TYPE_REQUIRED"],
  ],
  [
    "a label of 46",
    modal(label(textInput("f"), { label: long(46) })),
    ["components.0.label: BASE_TYPE_BAD_LENGTH"],
  ],
  [
    "a description of 101",
    modal(label(textInput("f"), { description: long(101) })),
    ["components.0.description: BASE_TYPE_BAD_LENGTH"],
  ],
  ["a button in a label", inLabel(button("b")), [`${FIELD}.type: COMPONENT_TYPE_INVALID`]],
  ["a text in a label", inLabel(text()), [`${FIELD}.type: COMPONENT_TYPE_INVALID`]],
  [
    "a labelled input with a label",
    inLabel(textInput("f", { label: "Own" })),
    [`${FIELD}.label: COMPONENT_FIELD_NOT_ALLOWED`],
  ],
  ["an input without a style", inLabel({ type: 4, custom_id: "f" }), [`${FIELD}.style: BASE_TYPE_REQUIRED`]],
  ["an unknown style", inLabel(textInput("f", { style: 3 })), [`${FIELD}.style: BASE_TYPE_CHOICES`]],
  [
    "a length of 4,001",
    inLabel(textInput("f", { min_length: 4001, max_length: 4001 })),
    [`${FIELD}.max_length: NUMBER_TYPE_MAX`, `${FIELD}.min_length: NUMBER_TYPE_MAX`],
  ],
  [
    "lengths below their minimum",
    inLabel(textInput("f", { min_length: -1, max_length: 0 })),
    [`${FIELD}.max_length: NUMBER_TYPE_MIN`, `${FIELD}.min_length: NUMBER_TYPE_MIN`],
  ],
  [
    "lengths the wrong way round",
    inLabel(textInput("f", { min_length: 5, max_length: 4 })),
    [`${FIELD}.max_length: NUMBER_TYPE_MIN`],
  ],
  [
    "a value of 4,001",
    inLabel(textInput("f", { value: long(4001) })),
    [`${FIELD}.value: BASE_TYPE_MAX_LENGTH`],
  ],
  [
    "a placeholder of 101",
    inLabel(textInput("f", { placeholder: long(101) })),
    [`${FIELD}.placeholder: BASE_TYPE_MAX_LENGTH`],
  ],
  ...[3, 5, 6, 7, 8].flatMap((type) => {
    const select = (more: Sent): Sent => inLabel({ ...stringSelect("s"), type, ...more });
    return [
      [
        `a disabled select ${String(type)}`,
        select({ disabled: true }),
        [`${FIELD}.disabled: COMPONENT_FIELD_NOT_ALLOWED`],
      ],
      [
        `no value of a required select ${String(type)}`,
        select({ min_values: 0 }),
        [`${FIELD}.min_values: NUMBER_TYPE_MIN`],
      ],
      [
        `no value of a select ${String(type)} that is said to be required`,
        select({ min_values: 0, required: true }),
        [`${FIELD}.min_values: NUMBER_TYPE_MIN`],
      ],
    ] as const;
  }),
  [
    "eleven files",
    inLabel(fileUpload("f", { min_values: 11, max_values: 11 })),
    [`${FIELD}.max_values: NUMBER_TYPE_MAX`, `${FIELD}.min_values: NUMBER_TYPE_MAX`],
  ],
  [
    "files below their minimum",
    inLabel(fileUpload("f", { min_values: -1, max_values: 0 })),
    [`${FIELD}.max_values: NUMBER_TYPE_MIN`, `${FIELD}.min_values: NUMBER_TYPE_MIN`],
  ],
  [
    "fewer files than the minimum",
    inLabel(fileUpload("f", { min_values: 3, max_values: 2 })),
    [`${FIELD}.max_values: NUMBER_TYPE_MIN`],
  ],
  ["no required file", inLabel(fileUpload("f", { min_values: 0 })), [`${FIELD}.min_values: NUMBER_TYPE_MIN`]],
  [
    "eleven types of files",
    inLabel(fileUpload("f", { file_types: Array.from({ length: 11 }, () => ".a") })),
    [`${FIELD}.file_types: BASE_TYPE_MAX_LENGTH`],
  ],
  [
    "unknown types of files",
    inLabel(fileUpload("f", { file_types: ["pdf", "IMAGE", "image/png"] })),
    [`${FIELD}.file_types.0: STRING_TYPE_REGEX`, `${FIELD}.file_types.2: STRING_TYPE_REGEX`],
  ],
  [
    "a radio group of one",
    inLabel(radioGroup("f", { options: options(1) })),
    [`${FIELD}.options: BASE_TYPE_BAD_LENGTH`],
  ],
  [
    "a radio group of eleven",
    inLabel(radioGroup("f", { options: options(11) })),
    [`${FIELD}.options: BASE_TYPE_BAD_LENGTH`],
  ],
  [
    "a radio option without a value",
    inLabel(radioGroup("f", { options: [...options(1), { label: "x" }] })),
    [`${FIELD}.options.1.value: BASE_TYPE_REQUIRED`],
  ],
  [
    "a value twice",
    inLabel(radioGroup("f", { options: [...options(1), ...options(1)] })),
    [`${FIELD}.options.1.value: COMPONENT_OPTION_VALUE_DUPLICATED`],
  ],
  [
    "an empty checkbox group",
    inLabel(checkboxGroup("f", { options: [] })),
    [`${FIELD}.options: BASE_TYPE_BAD_LENGTH`],
  ],
  [
    "a checkbox group of eleven",
    inLabel(checkboxGroup("f", { options: options(11) })),
    [`${FIELD}.options: BASE_TYPE_BAD_LENGTH`],
  ],
  [
    "no required box",
    inLabel(checkboxGroup("f", { min_values: 0 })),
    [`${FIELD}.min_values: NUMBER_TYPE_MIN`],
  ],
  [
    "more boxes than there are",
    inLabel(checkboxGroup("f", { min_values: 3, max_values: 5 })),
    [`${FIELD}.min_values: NUMBER_TYPE_MAX`],
  ],
  [
    "eleven boxes",
    inLabel(checkboxGroup("f", { min_values: 11, max_values: 11 })),
    [`${FIELD}.max_values: NUMBER_TYPE_MAX`, `${FIELD}.min_values: NUMBER_TYPE_MAX`],
  ],
  ["a checkbox without a custom id", inLabel({ type: 23 }), [`${FIELD}.custom_id: BASE_TYPE_REQUIRED`]],
  [
    "a custom id twice",
    modal(label(checkbox("f")), label(checkbox("f"))),
    ["components.1.component.custom_id: COMPONENT_CUSTOM_ID_DUPLICATED"],
  ],
  [
    "an id twice",
    modal(text("a", { id: 4 }), label(checkbox("f", { id: 4 }))),
    ["components.1.component.id: COMPONENT_ID_DUPLICATED"],
  ],
];

describe("wrong modals", () => {
  test.each(WRONG)("are rejected where they are wrong: %s", (_, body, errors) => {
    expect(wrongOf(body)).toEqual(errors);
  });

  it("are rejected below the place of the modal in its request", () => {
    const outcome = modalFrom({ ...modal(text()), title: "" }, ["data"]);
    expect(leavesOf((outcome as Fault).errors)).toEqual(["data.title: BASE_TYPE_BAD_LENGTH"]);
  });
});

const HERE = {
  isUser: (id: string) => id.startsWith("1"),
  isRole: (id: string) => id.startsWith("2"),
  channelType: (id: string) => (id.startsWith("3") ? Number(id.slice(1)) : undefined),
};

describe("what a user enters in a modal", () => {
  const all = made(
    label(textInput("text", { min_length: 2, max_length: 3 })),
    label(stringSelect("options", { max_values: 2 })),
    label(entitySelect(7, "people", { max_values: 3 })),
    label(entitySelect(8, "channels", { channel_types: [0] })),
    label(fileUpload("files", { max_values: 2, file_types: ["image", ".pdf"] })),
  );
  const files = [
    { id: "91", filename: "a.PNG" },
    { id: "92", filename: "b.pdf" },
  ];
  const entries: Record<string, Entry> = {
    text: "abc",
    options: ["v0", "v2"],
    people: ["11", "21"],
    channels: ["30"],
    files,
  };

  it("becomes the data of the interaction", () => {
    expect(submissionOf(all, entries, HERE)).toEqual({
      custom_id: "modal",
      components: [
        { type: 18, id: 1, component: { type: 4, id: 2, custom_id: "text", value: "abc" } },
        { type: 18, id: 3, component: { type: 3, id: 4, custom_id: "options", values: ["v0", "v2"] } },
        { type: 18, id: 5, component: { type: 7, id: 6, custom_id: "people", values: ["11", "21"] } },
        { type: 18, id: 7, component: { type: 8, id: 8, custom_id: "channels", values: ["30"] } },
        { type: 18, id: 9, component: { type: 19, id: 10, custom_id: "files", values: ["91", "92"] } },
      ],
      userIds: ["11"],
      roleIds: ["21"],
      channelIds: ["30"],
      fileIds: ["91", "92"],
    });
  });

  it("leaves fields as they were shown", () => {
    const shown = options(2).map((one, at) => ({ ...one, default: at === 1 }));
    const form = made(
      text(),
      row(textInput("old", { label: "Old", value: "as it was" })),
      label(radioGroup("radio", { options: shown })),
      label(checkboxGroup("group", { options: shown })),
      label(checkbox("box", { default: true })),
    );
    expect(submissionOf(form, {}, HERE)).toMatchObject({
      components: [
        { type: 10, id: 1 },
        { type: 1, components: [{ type: 4, custom_id: "old", value: "as it was" }] },
        { component: { type: 21, value: "v1" } },
        { component: { type: 22, values: ["v1"] } },
        { component: { type: 23, value: true } },
      ],
    });
    const empty = made(
      label(textInput("text", { required: false, min_length: 5 })),
      label(radioGroup("radio", { required: false })),
      label(checkboxGroup("group", { required: false, min_values: 2 })),
      label(fileUpload("files", { required: false })),
      label(
        entitySelect(5, "user", {
          min_values: 1,
          max_values: 1,
          default_values: [{ id: "15", type: "user" }],
        }),
      ),
    );
    expect(submissionOf(empty, {}, HERE)).toMatchObject({
      components: [
        { component: { value: "" } },
        { component: { value: null } },
        { component: { values: [] } },
        { component: { values: [] } },
        { component: { values: ["15"] } },
      ],
      userIds: ["15"],
    });
  });

  test.each<[string, Record<string, Entry | undefined>, string[]]>([
    ["a short text", { text: "a" }, ["text: BASE_TYPE_BAD_LENGTH"]],
    ["a long text", { text: "abcd" }, ["text: BASE_TYPE_BAD_LENGTH"]],
    ["no text", { text: "" }, ["text: BASE_TYPE_REQUIRED"]],
    ["a list for a text", { text: ["abc"] }, ["text: BASE_TYPE_BAD_TYPE"]],
    ["no option", { options: [] }, ["options: BASE_TYPE_BAD_LENGTH"]],
    ["three options", { options: ["v0", "v1", "v2"] }, ["options: BASE_TYPE_BAD_LENGTH"]],
    ["an unknown option", { options: ["v9"] }, ["options.0: BASE_TYPE_CHOICES"]],
    ["an option twice", { options: ["v0", "v0"] }, ["options.1: SET_TYPE_ALREADY_CONTAINS_VALUE"]],
    ["a text for options", { options: "v0" }, ["options: BASE_TYPE_BAD_TYPE"]],
    ["a channel for a person", { people: ["30"] }, ["people.0: BASE_TYPE_CHOICES"]],
    ["another type of channel", { channels: ["32"] }, ["channels.0: BASE_TYPE_CHOICES"]],
    ["an unknown channel", { channels: ["1"] }, ["channels.0: BASE_TYPE_CHOICES"]],
    ["no file", { files: [] }, ["files: BASE_TYPE_BAD_LENGTH"]],
    ["three files", { files: [...files, files[0]!] }, ["files: BASE_TYPE_BAD_LENGTH"]],
    ["a file of another type", { files: [{ id: "1", filename: "a.exe" }] }, ["files.0: BASE_TYPE_CHOICES"]],
    ["ids for files", { files: ["91"] }, ["files: BASE_TYPE_BAD_TYPE"]],
    ["a field that is not there", { other: "x" }, ["other: COMPONENT_CUSTOM_ID_UNKNOWN"]],
    [
      "two mistakes",
      { text: "", options: [] },
      ["options: BASE_TYPE_BAD_LENGTH", "text: BASE_TYPE_REQUIRED"],
    ],
  ])("is rejected: %s", (_, more, errors) => {
    const outcome = submissionOf(all, { ...entries, ...more } as Record<string, Entry>, HERE);
    expect(outcome).toMatchObject({ status: 400, code: 50_035 });
    expect(leavesOf((outcome as Fault).errors)).toEqual(errors);
  });

  test.each<[string, Sent, Entry | undefined, string[]]>([
    ["no choice of a radio group", radioGroup("f"), undefined, ["f: BASE_TYPE_REQUIRED"]],
    ["an unknown choice", radioGroup("f"), "v2", ["f: BASE_TYPE_CHOICES"]],
    ["a list for a choice", radioGroup("f"), ["v0"], ["f: BASE_TYPE_BAD_TYPE"]],
    ["a text for a box", checkbox("f"), "true", ["f: BASE_TYPE_BAD_TYPE"]],
    ["no box of a group", checkboxGroup("f"), [], ["f: BASE_TYPE_BAD_LENGTH"]],
    [
      "one box of two",
      checkboxGroup("f", { min_values: 2, required: false }),
      ["v0"],
      ["f: BASE_TYPE_BAD_LENGTH"],
    ],
    ["no text of an old input", textInput("f"), undefined, ["f: BASE_TYPE_REQUIRED"]],
  ])("is rejected: %s", (_, field, entry, errors) => {
    const outcome = submissionOf(made(label(field)), entry === undefined ? {} : { f: entry }, HERE);
    expect(leavesOf((outcome as Fault).errors)).toEqual(errors);
  });
});

describe("what a user chooses in a select", () => {
  const select = {
    type: 3,
    id: 2,
    custom_id: "s",
    min_values: 1,
    max_values: 2,
    options: options(3),
  } as StringSelect;
  const people = { type: 7, id: 2, custom_id: "s", min_values: 0, max_values: 3 } as EntitySelect;

  it("is sorted by kind", () => {
    expect(selectionOf(select, ["v0", "v2"], HERE)).toEqual({ userIds: [], roleIds: [], channelIds: [] });
    expect(selectionOf(people, ["11", "21", "12"], HERE)).toEqual({
      userIds: ["11", "12"],
      roleIds: ["21"],
      channelIds: [],
    });
    expect(selectionOf(people, [], HERE)).not.toBeInstanceOf(Fault);
  });

  test.each<[string, StringSelect | EntitySelect, string[], string[]]>([
    ["nothing", select, [], ["values: BASE_TYPE_BAD_LENGTH"]],
    ["too much", select, ["v0", "v1", "v2"], ["values: BASE_TYPE_BAD_LENGTH"]],
    ["something else", select, ["v0", "v7"], ["values.1: BASE_TYPE_CHOICES"]],
    ["a value twice", people, ["11", "11"], ["values.1: SET_TYPE_ALREADY_CONTAINS_VALUE"]],
    [
      "a user for a role",
      { ...people, type: ComponentType.RoleSelect },
      ["11"],
      ["values.0: BASE_TYPE_CHOICES"],
    ],
    [
      "a role for a user",
      { ...people, type: ComponentType.UserSelect },
      ["21"],
      ["values.0: BASE_TYPE_CHOICES"],
    ],
  ])("is rejected: %s", (_, of, values, errors) => {
    expect(leavesOf((selectionOf(of, values, HERE) as Fault).errors)).toEqual(errors);
  });
});

test.each<[string, string[] | undefined, boolean]>([
  ["a.exe", undefined, true],
  ["a.exe", [], true],
  ["a.JPEG", ["image"], true],
  ["a.mp4", ["image", "video"], true],
  ["a.flac", ["audio"], true],
  ["a.mp3", ["image"], false],
  ["a.pdf", [".pdf"], true],
  ["pdf", [".pdf"], false],
])("file types: %s of %j is allowed: %s", (filename, types, isAllowed) => {
  expect(isFileTypeAllowed(filename, types)).toBe(isAllowed);
});
