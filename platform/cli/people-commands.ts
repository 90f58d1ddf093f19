import type { Command } from "commander";
import { controlTarget, type TargetOptions } from "./control-target.js";
import { numberOf } from "./option-values.js";
import {
  installedPeople,
  type PeopleCommand,
  type PeopleOptions,
  type PerformPeopleCommand,
} from "./people-package.js";
import { printed } from "./print.js";

/** Adds the commands with people. @param perform default: that of the `@sdkpp/testing` that is installed */
export function addPeopleCommands(program: Command, perform?: PerformPeopleCommand): void {
  program.commandsGroup("People, of @sdkpp/testing:");
  const add = (name: PeopleCommand, about: string): Command => {
    const command = program.command(name).description(about);
    command.option(
      "--at <file>",
      "ready file of the platform; default: SDKPP_CONTROL and SDKPP_CONTROL_TOKEN",
    );
    command.option("--json", "print the result as JSON");
    return command.action(async (...given: unknown[]) => {
      const { args } = given.at(-1) as Command;
      const options = given.at(-2) as PeopleOptions & TargetOptions & { readonly json?: true };
      const performs = perform ?? (await installed(name));
      const result = await performs(name, controlTarget(options), args, options);
      if (result !== undefined) process.stdout.write(printed(result, options.json === true));
    });
  };
  acting(
    add("say", "write as somebody; print the id of the message"),
    "channel, conversation or lobby",
  ).argument("<text>");
  acting(
    add("speak", "speak as somebody in a call, to the end unless the platform keeps people"),
    "channel or lobby whose call to join",
  )
    .argument("<sound>", "a WAV file, or a tone such as 440hz")
    .option("--seconds <number>", "length of a tone, 0.1 to 60; default 10", numberOf);
  acting(
    add("heard", "wait until somebody is heard; print figures, or why not"),
    "channel or lobby whose call to join",
  )
    .argument("<speaker>", "user name, or id of a user or bot")
    .option("--of <sound>", "the WAV file or the tone to listen for; default: any sound")
    .option("--within <ms>", "how long to wait, milliseconds; default 5000", numberOf)
    .option("--seconds <number>", "how much of it has to be heard; default 1", numberOf)
    .option("--estoi <number>", "of a file: how intelligible it has to be, 0 to 1; default 0.7", numberOf);
  add("call", "let two people call each other, or listen to a speaker; print figures, or why it is not heard")
    .argument(
      "[speaker]",
      "user name, or id of a user or bot: print how soon it is heard, its level and its gaps; default: two people, and loss, jitter, delay and ESTOI each way",
    )
    .option(
      "--in <id>",
      "channel whose call to use; default: the one that the speaker is in, or a lobby of the two",
    )
    .option("--seconds <number>", "how long, 1 to 60; default 2, with a speaker 5", numberOf)
    .option("--random-seed <number>", "seed of what the two say; default 1", numberOf);
}

function acting(command: Command, place: string): Command {
  return command
    .requiredOption("--as <name>", "user name of who acts; a new user when nobody has it")
    .option("--in <id>", `id of the ${place}`)
    .option("--lobby <secret>", "join the lobby with this secret, instead of --in");
}

/** @throws {RangeError} when the package is not there */
async function installed(command: PeopleCommand): Promise<PerformPeopleCommand> {
  const perform = await installedPeople();
  if (perform !== undefined) return perform;
  throw new RangeError(`${command} needs @sdkpp/testing: npm install --save-dev @sdkpp/testing`);
}
