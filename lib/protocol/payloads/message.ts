import { MessageFlag } from "../../wire/index.js";
import {
  asArray,
  asId,
  asInteger,
  asMetadata,
  asObject,
  asString,
  parseEach,
  type JsonObject,
} from "../checked.js";
import { additionalContentOf, type CheckedAdditionalContent } from "./additional-content.js";
import { parseUser, type CheckedUser } from "./user.js";

/** A message whose fields have been checked; the same for a lobby, a direct one and both transports. */
export interface CheckedMessage {
  id: bigint;
  channelId: bigint;
  /** undefined when the payload does not say */
  channelType: number | undefined;
  guildId: bigint | undefined;
  lobbyId: bigint | undefined;
  recipientId: bigint | undefined;
  author: CheckedUser;
  /** users the text names */
  mentions: CheckedUser[];
  content: string;
  /** Unix milliseconds */
  sentAt: number;
  /** Unix milliseconds; 0: never */
  editedAt: number;
  applicationId: bigint | undefined;
  sentFromGame: boolean;
  /** an activity invite or a join request */
  isInvite: boolean;
  additionalName: string | undefined;
  additionalContent: CheckedAdditionalContent | undefined;
  /** undefined when the payload carries none, as HTTP never does */
  metadata: Record<string, string> | undefined;
  moderationMetadata: Record<string, string> | undefined;
}

export interface CheckedMessageDelete {
  messageId: bigint;
  /** of a lobby without a linked channel: the lobby's id */
  channelId: bigint;
}

/** @returns undefined without a required field: id, author, and channel or lobby */
export function parseMessage(value: unknown): CheckedMessage | undefined {
  const message = asObject(value);
  const id = asId(message?.["id"]);
  const author = parseUser(message?.["author"]);
  const lobbyId = asId(message?.["lobby_id"]);
  const channelId = asId(message?.["channel_id"]) ?? lobbyId;
  if (message === undefined || id === undefined || author === undefined || channelId === undefined)
    return undefined;
  return { id, channelId, lobbyId, author, ...placeOf(message), ...textOf(message), ...originOf(message) };
}

function placeOf(message: JsonObject): Pick<CheckedMessage, "channelType" | "guildId" | "recipientId"> {
  return {
    channelType: asInteger(message["channel_type"], 0, 0xffff),
    guildId: asId(message["guild_id"]),
    recipientId: asId(message["recipient_id"]),
  };
}

function textOf(message: JsonObject) {
  return {
    content: asString(message["content"]) ?? "",
    mentions: parseEach(message["mentions"], parseUser),
    sentAt: asTime(message["timestamp"]),
    editedAt: asTime(message["edited_timestamp"]),
    additionalContent: additionalContentOf(message),
    metadata: optionalMetadata(message["metadata"]),
    moderationMetadata: optionalMetadata(message["moderation_metadata"]),
  };
}

function originOf(message: JsonObject) {
  const applicationId = asId(message["application_id"]);
  const flags = asInteger(message["flags"], 0, 0x7fffffff) ?? 0;
  return {
    applicationId,
    sentFromGame: applicationId !== undefined || (flags & MessageFlag.SentBySocialLayerIntegration) !== 0,
    isInvite: asObject(message["activity"]) !== undefined,
    additionalName: asString(asObject(message["lobby_member"])?.["additional_name"]),
  };
}

function optionalMetadata(value: unknown): Record<string, string> | undefined {
  return value === undefined || value === null ? undefined : asMetadata(value);
}

/** Unix milliseconds of an ISO 8601 text; 0 for other texts. */
function asTime(value: unknown): number {
  const time = Date.parse(asString(value) ?? "");
  return Number.isNaN(time) ? 0 : Math.max(0, time);
}

/** A LOBBY_MESSAGE_DELETE or MESSAGE_DELETE. */
export function parseMessageDelete(value: unknown): CheckedMessageDelete | undefined {
  const event = asObject(value);
  const messageId = asId(event?.["id"]);
  const channelId = asId(event?.["lobby_id"]) ?? asId(event?.["channel_id"]);
  return messageId === undefined || channelId === undefined ? undefined : { messageId, channelId };
}

/** A list of messages as HTTP gives it; a bad entry does not cost the rest. @returns undefined when no list */
export function parseMessages(value: unknown): CheckedMessage[] | undefined {
  return asArray(value) === undefined ? undefined : parseEach(value, parseMessage);
}
