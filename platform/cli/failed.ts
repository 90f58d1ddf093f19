import { CommanderError } from "commander";
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

/** Any other error is a bug and keeps its stack. @returns undefined for such a one */
export function failedBy(error: unknown): Failed | undefined {
  if (error instanceof CommanderError) return { exitCode: WRONG_USE, error: usageError(error) };
  if (error instanceof ArgumentError || error instanceof ArgumentRangeError)
    return { exitCode: WRONG_USE, error: { ...bodyOf(error), message: inOptions(error) } };
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

/** Arguments of the program have the names of its options: `sessionsPerUser` is `--sessions-per-user`. */
function inOptions({ argument, message }: ArgumentError | ArgumentRangeError): string {
  // Words of a command have names in capitals.
  if (argument.startsWith("--") || argument === argument.toUpperCase()) return message;
  const [option = ""] = argument.split(/[.[]/);
  const name = OPTION_NAMES.get(option) ?? option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return `--${name}${message.slice(argument.length)}`;
}
