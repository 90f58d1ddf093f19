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
    throw new ArgumentError("enumType", "an enum before the value, such as StatusType", typeof enumType);
  return Object.entries(enumType).find(([, number]) => number === value)?.[0] ?? "unknown";
}
