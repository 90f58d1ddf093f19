import { type OwnStatus, Scope } from "sdkpp/wire";
import type { PlatformEvent } from "../../reactions/events.js";
import { shownAnew } from "../../reactions/presence/presence-events.js";
import { sessionsReplaced } from "../../reactions/presence/session-events.js";
import type { Activity, ActivityFields, SessionPresence } from "../../records/presence/session-presence.js";
import type { World } from "../../world/world.js";
import { readActivity } from "./read-activity.js";

/** What op 3 says, in its outer shape. */
export interface PresenceInput {
  readonly status: OwnStatus | "unknown";
  readonly activities: readonly unknown[];
}

/** Whether a session may say anything of itself (G§6). */
export function maySetPresence(session: { isBot: boolean; scopes: ReadonlySet<string> }): boolean {
  const { isBot, scopes } = session;
  return isBot || scopes.has(Scope.ActivitiesWrite) || scopes.has(Scope.PresencesWrite);
}

/** Op 3: what a live session says of its user from now on. Activities that break a rule are dropped. */
export function setPresence(
  world: World,
  session: Pick<SessionPresence, "userId" | "sessionId">,
  input: PresenceInput,
): PlatformEvent[] {
  const before = world.presences.get(session.userId, session.sessionId);
  if (before === undefined) return [];
  const activities = readActivities(world, before, input.activities);
  const after: SessionPresence = {
    ...before,
    status: input.status === "unknown" ? before.status : input.status,
    activities,
    hasSpoken: before.hasSpoken || activities.length > 0,
  };
  const events = shownAnew(world, before, () => world.presences.put(after));
  return isSame(before, after) ? events : [...events, ...sessionsReplaced(world, before.userId)];
}

/** One that is the same as before keeps its id and goes on since then. */
function readActivities(world: World, session: SessionPresence, given: readonly unknown[]): Activity[] {
  const application = world.applications.get(session.applicationId);
  const known = new Map(session.activities.map((activity) => [JSON.stringify(activity.facts), activity]));
  return given.flatMap((value) => {
    const facts = readActivity(value, application?.name ?? "");
    return facts === undefined ? [] : [known.get(JSON.stringify(facts)) ?? begun(world, facts)];
  });
}

function begun(world: World, facts: ActivityFields): Activity {
  const id = BigInt(world.ids.next()).toString(16).padStart(16, "0");
  return { facts, id, createdAt: world.clock.now() };
}

function isSame(left: SessionPresence, right: SessionPresence): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
