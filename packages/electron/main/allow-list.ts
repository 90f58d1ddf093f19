import { ArgumentError } from "sdkpp";
import { isAllowed, type Allowed } from "sdkpp/surface";

/** @throws {ArgumentError} for what is no list, and for a name that the surface lacks */
export function allowArgument(name: string, allow: unknown): readonly Allowed[] {
  if (!Array.isArray(allow)) throw new ArgumentError(name, "a list of names", typeof allow);
  return allow.map((one: unknown, index) => {
    if (isAllowed(one)) return one;
    const expected =
      "the name of an operation, a part of the state, an event or a sound, as in `sdkpp/surface`";
    throw new ArgumentError(`${name}[${String(index)}]`, expected, shown(one));
  });
}

const shown = (value: unknown): string => (typeof value === "string" ? JSON.stringify(value) : typeof value);
