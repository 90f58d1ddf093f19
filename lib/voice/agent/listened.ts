import { idArgument, type IdLike } from "../../protocol/index.js";
import { ArgumentError } from "../../wire/index.js";

/** One user, or everyone in the channel. */
export type Listened = IdLike | "everyone";

/** @internal @throws {ArgumentError} */
export function listenedArgument(name: string, value: Listened): bigint | "everyone" {
  if (value === "everyone") return value;
  try {
    return idArgument(name, value);
  } catch (error) {
    if (!(error instanceof ArgumentError)) throw error;
    const received = typeof value === "string" ? JSON.stringify(value) : typeof value;
    throw new ArgumentError(name, `"everyone" or a user's 64-bit id`, received);
  }
}
