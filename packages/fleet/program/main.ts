#!/usr/bin/env node
import { Command } from "commander";
import { runLavalink, type LavalinkWords } from "./lavalink.js";

const program = new Command("sdkpp-fleet")
  .description("Voice nodes for bots")
  .addHelpText("after", "\nExit codes: 0 done; 1 failed, with a sentence that says why; 2 wrong use.")
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2));

program
  .command("lavalink")
  .description("a node that clients of Lavalink 4 take for one")
  .option("--port <port>", "TCP port; 0 takes a free one", "2333")
  .option("--host <address>", "address to listen on", "127.0.0.1")
  .option("--listen-outside", "allow a --host that other machines reach; there is no TLS")
  .option(
    "--password-file <file>",
    "file with the password; default: LAVALINK_SERVER_PASSWORD of the environment",
  )
  .option("--media <folder...>", "folders whose files may be played")
  .option("--allow-private", "allow web addresses of this machine and of private networks")
  .option("--ca <file>", "PEM file with further certificates to trust for voice gateways")
  .option("--json", "print the address as one line of JSON")
  .action((words: LavalinkWords) => runLavalink(words));

try {
  await program.parseAsync();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
