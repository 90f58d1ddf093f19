import { COMPONENT_LIMITS, ComponentType, type FieldErrorLeaf } from "sdkpp/wire";
import type {
  ActionRow,
  AnyComponent,
  Container,
  InputRow,
  Label,
  Section,
} from "../../records/component/component.js";
import { badType } from "../field-errors.js";
import { button } from "./button.js";
import { file, mediaGallery, separator, textDisplay, thumbnail } from "./content.js";
import { checkbox, checkboxGroup, fileUpload, radioGroup, textInput } from "./modal-fields.js";
import type { Cursor } from "./reading.js";
import {
  built,
  flag,
  integer,
  lengthLeaf,
  maybe,
  must,
  objectAt,
  readFields,
  text,
  type Body,
  type Reader,
} from "./readers.js";
import { entitySelect, stringSelect } from "./select.js";

type Type = (typeof ComponentType)[keyof typeof ComponentType];
type Table = Readonly<Partial<Record<Type, (id: number, body: Body, at: Cursor) => AnyComponent>>>;

const SELECTS: Table = {
  [ComponentType.StringSelect]: stringSelect,
  [ComponentType.UserSelect]: entitySelect(ComponentType.UserSelect),
  [ComponentType.RoleSelect]: entitySelect(ComponentType.RoleSelect),
  [ComponentType.MentionableSelect]: entitySelect(ComponentType.MentionableSelect),
  [ComponentType.ChannelSelect]: entitySelect(ComponentType.ChannelSelect),
};
const IN_ROW: Table = { [ComponentType.Button]: button, ...SELECTS };
const IN_MODAL_ROW: Table = { [ComponentType.TextInput]: textInput(false) };
const IN_SECTION: Table = { [ComponentType.TextDisplay]: textDisplay };
const ACCESSORIES: Table = { [ComponentType.Button]: button, [ComponentType.Thumbnail]: thumbnail };
const IN_CONTAINER: Table = {
  [ComponentType.ActionRow]: actionRow,
  [ComponentType.Section]: section,
  [ComponentType.TextDisplay]: textDisplay,
  [ComponentType.MediaGallery]: mediaGallery,
  [ComponentType.File]: file,
  [ComponentType.Separator]: separator,
};
const IN_LABEL: Table = {
  ...SELECTS,
  [ComponentType.TextInput]: textInput(true),
  [ComponentType.FileUpload]: fileUpload,
  [ComponentType.RadioGroup]: radioGroup,
  [ComponentType.CheckboxGroup]: checkboxGroup,
  [ComponentType.Checkbox]: checkbox,
};

/** The top-level components: of a message, of one without `IS_COMPONENTS_V2`, and of a modal. */
export const TOP = {
  message: { ...IN_CONTAINER, [ComponentType.Container]: container },
  legacy: { [ComponentType.ActionRow]: actionRow },
  modal: {
    [ComponentType.ActionRow]: inputRow,
    [ComponentType.TextDisplay]: textDisplay,
    [ComponentType.Label]: label,
  },
} satisfies Readonly<Record<string, Table>>;

/** Components of these types, as long as the message can have more. */
export function components(
  table: Table,
  { min = 0, max = Infinity }: { readonly min?: number; readonly max?: number } = {},
): Reader<AnyComponent[]> {
  return (value, at) => {
    if (!Array.isArray(value)) at.report(badType("must be array"));
    else if (value.length < min || value.length > max) at.report(lengthLeaf(min, max));
    else return readAll(component(table), value as unknown[], at);
    return undefined;
  };
}

function readAll(readOne: Reader<AnyComponent>, values: readonly unknown[], at: Cursor): AnyComponent[] {
  const read: AnyComponent[] = [];
  for (const [index, value] of values.entries()) {
    const one = readOne(value, at.of(index));
    if (at.reading.isFull) break;
    if (one !== undefined) read.push(one);
  }
  return read;
}

