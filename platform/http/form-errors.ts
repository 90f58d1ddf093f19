import type { FieldErrorLeaf, FieldErrorTree } from "sdkpp/wire";
import type { TLocalizedValidationError } from "typebox/error";

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

const REQUIRED: FieldErrorLeaf = { code: "BASE_TYPE_REQUIRED", message: "This field is required" };

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
      return { code: "BASE_TYPE_MAX_LENGTH", message: `Must be ${error.params.limit} or fewer in length.` };
    case "minLength":
    case "minItems":
      return { code: "BASE_TYPE_MIN_LENGTH", message: `Must be ${error.params.limit} or more in length.` };
    case "maximum":
      return {
        code: "NUMBER_TYPE_MAX",
        message: `Value should be less than or equal to ${error.params.limit}.`,
      };
    case "minimum":
      return {
        code: "NUMBER_TYPE_MIN",
        message: `Value should be greater than or equal to ${error.params.limit}.`,
      };
    case "pattern":
      return { code: "STRING_TYPE_REGEX", message: "String value did not match validation regex." };
    case "const":
    case "enum":
      return { code: "BASE_TYPE_CHOICES", message: "Value is not one of the allowed values." };
    default:
      return { code: "BASE_TYPE_BAD_TYPE", message: `Value ${error.message}.` };
  }
}

function addLeaf(root: FieldErrorTree, path: readonly string[], leaf: FieldErrorLeaf): void {
  let node = root;
  for (const segment of nameable(path)) {
    const next = node[segment];
    if (next === undefined || Array.isArray(next)) node[segment] = emptyTree();
    node = node[segment] as FieldErrorTree;
  }
  node._errors = [...(node._errors ?? []), leaf];
}

/** The path up to a field that the sender called `_errors`: the tree has its own leaves under this name. */
function nameable(path: readonly string[]): readonly string[] {
  const end = path.indexOf(LEAVES);
  return end < 0 ? path : path.slice(0, end);
}

const LEAVES = "_errors";

/** Has no prototype because the keys come from the network. */
function emptyTree(): FieldErrorTree {
  return Object.create(null) as FieldErrorTree;
}

/** Splits a JSON pointer. */
function segments(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((one) => one.replaceAll("~1", "/").replaceAll("~0", "~"));
}
