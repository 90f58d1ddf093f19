import { Scope, type OwnStatus } from "sdkpp/wire";
import type { Activity, ActivityFields, SessionPresence } from "../../records/presence/session-presence.js";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import type { ClockPort, IdsPort } from "../../world/ports.js";
import type { PresenceWorld } from "../../world/presence/presence-world.js";
import type { Fact } from "../../facts/facts.js";
import { ActivityRefusal, readActivity } from "./read-activity.js";
import { visibleChange } from "./visible-change.js";

/** The payload of op 3, its activities unchecked. */
export interface PresenceInput {
  readonly status: OwnStatus | "unknown";
  readonly activities: readonly unknown[];
}

/** Whether a session may set a presence (G§6). */
export function maySetPresence(session: { isBot: boolean; scopes: ReadonlySet<string> }): boolean {
  const { isBot, scopes } = session;
  return isBot || scopes.has(Scope.ActivitiesWrite) || scopes.has(Scope.PresencesWrite);
}

/** Op 3: sets what a live session shows of its user. Invalid activities are dropped. */
export function setPresence(
  world: PresenceWorld & ApplicationWorld & ClockPort & IdsPort,
  session: Pick<SessionPresence, "userId" | "sessionId">,
  input: PresenceInput,
): Fact[] {
  const before = world.presences.get(session.userId, session.sessionId);
  if (before === undefined) return [];
  const activities = readActivities(world, before, input.activities);
  const after: SessionPresence = {
    ...before,
    status: input.status === "unknown" ? before.status : input.status,
    activities,
    hasSpoken: before.hasSpoken || activities.length > 0,
  };
  const facts = visibleChange(world, before, () => world.presences.put(after));
  return isSame(before, after) ? facts : [...facts, { kind: "sessionListChanged", userId: before.userId }];
}

/** An unchanged activity keeps its id and its start. Newer ids are shown first, so the first of a list gets the newest. */
function readActivities(
  world: ApplicationWorld & ClockPort & IdsPort,
  session: SessionPresence,
  given: readonly unknown[],
): Activity[] {
  const application = world.applications.get(session.applicationId);
  const known = new Map(session.activities.map((activity) => [JSON.stringify(activity.fields), activity]));
  const read = given.toReversed().flatMap((value) => {
    const fields = readActivity(value, application?.name ?? "");
    return fields instanceof ActivityRefusal
      ? []
      : [known.get(JSON.stringify(fields)) ?? begun(world, fields)];
  });
  return read.toReversed();
}

function begun(world: ClockPort & IdsPort, fields: ActivityFields): Activity {
  const id = BigInt(world.ids.next()).toString(16).padStart(16, "0");
  return { fields, id, createdAt: world.clock.now() };
}

function isSame(left: SessionPresence, right: SessionPresence): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
