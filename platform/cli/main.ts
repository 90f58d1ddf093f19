#!/usr/bin/env node
import { Command, InvalidArgumentError, Option } from "commander";
import { DEFAULT_E2EE, E2EE_MODES } from "../domain/rules/voice/e2ee.js";
import { ArgumentError, ArgumentRangeError } from "sdkpp/wire";
import { StartError } from "../guard/start-error.js";
import { printAuthority } from "./ca.js";
import { runPlatform } from "./start.js";

/** Options of {@link startPlatform} whose option of the program is called differently. */
const OPTION_NAMES: ReadonlyMap<string, string> = new Map([["dataDir", "data"]]);

const program = new Command("sdkpp-platform").description(
  "Social game platform on loopback, for development",
);

program
  .command("start")
  .description("start a platform and print its addresses")
  .option("--port <number>", "port of HTTP and the main gateway; 0: any free port", portNumber, 0)
  .option("--voice-port <number>", "port of the voice gateway; 0: any free port", portNumber, 0)
  .option("--data <folder>", "store all state in this folder; default: in memory")
  .option(
    "--auto-approve <user>",
    "approve every authorize request for this account, by id or name, without a page",
  )
  .option("--enforce-rate-limits", "respond with 429 when a rate limit is exceeded")
  .option("--local-webhooks", "send event webhooks to this machine and to private networks, too")
  .option(
    "--allow-insecure-issuers",
    "accept OpenID Connect issuers on this machine and in private networks, too",
  )
  .option(
    "--desktop-app <user>",
    "start a desktop app for this account, by id or name, which games reach over RPC",
  )
  .option(
    "--desktop-app-folder <folder>",
    "folder of its socket; real: where games look first; default: a new one",
  )
  .option("--cors <origin...>", "allow web pages of these origins to use the HTTP API; *: all")
  .option("--hosts <name...>", "answer under these names, too, such as that of a tunnel")
  .option("--sessions-per-user <number>", "concurrent main gateway sessions that one user may have", Number)
  .option("--control-port <number>", "port of the control API; 0: any free port", portNumber, 0)
  .option("--control-socket <path>", "Unix socket or Windows pipe of the control API, instead of a port")
  .addOption(
    new Option("--e2ee <mode>", "whether calls are encrypted end to end")
      .choices(E2EE_MODES)
      .default(DEFAULT_E2EE),
  )
  .action(runPlatform);

program
  .command("ca")
  .description("print the certificate authority of a data folder as PEM; create it if there is none")
  .requiredOption("--data <folder>", "the platform's data folder")
  .action(printAuthority);

try {
  await program.parseAsync();
} catch (error) {
  if (!isUserError(error)) throw error;
  process.stderr.write(`${inWords(error)}\n`);
  process.exitCode = 1;
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
  return [StartError, ArgumentError, ArgumentRangeError].some((kind) => error instanceof kind);
}

function portNumber(given: string): number {
  const port = Number(given);
  if (given.trim() === "" || !Number.isInteger(port) || port < 0 || port > 65_535)
    throw new InvalidArgumentError(`expected a whole number from 0 to 65535`);
  return port;
}
