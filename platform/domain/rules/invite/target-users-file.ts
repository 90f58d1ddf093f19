import { parseSnowflake, type Snowflake } from "sdkpp/wire";
import type { Fault } from "../outcome.js";
import { badTargetUsersFile } from "./faults.js";

const HEADER = "user_id";
/** Lines that are reported at once. */
const PROBLEMS_MAX = 100;

/** Reads a list of users: CSV with one column, and a header that may be missing. Users that are named twice count once. */
export function readTargetUsers(text: string): readonly Snowflake[] | Fault {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const rows = lines.map((line, at) => ({ value: line, number: at + 1 }));
  const named = rows.filter(({ value, number }) => value !== "" && !(number === 1 && value === HEADER));
  const problems = named.flatMap(({ value, number }) => problemOf(value, number) ?? []);
  if (problems.length > 0) return badTargetUsersFile(problems.slice(0, PROBLEMS_MAX));
  if (named.length === 0) return badTargetUsersFile(["The file names no user"]);
  return [...new Set(named.map(({ value }) => value))];
}

function problemOf(value: string, line: number): string | undefined {
  if (!/^[0-9]+$/.test(value)) return `Line ${String(line)}: invalid user ID format`;
  return parseSnowflake(value) === undefined
    ? `Line ${String(line)}: invalid user ID - must be a valid snowflake`
    : undefined;
}
