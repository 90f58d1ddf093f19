import { AuditLogEvent, Permission, SCHEDULED_EVENTS_MAX, type Snowflake } from "sdkpp/wire";
import { channelOf, type Guild } from "../../records/guild/guild.js";
import { includesSplit } from "../../records/guild/permission-splits.js";
import { channelPermissions, guildPermissions } from "../../records/guild/permissions.js";
import type { ImageData } from "../../records/picture/image-data.js";
import { eventSlot } from "../../records/picture/picture-slots.js";
import type { ScheduledEvent } from "../../records/scheduled-event/scheduled-event.js";
import { countedEventView, scheduledEventView } from "../../views/scheduled-event/scheduled-event.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { PictureWorld } from "../../world/picture/picture-world.js";
import { removePicture, replacePicture } from "../../world/picture/pictures.js";
import type { ClockPort, DigestPort, IdsPort } from "../../world/ports.js";
import type { ScheduledEventWorld } from "../../world/scheduled-event/scheduled-event-world.js";
import { openEvents, seesEvent } from "../../world/scheduled-event/visible-events.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { auditChanges, audited } from "../audit.js";
import type { Fact } from "../../facts/facts.js";
import { missingPermissions, unknownEvent } from "../faults.js";
import { done, Fault, type Result } from "../outcome.js";
import { readPicture } from "../picture-input.js";
import { BLANK, draftOf, placeFault, type EventDraft, type EventInput } from "./event-input.js";
import { tooManyEvents } from "./faults.js";
import { findGuild } from "../guild-access.js";

/** The slices of the world that these rules use. */
type Touched = GuildWorld & ScheduledEventWorld & UserWorld & PictureWorld & ClockPort & DigestPort & IdsPort;

type View = Record<string, unknown>;

/** `GET /guilds/{id}/scheduled-events`: those that the actor may know of and that are not over, oldest first. */
export function listEvents(
  world: Touched,
  actor: Actor,
  guildId: Snowflake,
  withCount: boolean,
): Result<View[]> {
  const guild = findGuild(world, actor, guildId);
  if (guild instanceof Fault) return guild;
  const events = openEvents(world, guildId).filter((event) => seesEvent(guild, actor.user.id, event));
  return done(events.map((event) => viewOf(world, event, withCount)));
}

/** `GET /guilds/{id}/scheduled-events/{event}`. */
export function getEvent(
  world: Touched,
  actor: Actor,
  guildId: Snowflake,
  eventId: Snowflake,
  withCount: boolean,
): Result<View> {
  const found = findEvent(world, actor, guildId, eventId);
  return found instanceof Fault ? found : done(viewOf(world, found.event, withCount));
}

/** `POST /guilds/{id}/scheduled-events`: at most 100 that are not over. */
export function createEvent(
  world: Touched,
  actor: Actor,
  guildId: Snowflake,
  input: EventInput,
): Result<View> {
  const guild = findGuild(world, actor, guildId);
  if (guild instanceof Fault) return guild;
  if (!mayIn(world, guild, actor, null).create) return missingPermissions();
  const draft = checked(world, guild, actor, BLANK, input);
  if (draft instanceof Fault) return draft;
  const image = readPicture("image", input.image);
  if (image instanceof Fault) return image;
  if (openEvents(world, guildId).length >= SCHEDULED_EVENTS_MAX) return tooManyEvents(SCHEDULED_EVENTS_MAX);
  const id = world.ids.next();
  const event: ScheduledEvent = {
    ...draft,
    id,
    guildId,
    creatorId: actor.user.id,
    image: pictureOf(world, id, image, null),
    userIds: [],
  };
  world.scheduledEvents.put(event);
  const entry = auditOf(world, actor, AuditLogEvent.GuildScheduledEventCreate, undefined, event);
  return done(scheduledEventView(world, event), [{ kind: "scheduledEventCreated", event }, entry]);
}

