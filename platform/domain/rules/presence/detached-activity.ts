import type { ClientKind } from "sdkpp/wire";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import type { ClockPort, IdsPort } from "../../world/ports.js";
import type { Caller } from "../../world/presence/caller.js";
import type { PresenceWorld } from "../../world/presence/presence-world.js";
import type { Fact } from "../../facts/facts.js";
import { setPresence } from "./presence.js";
import { visibleChange } from "./visible-change.js";

/**
 * Shows a game without a gateway session: through its user's desktop app, or over HTTP. It counts as one more session of
 * the user in the game, for as long as it shows something.
 * @param activity unchecked, in the form of op 3; dropped when it breaks a rule
 * @param client what the game runs on
 */
export function showDetachedActivity(
  world: PresenceWorld & ApplicationWorld & ClockPort & IdsPort,
  game: Caller,
  activity: unknown,
  client: ClientKind = "desktop",
): Fact[] {
  const { userId, sessionId, applicationId } = game;
  if (world.presences.get(userId, sessionId) === undefined) {
    const since = world.clock.now();
    world.presences.opened({ sessionId, userId, applicationId, isBot: false, client, since });
  }
  return setPresence(world, game, { status: "online", activities: [activity] });
}

/** The game shows nothing any more, or it has ended. */
export function hideDetachedActivity(world: PresenceWorld & ApplicationWorld, game: Caller): Fact[] {
  const { userId, sessionId } = game;
  if (world.presences.get(userId, sessionId) === undefined) return [];
  const facts = visibleChange(world, game, () => world.presences.closed(userId, sessionId));
  return [...facts, { kind: "sessionListChanged", userId }];
}
