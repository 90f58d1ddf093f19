import { Command } from "commander";
import { ArgumentError } from "sdkpp/wire";
import { extended, type ControlExtension } from "../control/extension.js";
import { addControlCommands } from "./control-commands.js";
import { TIMELINE_KINDS } from "../timeline/record.js";
import type { DoctorOptions } from "./doctor/check.js";
import type { ExecOptions } from "./exec.js";
import type { LogOptions } from "./log.js";
import { numberOf } from "./option-values.js";
import { addPeopleCommands } from "./people-commands.js";
import type { PerformPeopleCommand } from "./people-package.js";
import { REDIRECTED } from "./redirect.js";
import { withPlaceOptions, withStartOptions } from "./start-options.js";
import type { RunOptions } from "./start.js";
import type { TriggerOptions } from "./trigger.js";

/** The parts that make this program that of another package. */
export interface ProgramFace {
  readonly name: string;
  readonly about: string;
  /** The command that starts a platform, and what it does. */
  readonly start: { readonly name: string; readonly about: string };
  /** What its platforms have besides; the commands that start one then have the option `--random-seed`, for what is random in it. */
  readonly extension?: (settings: RandomSeed) => ControlExtension;
  /** Default: that of the `@sdkpp/testing` that is installed. */
  readonly people?: PerformPeopleCommand;
}

const PLATFORM: ProgramFace = {
  name: "sdkpp-platform",
  about: "Social game platform on loopback, for development and tests",
  start: { name: "start", about: "start a platform and print its addresses" },
};

/** `sdkpp-platform` with all of its commands. What runs a platform is loaded by those that do: the others answer at once. */
export function makeProgram(face: ProgramFace = PLATFORM): Command {
  const { name, about, start, extension, people } = face;
  const program = new Command(name)
    .enablePositionalOptions()
    .description(about)
    .addHelpText(
      "after",
      "\nExit codes: 0 done; 1 refused or failed, with a sentence that says why; 2 wrong use; of exec, that of its command.",
    );
  program.commandsGroup("A platform of your own:");

  starting(program.command(start.name), face)
    .description(start.about)
    .option("--json", "print the addresses as one line of JSON")
    .option("--ready-file <file>", "write them to this file once clients may connect; removed at the end")
    .action(async (options: RunOptions & RandomSeed) =>
      (await import("./start.js")).runPlatform(options, extensionOf(face, options)),
    );

  starting(program.command("exec"), face)
    .description("run a command with a platform of its own, whose addresses are in its environment")
    .argument("<command...>", "after --, so that its options are not taken for those of exec")
    .option(
      "--redirect <libraries>",
      `lead programs that have the API's address built in to the platform: ${REDIRECTED.join(",")}`,
    )
    .passThroughOptions()
    .action(async (command: string[], options: ExecOptions & RandomSeed) => {
      const { execute } = await import("./exec.js");
      process.exitCode = await execute(command, options, extensionOf(face, options));
    });
  program
    .command("ca")
    .description("print the certificate authority of a data folder as PEM; create it if there is none")
    .requiredOption("--data <folder>", "the platform's data folder")
    .option("--json", "print it as JSON")
    .action(async (options: { data: string; json?: true }) =>
      (await import("./ca.js")).printAuthority(options),
    );
  const doctor = withPlaceOptions(program.command("doctor"))
    .description("look at what a platform needs: runtime, ports, data folder, a call; say what to do")
    .option("--no-test-call", "leave out the call between two people")
    .option("--json", "print the findings as one JSON array")
    .addHelpText("after", `\n\`${BOT_DOCTOR}\` looks at a bot in a channel.`)
    .action(async (options: DoctorOptions) =>
      (await import("./doctor/doctor.js")).runDoctor(options, people),
    );
  refuseBot(doctor);

  program.commandsGroup("A platform that runs:");
  program
    .command("log")
    .description(
      "print what crosses the wire: requests, messages of gateways and apps, webhooks, counts of datagrams",
    )
    .option("--follow", "print what comes from now on, until Ctrl+C; default: what is kept")
    .option(
      "--filter <text>",
      `a kind (${TIMELINE_KINDS.join(", ")}), or a part of the line, such as an id or an event`,
    )
    .option("--at <file>", "ready file of the platform; default: SDKPP_CONTROL and SDKPP_CONTROL_TOKEN")
    .option("--json", "print each record as a line of JSON")
    .action(async (options: LogOptions) => (await import("./log.js")).printTimeline(options));
  program
    .command("trigger")
    .description("send an event with data of your own, over the gateway or to an application's address")
    .argument("<EVENT>", "its name, such as ENTITLEMENT_CREATE")
    .option("--data <json>", "its data, or @ and a file with it")
    .option(
      "--user <id>",
      "over the gateway: to the sessions of a user or bot; with --guild as a member of it",
    )
    .option("--guild <id>", "over the gateway: to the sessions of a server's members")
    .option("--session <id>", "over the gateway: to one session, whatever its intents")
    .option("--webhook <application id>", "to the address at which an application receives events, signed")
    .option("--at <file>", "ready file of the platform; default: SDKPP_CONTROL and SDKPP_CONTROL_TOKEN")
    .option("--json", "print the sessions that it was meant for as JSON")
    .action(async (event: string, options: TriggerOptions) =>
      (await import("./trigger.js")).trigger(event, options),
    );
  addPeopleCommands(program, people);
  addControlCommands(program, extended(extension?.({}).table));
  return program;
}

/** Of another program, which needs no platform. */
const BOT_DOCTOR = "npx sdkpp doctor bot";

/** People may look for the doctor of bots here: they are told where it is, whatever else they type. */
function refuseBot(doctor: Command): void {
  doctor.enablePositionalOptions().helpCommand(false).usage("[options]");
  doctor
    .command("bot", { hidden: true })
    .description(`look at a bot in a channel: ${BOT_DOCTOR}`)
    .helpOption(false)
    .allowUnknownOption()
    .allowExcessArguments()
    .action(() => {
      throw new ArgumentError(
        "doctor",
        `options only (\`${BOT_DOCTOR}\` looks at a bot in a channel)`,
        "bot",
      );
    });
}

interface RandomSeed {
  /** A whole number; default 1. */
  readonly randomSeed?: number;
}

/** Adds the options of a platform, and of the extension that it has, to a command. */
function starting(command: Command, { extension }: ProgramFace): Command {
  withStartOptions(command);
  if (extension === undefined) return command;
  return command.option(
    "--random-seed <number>",
    "seed of what is random about people, such as the phases of tones; default 1",
    numberOf,
  );
}

function extensionOf({ extension }: ProgramFace, { randomSeed }: RandomSeed) {
  return extension?.(randomSeed === undefined ? {} : { randomSeed });
}