/** `PATCH /guilds/{id}/scheduled-events/{event}`: its status starts and ends it. */
export function updateEvent(
  world: Touched,
  actor: Actor,
  guildId: Snowflake,
  eventId: Snowflake,
  input: EventInput,
): Result<View> {
  const found = findEvent(world, actor, guildId, eventId);
  if (found instanceof Fault) return found;
  const { guild, event } = found;
  if (!mayChange(world, guild, actor, event)) return missingPermissions();
  const draft = checked(world, guild, actor, event, input);
  if (draft instanceof Fault) return draft;
  const image = readPicture("image", input.image);
  if (image instanceof Fault) return image;
  const after = { ...event, ...draft, image: pictureOf(world, event.id, image, event.image) };
  if (JSON.stringify(after) === JSON.stringify(event)) return done(scheduledEventView(world, event));
  world.scheduledEvents.put(after);
  const entry = auditOf(world, actor, AuditLogEvent.GuildScheduledEventUpdate, event, after);
  return done(scheduledEventView(world, after), [{ kind: "scheduledEventUpdated", event: after }, entry]);
}

/** `DELETE /guilds/{id}/scheduled-events/{event}`. */
export function deleteEvent(
  world: Touched,
  actor: Actor,
  guildId: Snowflake,
  eventId: Snowflake,
): Result<undefined> {
  const found = findEvent(world, actor, guildId, eventId);
  if (found instanceof Fault) return found;
  const { guild, event } = found;
  if (!mayChange(world, guild, actor, event)) return missingPermissions();
  world.scheduledEvents.delete(event.id);
  removePicture(world, eventSlot(event.id));
  const entry = auditOf(world, actor, AuditLogEvent.GuildScheduledEventDelete, event, undefined);
  return done(undefined, [{ kind: "scheduledEventDeleted", event }, entry]);
}

/** A guild's event that the actor may know of. */
export function findEvent(
  world: GuildWorld & ScheduledEventWorld,
  actor: Actor,
  guildId: Snowflake,
  eventId: Snowflake,
): { guild: Guild; event: ScheduledEvent } | Fault {
  const guild = findGuild(world, actor, guildId);
  if (guild instanceof Fault) return guild;
  const event = world.scheduledEvents.get(eventId);
  const isThere = event?.guildId === guildId && seesEvent(guild, actor.user.id, event);
  return isThere ? { guild, event } : unknownEvent();
}

/** A permitted event that takes place somewhere. */
function checked(
  world: Touched,
  guild: Guild,
  actor: Actor,
  before: EventDraft,
  input: EventInput,
): EventDraft | Fault {
  const draft = draftOf(before, input, world.clock.now());
  if (draft instanceof Fault) return draft;
  const fault = placeFault(guild, actor.user.id, draft);
  if (fault !== undefined) return fault;
  return mayIn(world, guild, actor, draft.channelId).create || before !== BLANK
    ? draft
    : missingPermissions();
}

/** Permissions count in the channel of an event, and in the server for one outside. */
function mayIn(
  world: ClockPort,
  guild: Guild,
  { user }: Actor,
  channelId: Snowflake | null,
): { create: boolean; manage: boolean } {
  const channel = channelId === null ? undefined : channelOf(guild, channelId);
  const granted = channel ? channelPermissions(guild, channel, user.id) : guildPermissions(guild, user.id);
  return {
    create: includesSplit(granted, "CreateEvents", world.clock.now()),
    manage: (granted & Permission.ManageEvents) !== 0n,
  };
}

/** Whether the actor created the event or manages events. */
function mayChange(world: ClockPort, guild: Guild, actor: Actor, event: ScheduledEvent): boolean {
  const { create, manage } = mayIn(world, guild, actor, event.channelId);
  return manage || (create && event.creatorId === actor.user.id);
}

function pictureOf(
  world: PictureWorld & DigestPort,
  eventId: Snowflake,
  image: ImageData | null | undefined,
  before: string | null,
): string | null {
  return image === undefined ? before : replacePicture(world, eventSlot(eventId), image);
}

function viewOf(world: UserWorld, event: ScheduledEvent, withCount: boolean): View {
  return withCount ? countedEventView(world, event) : scheduledEventView(world, event);
}

function auditOf(
  world: UserWorld,
  actor: Actor,
  action: number,
  before: ScheduledEvent | undefined,
  after: ScheduledEvent | undefined,
): Fact {
  const { id, guildId } = (after ?? before) as ScheduledEvent;
  const fields = (event: ScheduledEvent | undefined): View => (event ? scheduledEventView(world, event) : {});
  const changes = auditChanges(fields(before), fields(after), UNLISTED);
  return audited(actor, { guildId, action, targetId: id, changes });
}

const UNLISTED: ReadonlySet<string> = new Set([
  ...["id", "guild_id", "creator", "creator_id", "entity_id"],
  ...["recurrence_rule", "guild_scheduled_event_exceptions"],
]);
