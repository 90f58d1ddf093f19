import type { FieldErrorLeaf, FieldErrorTree } from "sdkpp/wire";
import type { TLocalizedValidationError } from "typebox/error";
import {
  addLeaf,
  badType,
  emptyTree,
  REQUIRED,
  tooHigh,
  tooLong,
  tooLow,
  tooShort,
  UNMATCHED,
} from "../domain/rules/field-errors.js";

/** Converts validation errors into the tree of H§1.5, which mirrors the request. */
export function formErrors(errors: readonly TLocalizedValidationError[]): FieldErrorTree {
  const root = emptyTree();
  for (const error of withoutNoise(errors)) {
    const path = segments(error.instancePath);
    if (error.keyword !== "required") addLeaf(root, path, leafOf(error));
    else for (const name of error.params.requiredProperties) addLeaf(root, [...path, name], REQUIRED);
  }
  return root;
}

/** These only report that a nested value is wrong, which has an error of its own. */
const WRAPPERS: ReadonlySet<string> = new Set(["anyOf", "propertyNames"]);

/** A union reports an error per branch; "must be null" does not help the sender of a bad object. */
function withoutNoise(errors: readonly TLocalizedValidationError[]): TLocalizedValidationError[] {
  const meaningful = errors.filter((error) => !WRAPPERS.has(error.keyword) && !isNullBranchError(error));
  return meaningful.length > 0 ? meaningful : errors.slice(0, 1);
}

function isNullBranchError(error: TLocalizedValidationError): boolean {
  return error.keyword === "type" && error.params.type === "null";
}

function leafOf(error: TLocalizedValidationError): FieldErrorLeaf {
  switch (error.keyword) {
    case "maxLength":
    case "maxItems":
    case "maxProperties":
      return tooLong(error.params.limit);
    case "minLength":
    case "minItems":
      return tooShort(error.params.limit);
    case "maximum":
      return tooHigh(Number(error.params.limit));
    case "minimum":
      return tooLow(Number(error.params.limit));
    case "pattern":
    case "~refine":
      return UNMATCHED;
    case "const":
    case "enum":
      return { code: "BASE_TYPE_CHOICES", message: "Value is not one of the allowed values." };
    default:
      return badType(error.message);
  }
}

/** Splits a JSON pointer. */
function segments(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((one) => one.replaceAll("~1", "/").replaceAll("~0", "~"));
}
