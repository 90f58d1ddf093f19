import { CommandOptionType } from "sdkpp/wire";

/** The largest number that every client can send. */
const LARGEST_NUMBER = 2 ** 53;

/** Whether a value is one that an option of this type can have. */
export function isChoiceOf(type: number, value: unknown): value is string | number {
  switch (type) {
    case CommandOptionType.String:
      return typeof value === "string";
    case CommandOptionType.Integer:
      return typeof value === "number" && Number.isSafeInteger(value);
    default:
      return typeof value === "number" && Math.abs(value) <= LARGEST_NUMBER;
  }
}
