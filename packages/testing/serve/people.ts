import type { ControlExtension } from "@sdkpp/platform";
import { objectWith, whole } from "../arguments.js";
import type { Actor } from "../people/actor.js";
import { openCast } from "../people/cast.js";
import { TABLE } from "./table.js";

/** Settings of {@link seededPeople}. */
export interface PeopleSettings {
  /** The seed of everything random about them, such as the phases of tones; default 1. */
  readonly randomSeed?: number;
}

/** Each may have a client and a call of its own. */
const MOST_PEOPLE = 200;

/**
 * {@link people} with a seed of their own: the same deeds in the same order sound the same.
 * @throws {ArgumentError}, {ArgumentRangeError}
 * @example
 * await using platform = await startPlatform({ controlApi: {} }, seededPeople({ randomSeed: 7 }));
 */
export function seededPeople(settings: PeopleSettings = {}): ControlExtension {
  const { randomSeed: seed = 1 } = objectWith("settings", settings, []);
  whole("randomSeed", seed);
  return {
    table: TABLE,
    open: async (stage) => {
      const cast = await openCast(stage, { seed, most: MOST_PEOPLE });
      return {
        groups: { actors: (name: string): Promise<Actor> => cast.actor(name) },
        close: () => cast.close(),
      };
    },
  };
}

/**
 * People for programs in other languages: the group `actors` of the control API has every deed of an {@link Actor}, each of which takes
 * the name of who acts. `startPlatform({ controlApi: {} }, people)` is what `sdkpp-test serve` starts.
 */
export const people: ControlExtension = seededPeople();
