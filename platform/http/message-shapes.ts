import {
  ACTIVITY_LENGTHS,
  MessageActivityType,
  MESSAGE_HISTORY_DEFAULT,
  MESSAGE_HISTORY_MAX,
  MODERATION_KEYS_MAX,
  MODERATION_KEY_LENGTH_MAX,
  MODERATION_VALUE_LENGTH_MAX,
} from "sdkpp/wire";
import { Type } from "typebox";
import type { QueryReader } from "./query.js";
import { maybe, MetadataShape, pairs, SnowflakeShape } from "./shapes.js";

/** The fields of Create Message that the SDK sends; a rule checks the length of the text. */
export const MessageBody = Type.Object({
  content: maybe(Type.String()),
  metadata: maybe(MetadataShape),
  flags: maybe(Type.Integer({ minimum: 0 })),
  nonce: maybe(Type.Union([Type.String({ maxLength: 25 }), Type.Integer()])),
});

const MessageActivityShape = Type.Object({
  type: Type.Enum(MessageActivityType),
  party_id: Type.String({ minLength: ACTIVITY_LENGTHS.partyId[0], maxLength: ACTIVITY_LENGTHS.partyId[1] }),
  session_id: Type.Optional(Type.String({ maxLength: 128 })),
});

/** Body of a message to a user; it can carry an activity invite. */
export const DirectMessageBody = Type.Object({
  ...MessageBody.properties,
  application_id: maybe(SnowflakeShape),
  activity: maybe(MessageActivityShape),
});

export const EditBody = Type.Object({ content: maybe(Type.String()) });

export const ModerationBody = pairs({
  count: MODERATION_KEYS_MAX,
  key: MODERATION_KEY_LENGTH_MAX,
  value: MODERATION_VALUE_LENGTH_MAX,
});

/** The `limit` parameter of a message history. */
export function historyLimit(read: QueryReader): number {
  return read.integer("limit", { min: 1, max: MESSAGE_HISTORY_MAX, fallback: MESSAGE_HISTORY_DEFAULT });
}
