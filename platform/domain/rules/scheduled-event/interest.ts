import type { Snowflake } from "sdkpp/wire";
import { compareIds } from "../../records/compare-ids.js";
import type { ScheduledEvent } from "../../records/scheduled-event/scheduled-event.js";
import { memberView } from "../../views/guild/member.js";
import { userView } from "../../views/user/user.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { ScheduledEventWorld } from "../../world/scheduled-event/scheduled-event-world.js";
import type { UserWorld } from "../../world/user/user-world.js";
import type { Fact } from "../../facts/facts.js";
import { done, Fault, type Result } from "../outcome.js";
import { findEvent } from "./scheduled-events.js";

/** The slices of the world that these rules use. */
type Touched = GuildWorld & ScheduledEventWorld & UserWorld;

type View = Record<string, unknown>;

/** Which of the users are asked for; where both ends are given, `before` counts. */
export interface InterestPage {
  readonly before?: Snowflake | undefined;
  readonly after?: Snowflake | undefined;
  readonly limit: number;
  readonly withMember: boolean;
}

const INTERESTED = 1;

/** `GET /guilds/{id}/scheduled-events/{event}/users`: in the order of their ids. */
export function listInterested(
  world: Touched,
  actor: Actor,
  guildId: Snowflake,
  eventId: Snowflake,
  { before, after, limit, withMember }: InterestPage,
): Result<View[]> {
  const found = findEvent(world, actor, guildId, eventId);
  if (found instanceof Fault) return found;
  const { guild, event } = found;
  const ids = event.userIds.toSorted(compareIds);
  const isBackwards = before !== undefined;
  const within = ids.filter((id) =>
    isBackwards ? BigInt(id) < BigInt(before) : BigInt(id) > BigInt(after ?? 0),
  );
  const users = (isBackwards ? within.slice(-limit) : within.slice(0, limit)).flatMap(
    (id) => world.users.get(id) ?? [],
  );
  return done(
    users.map((user) => ({
      guild_scheduled_event_id: event.id,
      user_id: user.id,
      response: INTERESTED,
      user: userView(user),
      ...(withMember && guild.memberIds.includes(user.id) ? { member: memberView(world, guild, user) } : {}),
    })),
  );
}

/** `GET /guilds/{id}/scheduled-events/{event}/users/counts`. */
export function countInterested(
  world: Touched,
  actor: Actor,
  guildId: Snowflake,
  eventId: Snowflake,
): Result<View> {
  const found = findEvent(world, actor, guildId, eventId);
  if (found instanceof Fault) return found;
  return done({
    guild_scheduled_event_count: found.event.userIds.length,
    guild_scheduled_event_exception_counts: {},
  });
}

/** A user says in the platform's app that it wants to take part, or no longer. */
export function setInterest(
  world: ScheduledEventWorld,
  before: ScheduledEvent,
  userId: Snowflake,
  isInterested: boolean,
): Fact[] {
  if (before.userIds.includes(userId) === isInterested) return [];
  const others = before.userIds.filter((id) => id !== userId);
  const event = { ...before, userIds: isInterested ? [...others, userId] : others };
  world.scheduledEvents.put(event);
  return [{ kind: "scheduledEventInterestChanged", event, userId, isInterested }];
}
