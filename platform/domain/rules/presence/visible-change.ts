import { appearanceOf } from "../../views/presence/presence.js";
import type { Viewer } from "../../views/presence/visibility.js";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import type { PresenceWorld } from "../../world/presence/presence-world.js";
import type { Fact } from "../../facts/facts.js";

/** Carries out a change of a user's sessions in one application; a fact follows if others see a difference. */
export function visibleChange(
  world: PresenceWorld & ApplicationWorld,
  user: Viewer,
  change: () => void,
): Fact[] {
  const before = appearanceOf(world, user);
  change();
  const { applicationId, userId } = user;
  return appearanceOf(world, user) === before
    ? []
    : [{ kind: "presenceChanged", user: { applicationId, userId } }];
}
