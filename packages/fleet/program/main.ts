#!/usr/bin/env node
import { Command } from "commander";
import { runDrain, runStatus, type StatusWords } from "./fleet.js";
import type { FleetWords } from "./fleet-options.js";
import { runLavalink, type LavalinkWords } from "./lavalink.js";
import { runWorker, type WorkerWords } from "./worker.js";

const program = new Command("sdkpp-fleet")
  .description("Voice workers and nodes for bots")
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

ofFleet(program.command("worker").description("has calls for the bots of a fleet"))
  .option("--name <name>", "names it among the others; default: the host's name and some digits")
  .option("--media <folder...>", "folders whose files bots may play")
  .option("--allow-private", "allow web addresses of this machine and of private networks")
  .option("--json", "print its name as one line of JSON")
  .action((words: WorkerWords) => runWorker(words));

ofFleet(program.command("status").description("prints the workers that live"))
  .option("--json", "print them as JSON")
  .action((words: StatusWords) => runStatus(words));

ofFleet(program.command("drain").description("moves the calls of a worker to others, and ends it"))
  .argument("<worker>", "its name")
  .action((worker: string, words: FleetWords) => runDrain(worker, words));

function ofFleet(command: Command): Command {
  return command
    .option("--nats <address...>", "NATS servers with JetStream", ["nats://127.0.0.1:4222"])
    .option("--nats-ca <file>", "PEM file with certificates to trust for TLS")
    .option("--insecure", "allow servers that other machines reach without TLS and login")
    .option(
      "--key-file <file>",
      "file with the fleet key, hexadecimal; default: SDKPP_FLEET_KEY of the environment",
    )
    .option("--fleet <name>", "of several fleets on the same servers", "default");
}

try {
  await program.parseAsync();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