/** Ids have 32 bits; 0 asks for one. */
const readId = maybe(integer({ max: 2 ** 31 - 1 }));

/** One component of these types; what another one contains is not read. */
function component(table: Table): Reader<AnyComponent> {
  const types = must(typeIn(table));
  return (value, at) => {
    at.reading.count();
    if (at.reading.isFull) return undefined;
    const body = objectAt(value, at);
    if (body === undefined) return undefined;
    const type = types(body["type"], at.of("type"));
    const id = readId(body["id"], at.of("id")) ?? 0;
    if (id !== 0 && !at.reading.addId(id)) at.of("id").report(DUPLICATED);
    return type && table[type]?.(id, body, at);
  };
}

function typeIn(table: Table): Reader<Type> {
  const types = typesOf(table);
  const message = `Value of field "type" must be one of (${types.join(", ")}).`;
  return (value, at) => {
    const type = types.find((one) => one === value);
    if (type === undefined) at.report({ code: "COMPONENT_TYPE_INVALID", message });
    return type;
  };
}

function typesOf(table: Table): Type[] {
  return Object.keys(table).map(Number) as Type[];
}

const DUPLICATED: FieldErrorLeaf = {
  code: "COMPONENT_ID_DUPLICATED",
  message: "Component id cannot be duplicated",
};

/** Capacity of an action row: five buttons, or one of anything else. */
const ROW_WIDTH = 5;
const ROW_LIMITS = { min: 1, max: ROW_WIDTH };

function actionRow(id: number, body: Body, at: Cursor): ActionRow {
  return {
    type: ComponentType.ActionRow,
    id,
    components: inRow(IN_ROW, body, at) as ActionRow["components"],
  };
}

function inputRow(id: number, body: Body, at: Cursor): InputRow {
  const inputs = inRow(IN_MODAL_ROW, body, at) as InputRow["components"];
  return { type: ComponentType.ActionRow, id, components: inputs };
}

function inRow(table: Table, body: Body, at: Cursor): readonly AnyComponent[] {
  const here = at.of("components");
  const read = must(components(table, ROW_LIMITS))(body["components"], here);
  if (read !== undefined) reportWidth(table, body["components"] as readonly (Body | null)[], here);
  return read ?? [];
}

function reportWidth(table: Table, children: readonly (Body | null)[], at: Cursor): void {
  const types: readonly unknown[] = typesOf(table);
  let width = 0;
  for (const [index, child] of children.entries()) {
    const type = child?.["type"];
    if (types.includes(type)) width += type === ComponentType.Button ? 1 : ROW_WIDTH;
    if (width > ROW_WIDTH) at.of(index).report(TOO_WIDE);
  }
}

const TOO_WIDE: FieldErrorLeaf = {
  code: "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
  message: "The specified component exceeds the maximum width",
};

function section(id: number, body: Body, at: Cursor): Section {
  const fields = {
    components: must(components(IN_SECTION, { min: 1, max: COMPONENT_LIMITS.sectionTexts })),
    accessory: must(component(ACCESSORIES)),
  };
  return built<Section>({ type: ComponentType.Section, id, ...readFields(fields, body, at) } as Section);
}

function container(id: number, body: Body, at: Cursor): Container {
  const fields = {
    components: must(components(IN_CONTAINER, { min: 1 })),
    accent_color: maybe(integer({ max: 0xffffff })),
    spoiler: maybe(flag),
  };
  const { accent_color = null, spoiler = false, ...read } = readFields(fields, body, at);
  return built<Container>({ type: ComponentType.Container, id, ...read, accent_color, spoiler } as Container);
}

function label(id: number, body: Body, at: Cursor): Label {
  const fields = {
    label: must(text({ min: 1, max: COMPONENT_LIMITS.label })),
    description: maybe(text({ min: 1, max: COMPONENT_LIMITS.labelDescription })),
    component: must(component(IN_LABEL)),
  };
  return built<Label>({ type: ComponentType.Label, id, ...readFields(fields, body, at) } as Label);
}
