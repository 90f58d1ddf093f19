import { COMPONENT_LIMITS } from "sdkpp/wire";
import type { Modal, ModalComponent } from "../../records/component/component.js";
import { numbered } from "../../records/component/tree.js";
import { invalidForm } from "../faults.js";
import type { Fault } from "../outcome.js";
import { components, TOP } from "./layout.js";
import { bareReading, Cursor, type ComponentContext } from "./reading.js";
import { must, objectAt, readFields, text, type Body } from "./readers.js";

const FIELDS = {
  title: must(text({ min: 1, max: COMPONENT_LIMITS.modalTitle })),
  custom_id: must(text({ min: 1, max: COMPONENT_LIMITS.customId })),
  components: must(components(TOP.modal, { min: 1, max: COMPONENT_LIMITS.modal })),
};

/**
 * Checks and reads a modal, `data` of an interaction callback of type 9 (H§11). Its cost is bounded for any input.
 *
 * @param body unchecked
 * @param path of the modal in the request; errors are below it
 * @param isEmoji whether there is a custom emoji with an id; default: there is none
 * @returns the modal with ids and defaults; or 50035 with everything that is wrong, at its place
 */
export function modalFrom(
  body: unknown,
  path: readonly string[] = [],
  isEmoji?: ComponentContext["isEmoji"],
): Modal | Fault {
  const reading = bareReading("modal", isEmoji);
  const at = new Cursor(reading, path);
  const given: Body | undefined = objectAt(body, at);
  const read = given && readFields(FIELDS, given, at);
  if (reading.errors !== undefined || read === undefined) return invalidForm(reading.errors ?? {});
  return { ...read, components: numbered(read.components as ModalComponent[]) } as Modal;
}
