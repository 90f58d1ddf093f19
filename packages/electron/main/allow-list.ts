import { ArgumentError } from "sdkpp";
import { COLLECTIONS, EVENTS, OPERATIONS, type Allowed } from "sdkpp/surface";

const KNOWN = new Set([
  ...[OPERATIONS, COLLECTIONS, EVENTS].flatMap((table) => Object.keys(table)),
  "levels",
]);

/** @throws {ArgumentError} for what is no list, and for a name that the surface lacks */
export function allowArgument(name: string, allow: unknown): readonly Allowed[] {
  if (!Array.isArray(allow)) throw new ArgumentError(name, "a list of names", typeof allow);
  return allow.map((one: unknown, index) => {
    if (typeof one === "string" && KNOWN.has(one)) return one as Allowed;
    const expected = "the name of an operation, a part of the state or an event, as in `sdkpp/surface`";
    throw new ArgumentError(`${name}[${String(index)}]`, expected, shown(one));
  });
}

const shown = (value: unknown): string => (typeof value === "string" ? JSON.stringify(value) : typeof value);
