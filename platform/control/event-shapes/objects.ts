import { flag, text } from "../../guard/arguments.js";
import { id } from "../inputs.js";
import { all, anything, listOf, nullable, number, object, time } from "./shape.js";

// The objects in events, each with the members without which clients fail.

export const USER = object(
  { id, username: text },
  { discriminator: text, global_name: nullable(text), avatar: nullable(text), bot: flag },
);
export const MEMBER = object(
  { roles: listOf(id), joined_at: nullable(time) },
  { user: USER, nick: nullable(text), deaf: flag, mute: flag, flags: number },
);
export const MEMBER_OF_GUILD = all(object({ guild_id: id, user: USER, roles: listOf(id) }), MEMBER);
export const EMOJI = object({ name: nullable(text) }, { id: nullable(id), animated: flag });
export const ROLE = object({ id, name: text, permissions: text }, { color: number, position: number });
export const IN_GUILD = object({ guild_id: id });

const MESSAGE_MEMBERS = {
  type: number,
  content: text,
  author: USER,
  timestamp: time,
  edited_timestamp: nullable(time),
  attachments: listOf(anything),
  embeds: listOf(anything),
  components: listOf(anything),
  mentions: listOf(USER),
  mention_roles: listOf(id),
  flags: number,
  guild_id: id,
  member: MEMBER,
} as const;
export const MESSAGE = object(
  { id, channel_id: id, type: number, content: text, author: USER, timestamp: time },
  MESSAGE_MEMBERS,
);
/** Editing may tell what has changed only. */
export const CHANGED_MESSAGE = object({ id, channel_id: id }, MESSAGE_MEMBERS);
export const LOBBY_MESSAGE = all(MESSAGE, object({ lobby_id: id }));

export const CHANNEL = object(
  { id, type: number },
  {
    guild_id: id,
    name: nullable(text),
    position: number,
    parent_id: nullable(id),
    topic: nullable(text),
    permission_overwrites: listOf(object({ id, type: number, allow: text, deny: text })),
    recipients: listOf(USER),
  },
);
const THREAD_METADATA = object({ archived: flag, locked: flag, auto_archive_duration: number });
export const THREAD = object(
  { id, guild_id: id, parent_id: id, type: number, name: text },
  { owner_id: id, message_count: number, member_count: number, thread_metadata: THREAD_METADATA },
);
export const THREAD_MEMBER = object({ join_timestamp: time, flags: number }, { id, user_id: id });

export const GUILD = object(
  { id, name: text },
  { owner_id: id, icon: nullable(text), roles: listOf(ROLE), emojis: listOf(EMOJI), features: listOf(text) },
);
export const WHOLE_GUILD = all(
  GUILD,
  object({}, { channels: listOf(CHANNEL), members: listOf(object({ user: USER })), threads: listOf(THREAD) }),
);
export const SCHEDULED_EVENT = object(
  {
    id,
    guild_id: id,
    name: text,
    scheduled_start_time: time,
    privacy_level: number,
    status: number,
    entity_type: number,
  },
  { channel_id: nullable(id), creator_id: nullable(id), scheduled_end_time: nullable(time), creator: USER },
);
export const STAGE = object({ id, guild_id: id, channel_id: id, topic: text, privacy_level: number });
export const SOUND = object(
  { sound_id: id, name: text, volume: number, guild_id: id },
  { emoji_id: nullable(id), emoji_name: nullable(text), available: flag },
);
export const MODERATION_RULE = object({
  id,
  guild_id: id,
  name: text,
  creator_id: id,
  event_type: number,
  trigger_type: number,
  trigger_metadata: anything,
  actions: listOf(object({ type: number })),
  enabled: flag,
});

const LOBBY_MEMBER_OF = object(
  { user_id: id },
  { user: USER, metadata: nullable(anything), flags: number, connected: flag },
);
export const LOBBY = object(
  { id, application_id: id, members: listOf(LOBBY_MEMBER_OF) },
  { metadata: nullable(anything), flags: number, voice_states: listOf(anything) },
);
export const LOBBY_MEMBER = object({ lobby_id: id, member: LOBBY_MEMBER_OF }, { application_id: id });
const VOICE_FLAGS = { deaf: flag, mute: flag, self_deaf: flag, self_mute: flag } as const;
export const VOICE_STATE = object(
  { user_id: id, session_id: text, channel_id: nullable(id), ...VOICE_FLAGS },
  { guild_id: id, member: MEMBER, suppress: flag },
);
export const LOBBY_VOICE_STATE = object({ lobby_id: id, user_id: id }, VOICE_FLAGS);

export const ACTIVITY = object({ name: text, type: number }, { application_id: id, created_at: number });
export const PRESENCE = object(
  { user: object({ id }), status: text },
  { guild_id: id, activities: listOf(ACTIVITY), client_status: anything },
);
export const RELATIONSHIP = object(
  { id, type: number },
  { user: USER, nickname: nullable(text), since: nullable(time) },
);

export const ENTITLEMENT = object(
  { id, sku_id: id, application_id: id, type: number, deleted: flag },
  {
    user_id: id,
    guild_id: id,
    consumed: flag,
    starts_at: nullable(time),
    ends_at: nullable(time),
    subscription_id: id,
  },
);
export const SUBSCRIPTION = object(
  {
    id,
    user_id: id,
    sku_ids: listOf(id),
    entitlement_ids: listOf(id),
    current_period_start: time,
    current_period_end: time,
    status: number,
  },
  { renewal_sku_ids: nullable(listOf(id)), canceled_at: nullable(time) },
);
export const INTERACTION = object(
  { id, application_id: id, type: number, token: text, version: number },
  { data: anything, guild_id: id, channel_id: id, member: MEMBER, user: USER, message: MESSAGE },
);
export const IDENTITY = object({ user_id: id, application_id: id });
