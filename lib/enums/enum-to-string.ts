import { ArgumentError } from "../wire/index.js";

/**
 * Gives the name of an enumerator. JavaScript numbers carry no enum type, so the enum object comes first.
 * @returns "unknown" for a value that the enum does not have
 * @throws {ArgumentError} without the enum object
 * @example
 * console.log(enumToString(StatusType, StatusType.Idle));
 * @mirrors EnumToString
 */
export function enumToString<E extends object>(enumType: E, value: number): string {
  if (typeof enumType !== "object")
    throw new ArgumentError("enumType", "an enum before the value, such as StatusType", shown(enumType));
  return Object.entries(enumType).find(([, number]) => number === value)?.[0] ?? "unknown";
}

/** The value itself where it is a number: most often the enumerator, whose enum was left out. */
function shown(value: unknown): string {
  return typeof value === "number" ? `number ${String(value)}` : typeof value;
}
