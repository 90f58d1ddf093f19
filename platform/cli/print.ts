import { toJson } from "../control/values.js";

/** A result for people, or for programs: text on one line each, JSON on one line. */
export function printed(result: unknown, isJson: boolean): string {
  if (isJson || typeof result !== "object" || result === null)
    return `${isJson ? line(result) : plain(result)}\n`;
  if (Array.isArray(result)) return result.map((one) => `${plain(one)}\n`).join("");
  return Object.entries(result)
    .map(([name, value]) => `${name}: ${plain(value)}\n`)
    .join("");
}

function plain(value: unknown): string {
  return typeof value === "string" ? value : line(value);
}

function line(value: unknown): string {
  return toJson(value) ?? "null";
}
