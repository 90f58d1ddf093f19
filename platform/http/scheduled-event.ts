import {
  SCHEDULED_EVENT_DESCRIPTION_MAX,
  SCHEDULED_EVENT_LOCATION_MAX,
  SCHEDULED_EVENT_NAME_MAX,
  SCHEDULED_EVENT_USERS_PAGE_MAX,
} from "sdkpp/wire";
import { Type } from "typebox";
import { countInterested, listInterested } from "../domain/rules/scheduled-event/interest.js";
import {
  createEvent,
  deleteEvent,
  getEvent,
  listEvents,
  updateEvent,
} from "../domain/rules/scheduled-event/scheduled-events.js";
import { PICTURE_BODY_LIMIT, route } from "./route.js";
import { maybe, SnowflakeShape } from "./shapes.js";

const GUILD_ONLY = 2;
const NameShape = Type.String({ minLength: 1, maxLength: SCHEDULED_EVENT_NAME_MAX });
const TimeShape = Type.String({ maxLength: 64 });
const EntityTypeShape = Type.Integer({ minimum: 1, maximum: 3 });
const PrivacyShape = Type.Integer({ minimum: GUILD_ONLY, maximum: GUILD_ONLY });

const shared = {
  description: maybe(Type.String({ maxLength: SCHEDULED_EVENT_DESCRIPTION_MAX })),
  scheduled_end_time: maybe(TimeShape),
  entity_metadata: maybe(
    Type.Object({
      location: maybe(Type.String({ minLength: 1, maxLength: SCHEDULED_EVENT_LOCATION_MAX })),
    }),
  ),
  channel_id: maybe(SnowflakeShape),
  image: maybe(Type.String()),
  recurrence_rule: Type.Optional(Type.Unknown()),
};

const NewEventBody = Type.Object({
  ...shared,
  name: NameShape,
  scheduled_start_time: TimeShape,
  privacy_level: PrivacyShape,
  entity_type: EntityTypeShape,
});

const EventBody = Type.Object({
  ...shared,
  name: maybe(NameShape),
  scheduled_start_time: maybe(TimeShape),
  privacy_level: maybe(PrivacyShape),
  entity_type: maybe(EntityTypeShape),
  status: maybe(Type.Integer({ minimum: 1, maximum: 4 })),
});

const PAGE = { min: 1, max: SCHEDULED_EVENT_USERS_PAGE_MAX, fallback: SCHEDULED_EVENT_USERS_PAGE_MAX };

export const scheduledEventRoutes = [
  route("GET", "/guilds/{guild.id}/scheduled-events", {
    docs: "resources/guild-scheduled-event#list-scheduled-events-for-guild",
    auth: "bot",
    query: (read) => read.flag("with_user_count"),
    handle: ({ actor, params, query: withCount }, world) =>
      listEvents(world, actor, params["guild.id"], withCount),
  }),
  route("POST", "/guilds/{guild.id}/scheduled-events", {
    docs: "resources/guild-scheduled-event#create-guild-scheduled-event",
    auth: "bot",
    body: NewEventBody,
    bodyLimit: PICTURE_BODY_LIMIT,
    handle: ({ actor, params, body }, world) => createEvent(world, actor, params["guild.id"], body),
  }),
  route("GET", "/guilds/{guild.id}/scheduled-events/{event.id}", {
    docs: "resources/guild-scheduled-event#get-guild-scheduled-event",
    auth: "bot",
    query: (read) => read.flag("with_user_count"),
    handle: ({ actor, params, query: withCount }, world) =>
      getEvent(world, actor, params["guild.id"], params["event.id"], withCount),
  }),
  route("PATCH", "/guilds/{guild.id}/scheduled-events/{event.id}", {
    docs: "resources/guild-scheduled-event#modify-guild-scheduled-event",
    auth: "bot",
    body: EventBody,
    bodyLimit: PICTURE_BODY_LIMIT,
    handle: ({ actor, params, body }, world) =>
      updateEvent(world, actor, params["guild.id"], params["event.id"], body),
  }),
  route("DELETE", "/guilds/{guild.id}/scheduled-events/{event.id}", {
    docs: "resources/guild-scheduled-event#delete-guild-scheduled-event",
    auth: "bot",
    handle: ({ actor, params }, world) => deleteEvent(world, actor, params["guild.id"], params["event.id"]),
  }),
  route("GET", "/guilds/{guild.id}/scheduled-events/{event.id}/users", {
    docs: "resources/guild-scheduled-event#get-guild-scheduled-event-users",
    auth: "bot",
    query: (read) => ({
      before: read.id("before"),
      after: read.id("after"),
      limit: read.integer("limit", PAGE),
      withMember: read.flag("with_member"),
    }),
    handle: ({ actor, params, query: page }, world) =>
      listInterested(world, actor, params["guild.id"], params["event.id"], page),
  }),
  route("GET", "/guilds/{guild.id}/scheduled-events/{event.id}/users/counts", {
    docs: "resources/guild-scheduled-event#get-guild-scheduled-event-users",
    auth: "bot",
    handle: ({ actor, params }, world) =>
      countInterested(world, actor, params["guild.id"], params["event.id"]),
  }),
];
