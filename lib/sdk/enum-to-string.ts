/**
 * Gives the name of an enumerator. JavaScript numbers carry no enum type, so the enum object comes first.
 * @returns "unknown" for a value that the enum does not have
 * @example
 * console.log(enumToString(StatusType, StatusType.Idle));
 * @mirrors EnumToString
 */
export function enumToString<E extends object>(enumType: E, value: number): string {
  return Object.entries(enumType).find(([, number]) => number === value)?.[0] ?? "unknown";
}
