import { COMPONENT_LIMITS, ComponentType, type FieldErrorLeaf, type Snowflake } from "sdkpp/wire";
import type {
  FileUpload,
  Modal,
  ModalComponent,
  ModalField,
  RadioGroup,
  TextInput,
} from "../../records/component/component.js";
import { fieldsOf } from "../../records/component/tree.js";
import { isFileTypeAllowed } from "../../records/component/upload-types.js";
import { invalidForm } from "../faults.js";
import { badType, REQUIRED } from "../field-errors.js";
import type { Fault } from "../outcome.js";
import { bareReading, Cursor } from "./reading.js";
import { text } from "./readers.js";
import {
  allChosen,
  checkCount,
  checkOffered,
  checkOptions,
  chosenBy,
  NOT_OFFERED,
  type Choosable,
  type Chosen,
} from "./values.js";

/** A file that a user uploads in a modal. */
export interface SubmittedFile {
  /** Id of the attachment in `resolved`. */
  readonly id: Snowflake;
  readonly filename: string;
}

/**
 * A user's entry in a field: text of a text input, the value of a radio group, values of a select or checkbox group,
 * the state of a checkbox, files of a file upload.
 */
export type Entry = string | boolean | readonly string[] | readonly SubmittedFile[];

/** A field of `data.components` of a modal's submission. */
export interface SubmittedField {
  readonly type: number;
  readonly id: number;
  readonly custom_id: string;
  readonly value?: string | boolean | null;
  readonly values?: readonly string[];
}

/** A top-level element of `data.components` of a modal's submission. */
export type SubmittedComponent =
  | { readonly type: number; readonly id: number }
  | { readonly type: number; readonly id: number; readonly component: SubmittedField }
  | { readonly type: number; readonly id: number; readonly components: readonly SubmittedField[] };

/** A modal as a user submits it. */
export interface Submission extends Chosen {
  readonly custom_id: string;
  readonly components: readonly SubmittedComponent[];
  /** Ids of all file uploads. */
  readonly fileIds: readonly Snowflake[];
}

/**
 * Checks what a user enters in a modal (H§11): lengths, numbers of values and of files, their types, and that what is
 * required is there.
 *
 * @param entries by the `custom_id` of the field; a field without an entry is left as it is: empty, or with the values with which
 * it was shown
 * @returns `data` of the interaction, and what the values stand for; or 50035 with everything that is wrong, by `custom_id`
 */
export function submissionOf(
  modal: Modal,
  entries: Readonly<Record<string, Entry>>,
  choosable: Choosable,
): Submission | Fault {
  const reading = bareReading("modal");
  const root = new Cursor(reading);
  const fields = fieldsOf(modal);
  const given = new Map(Object.entries(entries));
  for (const name of given.keys())
    if (!fields.some((field) => field.custom_id === name)) root.of(name).report(UNKNOWN_FIELD);
  const filled = new Map(
    fields.map((field) => {
      const entry = given.get(field.custom_id) ?? shownIn(field);
      return [field.id, fill(field, entry, choosable, root.of(field.custom_id))] as const;
    }),
  );
  if (reading.errors !== undefined) return invalidForm(reading.errors);
  const parts = [...filled.values()];
  return {
    custom_id: modal.custom_id,
    components: modal.components.map((component) => submitted(component, filled)),
    fileIds: parts.flatMap(({ fileIds = [] }) => fileIds),
    ...allChosen(parts.flatMap(({ chosen }) => chosen ?? [])),
  };
}

const UNKNOWN_FIELD: FieldErrorLeaf = {
  code: "COMPONENT_CUSTOM_ID_UNKNOWN",
  message: "The modal has no field with this custom id.",
};

/** A field with what was entered. */
interface Filled {
  readonly field: SubmittedField;
  readonly chosen?: Chosen;
  readonly fileIds?: readonly Snowflake[];
}

/** The content of a field before a user changes it. */
function shownIn(field: ModalField): Entry | undefined {
  switch (field.type) {
    case ComponentType.TextInput:
      return field.value;
    case ComponentType.StringSelect:
    case ComponentType.CheckboxGroup:
      return field.options.filter((option) => option.default === true).map(({ value }) => value);
    case ComponentType.RadioGroup:
      return field.options.find((option) => option.default === true)?.value;
    case ComponentType.Checkbox:
      return field.default ?? false;
    case ComponentType.FileUpload:
      return [];
    default:
      return field.default_values?.map(({ id }) => id) ?? [];
  }
}

