import type { MessageActivityPayload, MessageApplicationPayload } from "./activity-invite-payloads.js";
import type { MetadataMap, UserPayload } from "./payloads.js";
import type { Snowflake } from "./snowflake.js";

/** Bits of a message's `flags`. */
export const MessageFlag = {
  /** published to the channels that follow its channel */
  Crossposted: 1 << 0,
  /** the copy of a crossposted message in a channel that follows */
  IsCrosspost: 1 << 1,
  SuppressEmbeds: 1 << 2,
  /** such a copy, of a message that is deleted */
  SourceMessageDeleted: 1 << 3,
  /** a thread was started from it; both have one id */
  HasThread: 1 << 5,
  /** only the user who caused it sees it */
  Ephemeral: 1 << 6,
  /** a response that is still to come */
  Loading: 1 << 7,
  SuppressNotifications: 1 << 12,
  IsVoiceMessage: 1 << 13,
  /** a forward */
  HasSnapshot: 1 << 14,
  IsComponentsV2: 1 << 15,
  SentBySocialLayerIntegration: 1 << 16,
} as const;

/** `type` of a message. */
export const MessageType = {
  Default: 0,
  /** a user was added to a thread by another */
  RecipientAdd: 1,
  RecipientRemove: 2,
  /** a thread got another name */
  ChannelNameChange: 4,
  /** a message was pinned */
  ChannelPinnedMessage: 6,
  /** the channel follows one of announcements */
  ChannelFollowAdd: 12,
  /** in the channel: a thread was started from an old message */
  ThreadCreated: 18,
  Reply: 19,
  /** the response to a slash command */
  ChatInputCommand: 20,
  /** the first in a thread that was started from a message */
  ThreadStarterMessage: 21,
  /** the response to a command of a menu */
  ContextMenuCommand: 23,
  /** a rule of automatic moderation reports what somebody wrote */
  AutoModerationAction: 24,
  /** the response that something must be bought */
  InteractionPremiumUpsell: 26,
  /** a poll has ended */
  PollResult: 46,
  /** the channel was linked to a lobby */
  ChannelLinkedToLobby: 49,
} as const;

/** `type` of channels for direct messages. */
export const PrivateChannelType = { Dm: 1, Lobby: 17, EphemeralDm: 18 } as const;

/** Fields of every message, over HTTP and on the gateway. */
export interface MessagePayload {
  id: Snowflake;
  type: number;
  content: string;
  channel_id: Snowflake;
  author: UserPayload;
  flags: number;
  /** ISO 8601 */
  timestamp: string;
  edited_timestamp: string | null;
  application_id?: Snowflake;
  attachments: AttachmentPayload[];
  components: unknown[];
  embeds: unknown[];
  mentions: UserPayload[];
  mention_everyone: boolean;
  mention_roles: Snowflake[];
  pinned: boolean;
  tts: boolean;
  nonce?: string | number;
  poll?: PollPayload;
  /** over HTTP only; absent without reactions */
  reactions?: ReactionPayload[];
  /** absent without stickers */
  sticker_items?: StickerItemPayload[];
  /** of a reply */
  message_reference?: MessageReferencePayload;
  /** null: deleted */
  referenced_message?: MessagePayload | null;
  /** that was started from it */
  thread?: Record<string, unknown>;
  /** of a forward */
  message_snapshots?: MessageSnapshotPayload[];
  /** of an invite: its game */
  activity?: MessageActivityPayload;
  application?: MessageApplicationPayload;
  /** in events only: it is not stored */
  metadata?: MetadataMap;
  moderation_metadata?: MetadataMap;
}

/** A sticker of a message. */
export interface StickerItemPayload {
  id: Snowflake;
  name: string;
  format_type: number;
}

/** Bits of an attachment's `flags`. */
export const AttachmentFlag = { IsSpoiler: 1 << 3 } as const;

/** A file of a message. */
export interface AttachmentPayload {
  id: Snowflake;
  filename: string;
  title?: string;
  description?: string;
  content_type: string;
  /** bytes */
  size: number;
  /** signed; expires */
  url: string;
  proxy_url: string;
  flags: number;
}

