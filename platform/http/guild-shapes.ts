import { Type } from "typebox";
import { invalidField } from "../domain/rules/faults.js";
import type { Fault } from "../domain/rules/outcome.js";

/** A picture as a data URI; the rule checks what it is, and its size. */
export const PictureShape = Type.String();

/** Bits of permissions: a decimal string, or a number. */
export const PermissionsShape = Type.Union([
  Type.String({ pattern: "^(0|[1-9][0-9]{0,19})$" }),
  Type.Integer({ minimum: 0 }),
]);

/** A time as ISO 8601 writes it. */
export const TimeShape = Type.String({
  pattern:
    "^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]{1,9})?)?([Zz]|[+-][0-9]{2}:?[0-9]{2})?$",
});

/** Unix milliseconds of a {@link TimeShape}; null and undefined stay. */
export function timeOf(field: string, text: string | null | undefined): number | null | undefined | Fault {
  if (text == null) return text;
  const time = Date.parse(text);
  return Number.isNaN(time) ? invalidField(field, "DATE_TIME_TYPE_PARSE", "Could not parse the time.") : time;
}
