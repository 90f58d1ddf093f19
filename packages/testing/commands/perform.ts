import { connectGroups, connectPlatform, type ControlAccess } from "@sdkpp/platform/control";
import type { PeopleCommand, PeopleOptions, PerformPeopleCommand } from "@sdkpp/platform/program";
import { ArgumentError } from "sdkpp";
import { whole } from "../arguments.js";
import { testCall } from "../calls/test-call.js";
import type { Speech } from "../calls/seat.js";
import { openCast } from "../people/cast.js";
import { enterCall, joinServerOf, type Entrant } from "../people/entering.js";
import type { HearOptions } from "../hearing/listening-for.js";
import type { Sound } from "../sound/sound.js";
import type { Stage } from "../people/stage.js";
import { TABLE } from "../serve/table.js";
import { listeningCall } from "./listening-call.js";
import { soundOf } from "./sound-word.js";

/** An actor of this process, or one that lives on the platform. */
interface Person extends Entrant {
  joinLobby(secret: string): Promise<string>;
  say(place: string, content: string): Promise<string>;
  /** @returns of an actor of this process, what ends with the sound */
  speak(sound: Sound): Promise<Speech | undefined>;
  heard(speaker: string, options: HearOptions): Promise<unknown>;
}

/** The people that a command has, until it ends. */
interface Troupe {
  readonly stage: Stage;
  person(name: string): Promise<Person>;
}

type Command = (troupe: Troupe, word: string, options: PeopleOptions) => Promise<unknown>;

const COMMANDS: Readonly<Record<PeopleCommand, Command>> = {
  say: async (troupe, text, options) => {
    const [person, place] = await placed(troupe, options);
    if (place === undefined) throw new ArgumentError("--in", "a channel, or --lobby", "neither");
    await joinServerOf(person, troupe.stage, place);
    return person.say(place, text);
  },
  speak: async (troupe, word, options) => {
    const sound = soundOf("sound", word, options.seconds);
    const person = await inCall(troupe, options);
    await (
      await person.speak(sound)
    )?.ended;
    return undefined;
  },
  heard: async (troupe, speaker, options) => {
    const { of: word, within, seconds, estoi } = options;
    const of = word === undefined ? undefined : soundOf("of", word);
    const person = await inCall(troupe, options);
    // Names are those of people of the troupe.
    if (!/^\d+$/.test(speaker)) await (await troupe.person(speaker)).state();
    return person.heard(speaker, {
      ...(of !== undefined && { of }),
      ...(within !== undefined && { within }),
      atLeast: { ...(seconds !== undefined && { seconds }), ...(estoi !== undefined && { estoi }) },
    });
  },
  call: ({ stage }, speaker, { in: channelId, seconds, randomSeed }) => {
    const options = {
      ...(channelId !== undefined && { channelId }),
      ...(seconds !== undefined && { seconds }),
    };
    if (speaker !== "") return listeningCall(stage, speaker, options);
    const seed = randomSeed !== undefined && { seed: whole("randomSeed", randomSeed) };
    return testCall(stage, { ...options, ...seed });
  },
};

/**
 * Performs a command with people of a platform: those that live there, as `sdkpp-test serve` keeps them, or otherwise with people
 * who leave when it ends.
 * @throws {NotHeardError}, {SdkError}, {ArgumentError} with a sentence for whoever typed it
 */
export const performCommand: PerformPeopleCommand = async (command, access, [word = ""], options) => {
  const stage = await connectPlatform(access);
  if (stage.groups.includes("actors")) return COMMANDS[command](residents(stage, access), word, options);
  await using cast = await openCast(stage);
  return await COMMANDS[command]({ stage, person: (name) => cast.actor(name) }, word, options);
};

function residents(stage: Stage, access: ControlAccess): Troupe {
  const { actors } = connectGroups(access, TABLE) as { readonly actors: (name: string) => Person };
  return { stage, person: (name) => Promise.resolve(actors(name)) };
}

async function placed(
  troupe: Troupe,
  { as: name = "", in: place, lobby }: PeopleOptions,
): Promise<[Person, string | undefined]> {
  const person = await troupe.person(name);
  return [person, lobby === undefined ? place : await person.joinLobby(lobby)];
}

async function inCall(troupe: Troupe, options: PeopleOptions): Promise<Person> {
  const [person, place] = await placed(troupe, options);
  if (place !== undefined) await enterCall(person, troupe.stage, place);
  return person;
}