/** Response of `GET /guilds/{id}/messages/search`. */
export interface MessageSearchPayload {
  doing_deep_historical_index: boolean;
  documents_indexed: number;
  total_results: number;
  /** each with one message */
  messages: (MessagePayload & { hit: true })[][];
}

/** A Unicode emoji has no id. */
export interface EmojiPayload {
  id: Snowflake | null;
  name: string;
  animated?: boolean;
}

/** Reactions to a message with one emoji; super reactions are `burst`. */
export interface ReactionPayload {
  emoji: EmojiPayload;
  count: number;
  count_details: { burst: number; normal: number };
  burst_colors: string[];
  me: boolean;
  me_burst: boolean;
  burst_me: boolean;
  burst_count: number;
}

/** The question of a poll, or one of its answers. */
export interface PollMediaPayload {
  text: string;
  emoji?: EmojiPayload;
}

export interface PollPayload {
  question: PollMediaPayload;
  answers: { answer_id: number; poll_media: PollMediaPayload }[];
  /** ISO 8601 */
  expiry: string;
  allow_multiselect: boolean;
  layout_type: number;
  results: {
    is_finalized: boolean;
    /** of answers with votes */
    answer_counts: { id: number; count: number; me_voted: boolean }[];
  };
}

export interface PinPayload {
  /** ISO 8601 */
  pinned_at: string;
  message: MessagePayload;
}

/** Response of `GET /channels/{id}/messages/pins`, newest first. */
export interface PinsPayload {
  items: PinPayload[];
  has_more: boolean;
}

/** The part of a forwarded message that a forward shows, without its author and its place. */
export interface MessageSnapshotPayload {
  message: Pick<
    MessagePayload,
    | "type"
    | "content"
    | "timestamp"
    | "edited_timestamp"
    | "flags"
    | "attachments"
    | "components"
    | "embeds"
    | "mentions"
    | "mention_roles"
    | "sticker_items"
  >;
}

/** `type` of a message reference. */
export const MessageReferenceType = { Default: 0, Forward: 1 } as const;

/** The message that a reply or a forward refers to. */
export interface MessageReferencePayload {
  type: number;
  channel_id: Snowflake;
  /** absent where a whole thread is meant */
  message_id?: Snowflake;
  guild_id?: Snowflake;
}

/** A message of a guild channel in events. */
export interface GuildMessagePayload extends MessagePayload {
  guild_id: Snowflake;
  channel_type: number;
  /** the author's membership, while it lasts; without `user` */
  member?: Record<string, unknown>;
}

/** Without a linked channel `channel_id` is the lobby's id. */
export interface LobbyMessagePayload extends MessagePayload {
  lobby_id: Snowflake;
  lobby_member?: { additional_name: string };
}

/** In an exchange that is not stored, `channel_id` and `recipient_id` are the id of the other user. */
export interface DirectMessagePayload extends MessagePayload {
  channel_type: number;
  recipient_id?: Snowflake;
}

export interface MessageDeletePayload {
  id: Snowflake;
  channel_id: Snowflake;
}

export interface LobbyMessageDeletePayload {
  id: Snowflake;
  lobby_id: Snowflake;
}

/** Body of `POST …/messages`, as far as the SDK fills it in. */
export interface CreateMessageBody {
  content: string;
  metadata?: MetadataMap;
}

/** Disclosures that a user must see about an application. */
export const ApplicationDisclosure = {
  IpLocation: 1,
  DisplaysAdvertisements: 2,
  /** messages written in the game can be seen in the platform's own app */
  DataSharingMessage: 3,
} as const;

/** Response of `/applications/{id}/disclosures`. */
export interface DisclosuresPayload {
  disclosures: number[];
  acked_disclosures: number[];
  all_acked: boolean;
}

/** A stored conversation of two users. */
export interface DmChannelPayload {
  id: Snowflake;
  type: typeof PrivateChannelType.Dm;
  flags: number;
  last_message_id: Snowflake | null;
  /** of the newest pin; null: none */
  last_pin_timestamp: string | null;
  /** without the receiver of the payload */
  recipients: UserPayload[];
}

/** One entry of `GET /partner-sdk/users/@me/channels`. */
export interface UserMessageSummaryPayload {
  user_id: Snowflake;
  last_message_id: Snowflake;
}
