import { Command } from "commander";
import { addControlCommands } from "./control-commands.js";
import type { ExecOptions } from "./exec.js";
import { withStartOptions } from "./start-options.js";
import type { RunOptions } from "./start.js";

/** `sdkpp-platform` with all of its commands. What runs a platform is loaded by those that do: the others answer at once. */
export function makeProgram(): Command {
  const program = new Command("sdkpp-platform")
    .enablePositionalOptions()
    .description("Social game platform on loopback, for development and tests")
    .addHelpText(
      "after",
      "\nExit codes: 0 done; 1 refused or failed, with a sentence that says why; of exec, that of its command.",
    );
  program.commandsGroup("A platform of your own:");

  withStartOptions(program.command("start"))
    .description("start a platform and print its addresses")
    .option("--json", "print the addresses as one line of JSON")
    .option("--ready-file <file>", "write them to this file once clients may connect; removed at the end")
    .action(async (options: RunOptions) => (await import("./start.js")).runPlatform(options));

  withStartOptions(program.command("exec"))
    .description("run a command with a platform of its own, whose addresses are in its environment")
    .argument("<command...>", "after --, so that its options are not taken for those of exec")
    .option(
      "--redirect <library>",
      "lead programs that have the API's address built in to the platform: discordjs",
    )
    .passThroughOptions()
    .action(async (command: string[], options: ExecOptions) => {
      const { execute } = await import("./exec.js");
      process.exitCode = await execute(command, options);
    });
  program
    .command("ca")
    .description("print the certificate authority of a data folder as PEM; create it if there is none")
    .requiredOption("--data <folder>", "the platform's data folder")
    .action(async (options: { data: string }) => (await import("./ca.js")).printAuthority(options));

  addControlCommands(program);
  return program;
}
