import { HEADLESS_SESSION_MS, type ClientKind, type Snowflake } from "sdkpp/wire";
import { activitiesOfSession } from "../../views/presence/presence.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import type { ClockPort, IdsPort, RandomPort } from "../../world/ports.js";
import type { HeadlessSession } from "../../world/presence/headless-sessions.js";
import type { PresenceWorld } from "../../world/presence/presence-world.js";
import type { Fact } from "../../facts/facts.js";
import { invalidField, unknownSession } from "../faults.js";
import { done, type Result } from "../outcome.js";
import { hideDetachedActivity, showDetachedActivity } from "./detached-activity.js";
import { ActivityRefusal, readActivity } from "./read-activity.js";

/** The slices of the world that these rules use. */
type Touched = PresenceWorld & ApplicationWorld & ClockPort & IdsPort & RandomPort;

/** The presence of a game without a connection. */
export interface HeadlessInput {
  /** One activity, in the form of op 3. */
  readonly activity: HeadlessActivity;
  /** Token of the session to continue; absent for a new one. */
  readonly token: string | null | undefined;
}

export interface HeadlessActivity {
  readonly application_id: string | number;
  readonly platform: string;
}

const TOKEN_LENGTH = 64;
/** Sessions without a connection of one user in one game; the oldest makes way. */
const SESSIONS_MAX = 5;

/** `POST /users/@me/headless-sessions`: begins a session of 20 minutes, or changes one, which lasts as long again. */
export function keepHeadlessSession(
  world: Touched,
  actor: Actor,
  { activity, token }: HeadlessInput,
): Result<Record<string, unknown>> {
  const { application, user } = actor;
  if (String(activity.application_id) !== application.id)
    return invalidField("activities", "APPLICATION_MISMATCH", "The activity is of another application.");
  const read = readActivity(activity, application.name);
  if (read instanceof ActivityRefusal)
    return invalidField("activities", "BASE_TYPE_BAD_TYPE", `${read.path}: expected ${read.expected}.`);
  const before = token == null ? undefined : ownSession(world, actor, token);
  if (token != null && before === undefined) return unknownSession();
  const ended = before === undefined ? makeRoom(world, application.id, user.id) : [];
  const session = { ...(before ?? begun(world, actor)), endsAt: world.clock.elapsed() + HEADLESS_SESSION_MS };
  world.headlessSessions.put(session);
  const facts = showDetachedActivity(world, session, activity, clientOf(activity.platform));
  const shown = world.presences.get(user.id, session.sessionId);
  const activities = shown === undefined ? [] : activitiesOfSession(shown);
  return done({ activities, token: session.token }, [...ended, ...facts]);
}

/** `POST /users/@me/headless-sessions/delete`. */
export function endHeadlessSession(world: Touched, actor: Actor, token: string): Result<undefined> {
  const session = ownSession(world, actor, token);
  return session === undefined ? unknownSession() : done(undefined, end(world, session));
}

/** Ends those whose time is over. */
export function sweepHeadlessSessions(world: PresenceWorld & ApplicationWorld & ClockPort): Fact[] {
  return world.headlessSessions.endedBy(world.clock.elapsed()).flatMap((session) => end(world, session));
}

/** Ends all of a user in a game, whose tokens are dead. */
export function endHeadlessSessions(
  world: PresenceWorld & ApplicationWorld,
  applicationId: Snowflake,
  userId: Snowflake,
): Fact[] {
  return world.headlessSessions.of(applicationId, userId).flatMap((session) => end(world, session));
}

function ownSession(
  { headlessSessions, clock }: PresenceWorld & ClockPort,
  { application, user }: Actor,
  token: string,
): HeadlessSession | undefined {
  const session = headlessSessions.get(token);
  const isOwn = session?.applicationId === application.id && session.userId === user.id;
  return isOwn && session.endsAt > clock.elapsed() ? session : undefined;
}

function begun({ random }: RandomPort, { application, user }: Actor): Omit<HeadlessSession, "endsAt"> {
  const sessionId = `h:${random.token(TOKEN_LENGTH / 2)}`;
  return { sessionId, token: random.token(TOKEN_LENGTH), applicationId: application.id, userId: user.id };
}

function makeRoom(world: Touched, applicationId: Snowflake, userId: Snowflake): Fact[] {
  const sessions = world.headlessSessions.of(applicationId, userId);
  return sessions.slice(0, Math.max(0, sessions.length - SESSIONS_MAX + 1)).flatMap((one) => end(world, one));
}

function end(world: PresenceWorld & ApplicationWorld, session: HeadlessSession): Fact[] {
  world.headlessSessions.delete(session.token);
  return hideDetachedActivity(world, session);
}

const MOBILE: ReadonlySet<string> = new Set(["android", "ios", "samsung"]);

/** The kind of client that watchers see for the system that a game runs on. */
function clientOf(platform: string): ClientKind {
  if (platform === "desktop") return "desktop";
  return MOBILE.has(platform) ? "mobile" : "embedded";
}
