import type { ControlExtension } from "@sdkpp/platform";
import type { Actor } from "../people/actor.js";
import { openCast } from "../people/cast.js";
import { TABLE } from "./table.js";

/** Each may have a client and a call of its own. */
const MOST_PEOPLE = 200;

/**
 * People for programs in other languages: the group `actors` of the control API has every deed of an {@link Actor}, each of which takes
 * the name of who acts. `startPlatform({ controlApi: {} }, people)` is what `sdkpp-test serve` starts.
 */
export const people: ControlExtension = {
  table: TABLE,
  open: async (stage) => {
    const cast = await openCast(stage, { most: MOST_PEOPLE });
    return {
      groups: { actors: (name: string): Promise<Actor> => cast.actor(name) },
      close: () => cast.close(),
    };
  },
};