function fill(field: ModalField, entry: Entry | undefined, choosable: Choosable, at: Cursor): Filled {
  const { type, id, custom_id } = field;
  const own = { type, id, custom_id };
  switch (field.type) {
    case ComponentType.TextInput:
      return { field: { ...own, value: typedText(field, entry ?? "", at) } };
    case ComponentType.RadioGroup:
      return { field: { ...own, value: chosenOption(field, entry, at) } };
    case ComponentType.Checkbox:
      if (typeof entry !== "boolean") at.report(badType("must be boolean"));
      return { field: { ...own, value: entry === true } };
    case ComponentType.FileUpload: {
      const fileIds = uploaded(field, entry, at).map((file) => file.id);
      return { field: { ...own, values: fileIds }, fileIds };
    }
    case ComponentType.CheckboxGroup: {
      const values = chosenValues(field, entry, at);
      checkOptions(field.options, values, at);
      return { field: { ...own, values } };
    }
    default: {
      const values = chosenValues(field, entry, at);
      checkOffered(field, values, choosable, at);
      return { field: { ...own, values }, chosen: chosenBy(field, values, choosable) };
    }
  }
}

/** Null: none. */
function chosenOption(
  { options, required }: RadioGroup,
  entry: Entry | undefined,
  at: Cursor,
): string | null {
  if (entry === undefined) {
    if (required) at.report(REQUIRED);
    return null;
  }
  const chosen = options.find(({ value }) => value === entry);
  if (chosen === undefined) at.report(typeof entry === "string" ? NOT_OFFERED : badType("must be string"));
  return chosen?.value ?? null;
}

/** A text may be empty unless it is required; one that is not empty has the length that the field asks for. */
function typedText(
  { required, min_length: min = 0, max_length: max = COMPONENT_LIMITS.inputLength }: TextInput,
  entry: Entry,
  at: Cursor,
): string {
  if (entry === "") {
    if (required) at.report(REQUIRED);
    return "";
  }
  return text({ min, max })(entry, at) ?? "";
}

/** The values of a field up to its maximum; more are reported, and not read. */
function chosenValues(
  field: { readonly min_values: number; readonly max_values: number; readonly required?: boolean },
  entry: Entry | undefined,
  at: Cursor,
): string[] {
  if (!Array.isArray(entry) || !entry.every((one) => typeof one === "string")) {
    at.report(badType("must be array of strings"));
    return [];
  }
  checkCount(entry.length, field, field.required === false, at);
  return entry.slice(0, field.max_values);
}

function uploaded(field: FileUpload, entry: Entry | undefined, at: Cursor): readonly SubmittedFile[] {
  if (!Array.isArray(entry) || !entry.every(isFile)) {
    at.report(badType("must be array of files"));
    return [];
  }
  checkCount(entry.length, field, !field.required, at);
  const files: readonly SubmittedFile[] = entry.slice(0, field.max_values);
  for (const [index, { filename }] of files.entries())
    if (!isFileTypeAllowed(filename, field.file_types)) at.of(index).report(WRONG_TYPE);
  return files;
}

function isFile(one: unknown): one is SubmittedFile {
  return typeof one === "object" && one !== null && "filename" in one && typeof one.filename === "string";
}

const WRONG_TYPE: FieldErrorLeaf = {
  code: "BASE_TYPE_CHOICES",
  message: "The file has none of the types that the component takes.",
};

function submitted(component: ModalComponent, filled: ReadonlyMap<number, Filled>): SubmittedComponent {
  const { type, id } = component;
  const fieldOf = (one: ModalField): SubmittedField => filled.get(one.id)?.field ?? one;
  switch (component.type) {
    case ComponentType.Label:
      return { type, id, component: fieldOf(component.component) };
    case ComponentType.ActionRow:
      return { type, id, components: component.components.map(fieldOf) };
    case ComponentType.TextDisplay:
      return { type, id };
  }
}
