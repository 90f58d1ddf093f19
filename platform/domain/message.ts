import { MessageFlag, type MessagePayload, type MetadataMap, type Snowflake } from "sdkpp/wire";
import { messageActivityView, type MessageActivity } from "./activity-invite.js";
import { inviteApplicationView } from "./application.js";
import { userView, type User } from "./user.js";
import type { World } from "./world.js";

/** Something a player wrote, in a lobby or to another user. */
export interface Message {
  readonly id: Snowflake;
  /** The lobby, or the direct channel. */
  readonly channelId: Snowflake;
  readonly applicationId: Snowflake;
  readonly authorId: Snowflake;
  readonly content: string;
  /** Of an invite or a join request. */
  readonly activity?: MessageActivity;
  /** Unix milliseconds */
  readonly sentAt: number;
  /** Unix milliseconds; null: never */
  readonly editedAt: number | null;
  /** In lobbies, as it was when the message was sent. */
  readonly additionalName?: string;
  /** What the application's server judged. */
  readonly moderation?: MetadataMap;
}

/** What is written: text, and what only those who are there now get to see. */
export interface MessageInput {
  readonly content?: string | null | undefined;
  readonly metadata?: MetadataMap | null | undefined;
}

/** Ordinary text. */
const DEFAULT_MESSAGE_TYPE = 0;

/** A message without what belongs to its place. */
export function messageView(world: World, message: Message): MessagePayload {
  const { id, content, applicationId, channelId, sentAt, editedAt, activity } = message;
  return {
    id,
    type: DEFAULT_MESSAGE_TYPE,
    content,
    channel_id: channelId,
    author: userView(authorOf(world, message)),
    flags: MessageFlag.SentBySocialLayerIntegration,
    timestamp: new Date(sentAt).toISOString(),
    edited_timestamp: editedAt === null ? null : new Date(editedAt).toISOString(),
    application_id: applicationId,
    attachments: [],
    components: [],
    embeds: [],
    mentions: mentionsOf(world, content),
    mention_everyone: false,
    mention_roles: [],
    pinned: false,
    tts: false,
    ...(activity && {
      activity: messageActivityView(activity),
      application: inviteApplicationView(world, applicationId),
    }),
  };
}

/** As the owning application sees it in events: an empty map says that there is none any more. */
export function withModeration<T extends MessagePayload>(payload: T, message: Message): T {
  return { ...payload, moderation_metadata: message.moderation ?? {} };
}

/** A message whose text was changed: what was judged was another text. */
export function edited({ moderation: _judged, ...message }: Message, content: string, now: number): Message {
  return { ...message, content, editedAt: now };
}

/** An author whose account is gone must not make the whole history unreadable. */
function authorOf(world: World, { authorId }: Message): User {
  return (
    world.users.get(authorId) ?? { id: authorId, username: "deleted_user", globalName: null, bot: false }
  );
}

const MENTION = /<@!?([0-9]{1,20})>/g;

function mentionsOf(world: World, content: string): MessagePayload["mentions"] {
  const ids = new Set([...content.matchAll(MENTION)].map((match) => match[1] ?? ""));
  return [...ids].flatMap((id) => world.users.get(id) ?? []).map(userView);
}
