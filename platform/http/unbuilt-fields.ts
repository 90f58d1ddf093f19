import type { FieldErrorTree } from "sdkpp/wire";
import { invalidForm } from "../domain/rules/faults.js";
import type { Fault } from "../domain/rules/outcome.js";

/**
 * Rejects by name documented fields that the platform does not build, rather than dropping them: a value that asks for an effect. What
 * clients send as the default asks for nothing: null, false, 0, nothing in a list, a map or a text.
 */
export function unbuiltFault(fields: readonly string[], body: unknown): Fault | undefined {
  if (fields.length === 0 || typeof body !== "object" || body === null) return undefined;
  const asked = fields.filter((field) => asksForSomething((body as Record<string, unknown>)[field]));
  if (asked.length === 0) return undefined;
  const leaf = (field: string): FieldErrorTree => ({
    _errors: [
      {
        code: "NOT_EMULATED",
        message: `This platform does not emulate ${field}: leave it out, or give it its default.`,
      },
    ],
  });
  return invalidForm(Object.fromEntries(asked.map((field) => [field, leaf(field)])));
}

function asksForSomething(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === 0 || value === "") return false;
  return typeof value !== "object" || Object.keys(value).length > 0;
}
