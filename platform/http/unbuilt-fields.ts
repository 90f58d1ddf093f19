import type { FieldErrorTree } from "sdkpp/wire";
import { invalidForm } from "../domain/rules/faults.js";
import type { Fault } from "../domain/rules/outcome.js";

/**
 * Rejects by name documented fields that the platform does not build, rather than dropping them: a value that asks for an effect. What
 * clients send as the default asks for nothing: null, false, 0, nothing in a list, a map or a text.
 * @param fields names, with dots between those of nested objects
 */
export function unbuiltFault(fields: readonly string[], body: unknown): Fault | undefined {
  if (fields.length === 0 || typeof body !== "object" || body === null) return undefined;
  const asked = fields.filter((field) => asksForSomething(valueAt(body, field)));
  if (asked.length === 0) return undefined;
  const leaf = (field: string): FieldErrorTree => ({
    _errors: [
      {
        code: "NOT_EMULATED",
        message: `This platform does not emulate ${field}: leave it out, or give it its default.`,
      },
    ],
  });
  return invalidForm(
    Object.assign({}, ...asked.map((field) => nested(field, leaf(field)))) as FieldErrorTree,
  );
}

function valueAt(body: object, field: string): unknown {
  return field
    .split(".")
    .reduce<unknown>(
      (at, name) => (typeof at === "object" ? (at as Record<string, unknown> | null)?.[name] : undefined),
      body,
    );
}

function nested(field: string, leaf: FieldErrorTree): FieldErrorTree {
  return field.split(".").reduceRight<FieldErrorTree>((inside, name) => ({ [name]: inside }), leaf);
}

function asksForSomething(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === 0 || value === "") return false;
  return typeof value !== "object" || Object.keys(value).length > 0;
}
