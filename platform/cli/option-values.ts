import { InvalidArgumentError } from "commander";

/** @throws {InvalidArgumentError} */
export function numberOf(given: string): number {
  const number = Number(given);
  if (given.trim() === "" || Number.isNaN(number)) throw new InvalidArgumentError("expected a number");
  return number;
}
