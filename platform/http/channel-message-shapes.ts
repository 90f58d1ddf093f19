import {
  ATTACHMENT_LENGTHS,
  ATTACHMENTS_MAX,
  BULK_DELETE_MAX,
  BULK_DELETE_MIN,
  CHANNEL_HISTORY_PAGE_MAX,
  EMBED_LIMITS,
  MESSAGE_HISTORY_DEFAULT,
  MESSAGE_STICKERS_MAX,
  WEBHOOK_NAME_MAX,
  POLL_ANSWER_MAX,
  POLL_ANSWERS_MAX,
  POLL_HOURS_MAX,
  POLL_QUESTION_MAX,
} from "sdkpp/wire";
import { Type, type TSchema } from "typebox";
import type { HistoryWindow } from "../domain/world/message/channel-history.js";
import { invalidField } from "../domain/rules/faults.js";
import type { QueryReader } from "./query.js";
import { maybe, SnowflakeShape, pictureAddressShape, webAddressShape } from "./shapes.js";

const text = (maxLength: number) => maybe(Type.String({ maxLength }));
const list = <T extends TSchema>(items: T, maxItems: number) => maybe(Type.Array(items, { maxItems }));

const AttachmentShape = Type.Object({
  // The `n` of a part of the request, or the id of a file that the message has.
  id: SnowflakeShape,
  filename: maybe(Type.String({ minLength: 1, maxLength: ATTACHMENT_LENGTHS.filename })),
  title: text(ATTACHMENT_LENGTHS.title),
  description: text(ATTACHMENT_LENGTHS.description),
  is_spoiler: maybe(Type.Boolean()),
});

/** A picture's address, or the name of a file of the message. */
const PictureShape = maybe(pictureAddressShape(2048));
const UrlShape = maybe(webAddressShape(2048));
const MediaShape = maybe(Type.Object({ url: PictureShape }));

const EmbedShape = Type.Object({
  title: text(EMBED_LIMITS.title),
  description: text(EMBED_LIMITS.description),
  url: UrlShape,
  timestamp: text(64),
  color: maybe(Type.Integer({ minimum: 0, maximum: 0xffffff })),
  footer: maybe(Type.Object({ text: text(EMBED_LIMITS.footer), icon_url: PictureShape })),
  image: MediaShape,
  thumbnail: MediaShape,
  author: maybe(Type.Object({ name: text(EMBED_LIMITS.author), url: UrlShape, icon_url: PictureShape })),
  fields: list(
    Type.Object({
      name: Type.String({ minLength: 1, maxLength: EMBED_LIMITS.fieldName }),
      value: Type.String({ minLength: 1, maxLength: EMBED_LIMITS.fieldValue }),
      inline: maybe(Type.Boolean()),
    }),
    EMBED_LIMITS.fields,
  ),
});

const AllowedMentionsShape = Type.Object({
  parse: list(Type.Enum(["users", "roles", "everyone"]), 3),
  users: list(SnowflakeShape, 100),
  roles: list(SnowflakeShape, 100),
  replied_user: maybe(Type.Boolean()),
});

const PollEmojiShape = Type.Object({ id: maybe(SnowflakeShape), name: text(64) });

const PollShape = Type.Object({
  question: Type.Object({ text: Type.String({ minLength: 1, maxLength: POLL_QUESTION_MAX }) }),
  answers: Type.Array(
    Type.Object({
      poll_media: Type.Object({
        text: Type.String({ minLength: 1, maxLength: POLL_ANSWER_MAX }),
        emoji: maybe(PollEmojiShape),
      }),
    }),
    { minItems: 1, maxItems: POLL_ANSWERS_MAX },
  ),
  duration: maybe(Type.Integer({ minimum: 1, maximum: POLL_HOURS_MAX })),
  allow_multiselect: maybe(Type.Boolean()),
  layout_type: maybe(Type.Integer({ minimum: 1, maximum: 1 })),
});

const ReferenceShape = Type.Object({
  type: maybe(Type.Integer({ minimum: 0, maximum: 1 })),
  message_id: SnowflakeShape,
  channel_id: maybe(SnowflakeShape),
  guild_id: maybe(SnowflakeShape),
  fail_if_not_exists: maybe(Type.Boolean()),
});

const shared = {
  // A rule checks the length.
  content: maybe(Type.String()),
  embeds: list(EmbedShape, EMBED_LIMITS.embeds),
  allowed_mentions: maybe(AllowedMentionsShape),
  flags: maybe(Type.Integer({ minimum: 0 })),
  // A rule checks them.
  components: maybe(Type.Array(Type.Unknown())),
  attachments: list(AttachmentShape, ATTACHMENTS_MAX),
};

/** Body of a message that a bot sends to a channel. */
export const ChannelMessageBody = Type.Object({
  ...shared,
  nonce: maybe(Type.Union([Type.String({ maxLength: 25 }), Type.Integer()])),
  enforce_nonce: maybe(Type.Boolean()),
  tts: maybe(Type.Boolean()),
  message_reference: maybe(ReferenceShape),
  sticker_ids: list(SnowflakeShape, MESSAGE_STICKERS_MAX),
  poll: maybe(PollShape),
});

/** Fields of a message that answers nothing: of a webhook, or in response to an interaction. */
export const unboundFields = { ...shared, tts: maybe(Type.Boolean()), poll: maybe(PollShape) };

/** Body of a message that somebody sends through a webhook. */
export const WebhookMessageBody = Type.Object({
  ...unboundFields,
  username: maybe(Type.String({ minLength: 1, maxLength: WEBHOOK_NAME_MAX })),
  avatar_url: UrlShape,
  thread_name: maybe(Type.String({ maxLength: 100 })),
  applied_tags: list(Type.Unknown(), 5),
});

export const ChannelMessageEdit = Type.Object({
  ...shared,
  sticker_ids: list(SnowflakeShape, MESSAGE_STICKERS_MAX),
});

/** A change of a response to an interaction, which can be the text of one that was still to come. */
export const ResponseEdit = Type.Object({ ...shared, poll: maybe(PollShape) });

export const BulkDeleteBody = Type.Object({
  messages: Type.Array(SnowflakeShape, { minItems: BULK_DELETE_MIN, maxItems: BULK_DELETE_MAX }),
});

export const ConversationBody = Type.Object({ recipient_id: SnowflakeShape });

const LIMIT = { min: 1, max: CHANNEL_HISTORY_PAGE_MAX, fallback: MESSAGE_HISTORY_DEFAULT };

/** `limit`, and one of `before`, `after`, `around`. */
export function historyWindow(read: QueryReader): HistoryWindow {
  const limit = read.integer("limit", LIMIT);
  const [side, other] = (["before", "after", "around"] as const).filter((name) => read.has(name));
  if (side === undefined) return { limit };
  if (other !== undefined)
    read.reject(invalidField(other, "HISTORY_EXCLUSIVE", `${side} and ${other} exclude each other.`));
  return { limit, [side]: read.id(side) } as HistoryWindow;
}
