import type { Member } from "./listed.js";

type Function = (...args: unknown[]) => unknown;

/** Another value of the same kind, so that only a test that looks at it can tell. */
export function falsifiedValue(value: unknown): unknown {
  switch (typeof value) {
    case "boolean":
      return !value;
    case "number":
      return value + 1;
    case "bigint":
      return value + 1n;
    case "string":
      return `${value}?`;
    case "undefined":
      return null;
    case "object":
      return falsifiedObject(value);
    default:
      return undefined;
  }
}

function falsifiedObject(value: object | null): unknown {
  if (value === null) return undefined;
  if (Array.isArray(value)) return value.length === 0 ? [undefined] : value.slice(1);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === null || prototype === Object.prototype) return { ...value, falsified: "yes" };
  return undefined;
}

/** Calls a member as if it were wrong: what it should do is not done, or what it says is another thing. */
export function falsifiedCall(
  member: Member,
  original: Function,
  self: unknown,
  args: readonly unknown[],
): unknown {
  if (member.isOperation) return falsifiedOperation(original, self, args);
  if (member.isVoid) return undefined;
  switch (member.kind) {
    case "operator":
      return member.name === "isValid"
        ? !Reflect.apply(original, self, [...args])
        : selfOrFalse(member, self);
    case "constructor":
      // A copy that is the same object; a move that leaves its source as it was.
      return member.isStatic ? args[0] : self;
    default:
      return falsifiedValue(Reflect.apply(original, self, [...args]));
  }
}

/** An assignment that assigns nothing; a comparison that finds no two alike. */
function selfOrFalse(member: Member, self: unknown): unknown {
  return member.name === "assign" || member.name === "moveAssign" ? self : false;
}

function falsifiedOperation(original: Function, self: unknown, args: readonly unknown[]): unknown {
  const callback = args.at(-1);
  if (typeof callback === "function") {
    const wrong = (...results: unknown[]): unknown =>
      Reflect.apply(callback, undefined, wrongResults(results));
    return Reflect.apply(original, self, [...args.slice(0, -1), wrong]);
  }
  const result = Reflect.apply(original, self, [...args]) as Promise<unknown>;
  return result.then(
    (value) => (value === undefined ? Promise.reject(new Error("falsified")) : falsifiedResult(value)),
    () => undefined,
  );
}

/** The values behind a ClientResult; the result itself where there is nothing else. */
function wrongResults(results: readonly unknown[]): unknown[] {
  const [first, ...values] = results;
  return values.length === 0 ? [invalidOf(first)] : [first, ...values.map(falsifiedValue)];
}

function falsifiedResult(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return falsifiedValue(value);
  if (Object.getPrototypeOf(value) !== Object.prototype) return undefined;
  const entries = Object.entries(value).map(([name, one]) => [
    name,
    name === "result" ? (one as unknown) : falsifiedValue(one),
  ]);
  return Object.fromEntries(entries) as unknown;
}

/** The value that means "no object" in the class of `value`. */
function invalidOf(value: unknown): unknown {
  const type = (value as object | undefined)?.constructor as { nullobj?: unknown } | undefined;
  return type?.nullobj ?? falsifiedValue(value);
}
