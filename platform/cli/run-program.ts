import { ArgumentError, ArgumentRangeError, SdkError } from "sdkpp/wire";
import { ControlError } from "../control/remote/remote-error.js";
import { StartError } from "../guard/start-error.js";
import { makeProgram, type ProgramFace } from "./program.js";

/** Options of {@link startPlatform} whose option of the program is called differently. */
const OPTION_NAMES: ReadonlyMap<string, string> = new Map([["dataDir", "data"]]);

/** Runs the command line of this process. What the user can mend is one sentence, with exit code 1. @param face default: `sdkpp-platform` */
export async function runProgram(face?: ProgramFace): Promise<void> {
  try {
    await makeProgram(face).parseAsync();
  } catch (error) {
    if (!isUserError(error)) throw error;
    process.stderr.write(`${inWords(error)}\n`);
    process.exitCode = 1;
  }
}

/** Arguments of the program have the names of its options: `sessionsPerUser` is `--sessions-per-user`. */
function inWords(error: Error): string {
  const isArgument = error instanceof ArgumentError || error instanceof ArgumentRangeError;
  if (!isArgument || error.argument.startsWith("--")) return error.message;
  const [option = ""] = error.argument.split(/[.[]/);
  const name = OPTION_NAMES.get(option) ?? option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return `--${name}${error.message.slice(error.argument.length)}`;
}

/** Errors that the user can fix are printed as one sentence; any other error is a bug and keeps its stack. */
function isUserError(error: unknown): error is Error {
  return [StartError, ControlError, ArgumentError, ArgumentRangeError, RangeError, SdkError].some(
    (kind) => error instanceof kind,
  );
}
