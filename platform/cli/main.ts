#!/usr/bin/env node
import { Command, Option } from "commander";
import { DEFAULT_E2EE } from "../domain/voice/voice-e2ee.js";
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
  .addOption(
    new Option("--e2ee <mode>", "whether calls are encrypted end to end")
      .choices(["required", "optional", "off"])
      .default(DEFAULT_E2EE),
  )
  .action(runPlatform);

program
  .command("ca")
  .description("print the certificate authority of a data folder as PEM; made there when it has none")
  .requiredOption("--data <folder>", "the platform's data folder")
  .action(printAuthority);

await program.parseAsync();

function portNumber(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new RangeError(`A port is 0 to 65535, not "${text}".`);
  return port;
}
