#!/usr/bin/env node
import { Command, InvalidArgumentError, Option } from "commander";
import { DEFAULT_E2EE, E2EE_MODES } from "../domain/rules/voice/e2ee.js";
import { ArgumentError, ArgumentRangeError } from "sdkpp/wire";
import { StartError } from "../guard/start-error.js";
import { printAuthority } from "./ca.js";
import { runPlatform } from "./start.js";

const program = new Command("sdkpp-platform").description(
  "The social game platform on this machine, for development",
);

program
  .command("start")
  .description("start a platform and print where it is")
  .option("--port <number>", "port of HTTP and the main gateway; 0: any free one", portNumber, 0)
  .option("--voice-port <number>", "port of the voice gateway; 0: any free one", portNumber, 0)
  .option("--data <folder>", "keep everything in this folder; in memory unless given")
  .option("--auto-approve <user id>", "this account agrees to every authorize request at once")
  .option("--enforce-rate-limits", "answer 429 when a bucket is empty")
  .option("--cors <origin...>", "let web pages of these origins use the HTTP API; *: of all")
  .option("--sessions-per-user <number>", "main gateway sessions that one user may have at once", Number)
  .addOption(
    new Option("--e2ee <mode>", "whether calls are encrypted end to end")
      .choices(E2EE_MODES)
      .default(DEFAULT_E2EE),
  )
  .action(runPlatform);

program
  .command("ca")
  .description("print the certificate authority of a data folder as PEM; made there when it has none")
  .requiredOption("--data <folder>", "the platform's data folder")
  .action(printAuthority);

try {
  await program.parseAsync();
} catch (error) {
  if (!isSaid(error)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

/** What is told in one sentence; anything else is a mistake of ours and keeps its stack. */
function isSaid(error: unknown): error is Error {
  return [StartError, ArgumentError, ArgumentRangeError].some((kind) => error instanceof kind);
}

function portNumber(given: string): number {
  const port = Number(given);
  if (given.trim() === "" || !Number.isInteger(port) || port < 0 || port > 65_535)
    throw new InvalidArgumentError(`a port is a whole number from 0 to 65535`);
  return port;
}
