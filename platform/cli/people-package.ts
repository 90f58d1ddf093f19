import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { ControlAccess } from "../control/access.js";

/** Commands that people of the platform perform. */
export type PeopleCommand = "say" | "speak" | "heard" | "call";

/** Options of these commands, by name; each has some of them. */
export interface PeopleOptions {
  /** Who acts: a user name. */
  readonly as?: string;
  /** Id of a channel, a conversation or a lobby. */
  readonly in?: string;
  /** Secret of a lobby to join, instead of an id. */
  readonly lobby?: string;
  /** The sound that `heard` listens for. */
  readonly of?: string;
  /** Milliseconds. */
  readonly within?: number;
  readonly seconds?: number;
  readonly estoi?: number;
  /** Seed of what is said. */
  readonly randomSeed?: number;
}

/** `@sdkpp/testing/commands`: performs a command. @param words what stands before the options */
export type PerformPeopleCommand = (
  command: PeopleCommand,
  access: ControlAccess,
  words: readonly string[],
  options: PeopleOptions,
) => Promise<unknown>;

const DOOR = "@sdkpp/testing/commands";

/** Loads the commands of the `@sdkpp/testing` that is installed. @returns undefined when none is */
export async function installedPeople(): Promise<PerformPeopleCommand | undefined> {
  const file = located();
  if (file === undefined) return undefined;
  const { performCommand } = (await import(pathToFileURL(file).href)) as {
    readonly performCommand: PerformPeopleCommand;
  };
  return performCommand;
}

/** The package beside the project of the current folder, or beside this package. */
function located(): string | undefined {
  for (const from of [path.join(process.cwd(), "package.json"), import.meta.url])
    try {
      return createRequire(from).resolve(DOOR);
    } catch {
      continue;
    }
  return undefined;
}
