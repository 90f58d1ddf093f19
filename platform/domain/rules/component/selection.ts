import type { Select } from "../../records/component/component.js";
import { invalidForm } from "../faults.js";
import type { Fault } from "../outcome.js";
import { bareReading, Cursor } from "./reading.js";
import { checkCount, checkOffered, chosenBy, type Choosable, type Chosen } from "./values.js";

/**
 * Checks what a user chooses in a select of a message: how many values, each once, and only those that it offers.
 *
 * @returns what the values stand for; or 50035 with `values.<index>`
 */
export function selectionOf(select: Select, values: readonly string[], choosable: Choosable): Chosen | Fault {
  const reading = bareReading("message");
  const at = new Cursor(reading).of("values");
  checkCount(values.length, select, false, at);
  checkOffered(select, values.slice(0, select.max_values), choosable, at);
  return reading.errors === undefined ? chosenBy(select, values, choosable) : invalidForm(reading.errors);
}
