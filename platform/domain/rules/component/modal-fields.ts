import { COMPONENT_LIMITS, ComponentType } from "sdkpp/wire";
import type {
  Checkbox,
  CheckboxGroup,
  FileUpload,
  RadioGroup,
  TextInput,
} from "../../records/component/component.js";
import { FILE_TYPE } from "../../records/component/upload-types.js";
import { REQUIRED, tooLow } from "../field-errors.js";
import { checkRange, checkRequired, customId, forbid, groupOptions } from "./fields.js";
import type { Cursor } from "./reading.js";
import { built, choice, flag, integer, list, maybe, must, readFields, text, type Body } from "./readers.js";

const { inputLength, label, groupOptions: OPTIONS_MAX, files } = COMPONENT_LIMITS;

const INPUT = {
  custom_id: must(customId),
  style: must(choice([1, 2])),
  label: maybe(text({ min: 1, max: label })),
  min_length: maybe(integer({ max: inputLength })),
  max_length: maybe(integer({ min: 1, max: inputLength })),
  required: maybe(flag),
  value: maybe(text({ max: inputLength })),
  placeholder: maybe(text({ max: COMPONENT_LIMITS.inputPlaceholder })),
};

/** @param isLabelled whether it is in a label, which says what it is for, or in an action row */
export function textInput(isLabelled: boolean) {
  return (id: number, body: Body, at: Cursor): TextInput => {
    const { required = true, ...read } = readFields(INPUT, body, at);
    const { min_length: least = 0, max_length: most = inputLength } = read;
    if (least > most) at.of("max_length").report(tooLow(least));
    if (isLabelled)
      forbid(body, at, ["label"], "The label of this text input is that of its Label component.");
    else if (body["label"] == null) at.of("label").report(REQUIRED);
    return built<TextInput>({ type: ComponentType.TextInput, id, ...read, required });
  };
}

const UPLOAD = {
  custom_id: must(customId),
  min_values: maybe(integer({ max: files })),
  max_values: maybe(integer({ max: files })),
  required: maybe(flag),
  file_types: maybe(list(text({ max: 17 }, FILE_TYPE), { max: COMPONENT_LIMITS.fileTypes })),
};

export function fileUpload(id: number, body: Body, at: Cursor): FileUpload {
  const read = readFields(UPLOAD, body, at);
  const { min_values: least = 1, max_values: most = 1, required = true } = read;
  checkRange({ min: least, max: most }, files, body, at);
  checkRequired(required, least, at);
  return built<FileUpload>({
    type: ComponentType.FileUpload,
    id,
    custom_id: read.custom_id,
    min_values: least,
    max_values: most,
    required,
    file_types: read.file_types?.map((type) => type.toLowerCase()),
  });
}

const RADIO = {
  custom_id: must(customId),
  options: must(groupOptions(COMPONENT_LIMITS.radioOptionsMin)),
  required: maybe(flag),
};

export function radioGroup(id: number, body: Body, at: Cursor): RadioGroup {
  const { required = true, ...read } = readFields(RADIO, body, at);
  return built<RadioGroup>({ type: ComponentType.RadioGroup, id, ...read, required });
}

const GROUP = {
  custom_id: must(customId),
  options: must(groupOptions(1)),
  min_values: maybe(integer({ max: OPTIONS_MAX })),
  max_values: maybe(integer({ min: 1, max: OPTIONS_MAX })),
  required: maybe(flag),
};

export function checkboxGroup(id: number, body: Body, at: Cursor): CheckboxGroup {
  const { required = true, ...read } = readFields(GROUP, body, at);
  const available = read.options?.length ?? OPTIONS_MAX;
  const { min_values: least = 1, max_values: most = available } = read;
  checkRange({ min: least, max: most }, available, body, at);
  checkRequired(required, least, at);
  const range = { min_values: least, max_values: most };
  return built<CheckboxGroup>({ type: ComponentType.CheckboxGroup, id, ...read, ...range, required });
}

const CHECKBOX = { custom_id: must(customId), default: maybe(flag) };

export function checkbox(id: number, body: Body, at: Cursor): Checkbox {
  return built<Checkbox>({ type: ComponentType.Checkbox, id, ...readFields(CHECKBOX, body, at) });
}
