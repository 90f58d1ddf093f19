import { CommanderError, type Command } from "commander";
import { inCommands } from "./command-names.js";
import { failedBy, type Failed } from "./failed.js";
import { makeProgram, type ProgramFace } from "./program.js";

/**
 * Runs the command line of this process. An error that the user can mend is one sentence, or with `--json` the body of an error of
 * the control API, with exit code 1, or 2 for wrong use.
 * @param face default: `sdkpp-platform`
 * @param args default: those of the process
 */
export async function runProgram(face?: ProgramFace, args = process.argv.slice(2)): Promise<void> {
  const isJson = asksForJson(args);
  const program = makeProgram(face);
  prepare(program, isJson);
  let running: Command | undefined;
  program.hook("preAction", (_program, command) => void (running = command));
  try {
    await program.parseAsync(helpAsOption(args), { from: "user" });
  } catch (error) {
    // Help that was asked for.
    if (error instanceof CommanderError && error.exitCode === 0) return;
    const failed = failedBy(error, running);
    if (failed === undefined) throw error;
    process.exitCode = failed.exitCode;
    // The parser of options has said so itself.
    if (isJson || !(error instanceof CommanderError)) process.stderr.write(textOf(failed, program, isJson));
  }
}

/** Lets this module, and not the parser of options, end the program and print its errors. */
function prepare(command: Command, isJson: boolean): void {
  command.exitOverride();
  if (isJson) command.configureOutput({ writeErr: () => undefined });
  for (const inner of command.commands) prepare(inner, isJson);
}

/** `help users create` names the options of a command, wherever it stands; the parser's own `help` reaches the first word only. */
function helpAsOption(args: readonly string[]): string[] {
  return args[0] === "help" ? [...args.slice(1), "--help"] : [...args];
}

/** Options behind `exec` belong to its command. */
function asksForJson(args: readonly string[]): boolean {
  return args[0] !== "exec" && args.includes("--json");
}

/** The sentence of a failure, with commands in place of calls in JavaScript. */
function textOf({ error }: Failed, program: Command, isJson: boolean): string {
  const message = inCommands(error.message, program);
  return `${isJson ? JSON.stringify({ error: { ...error, message } }) : message}\n`;
}
