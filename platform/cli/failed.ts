import { CommanderError, type Command } from "commander";
import { ArgumentError, ArgumentRangeError, SdkError } from "sdkpp/wire";
import { failureOf, type Failure } from "../control/door/failure.js";
import { ControlError } from "../control/remote/remote-error.js";
import { StartError } from "../guard/start-error.js";

/** The command was refused or failed. */
export const REFUSED = 1;
/** An option or an argument of the command is wrong. */
export const WRONG_USE = 2;

/** The end of a command that the user can mend. */
export interface Failed {
  readonly exitCode: typeof REFUSED | typeof WRONG_USE;
  readonly error: Failure["error"];
}

/** Options of {@link startPlatform} whose option of the program is called differently. */
const OPTION_NAMES: ReadonlyMap<string, string> = new Map([["dataDir", "data"]]);

/**
 * Any other error is a bug and keeps its stack.
 * @param command that has failed, unless none had begun
 * @returns undefined for such a one
 */
export function failedBy(error: unknown, command?: Command): Failed | undefined {
  if (error instanceof CommanderError) return { exitCode: WRONG_USE, error: usageError(error) };
  if (error instanceof ArgumentError || error instanceof ArgumentRangeError)
    return { exitCode: WRONG_USE, error: { ...bodyOf(error), message: asTyped(error, command) } };
  if (error instanceof ControlError) return { exitCode: REFUSED, error: error.failure ?? bodyOf(error) };
  const isUsers = [StartError, RangeError, SdkError].some((kind) => error instanceof kind);
  return isUsers ? { exitCode: REFUSED, error: bodyOf(error as Error) } : undefined;
}

function bodyOf(error: Error): Failure["error"] {
  return failureOf(error)?.body.error ?? { name: error.name, message: error.message };
}

function usageError({ code, message }: CommanderError): Failure["error"] {
  // No command was given, and the help was printed.
  const isBare = code === "commander.help";
  return {
    name: "UsageError",
    message: isBare ? "expected a command, received none" : message.replace(/^error: /, ""),
  };
}

/**
 * The message with the argument as its user has typed it: `sessionsPerUser` is `--sessions-per-user`, and a word is in capitals, as
 * `SOUND`. Other names, of what a file holds, stay.
 */
function asTyped({ argument, message }: ArgumentError | ArgumentRangeError, command?: Command): string {
  const [first = ""] = argument.split(/[.[]/);
  const word = command?.registeredArguments.find((one) => one.name().toLowerCase() === first.toLowerCase());
  const behind = message.slice(argument.length);
  if (word !== undefined) return word.name().toUpperCase() + behind;
  const name = OPTION_NAMES.get(first) ?? first;
  const option = command?.options.find((one) => one.attributeName() === name);
  if (option?.long == null) return message;
  // A place in JSON that was typed: `--data.role_id`.
  const place = option.flags.includes("<json>") ? argument.slice(first.length) : "";
  return option.long + place + behind;
}
