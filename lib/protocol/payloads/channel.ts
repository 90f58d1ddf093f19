import { asArray, asId, asInteger, asObject, asString, parseEach } from "../checked.js";
import { parseUser, type CheckedUser } from "./user.js";

/** A channel whose fields have been checked. */
export interface CheckedChannel {
  id: bigint;
  type: number;
  guildId: bigint | undefined;
  name: string;
  /** without the user of the session */
  recipients: CheckedUser[];
}

export interface CheckedMessageSummary {
  userId: bigint;
  lastMessageId: bigint;
}

export function parseChannel(value: unknown): CheckedChannel | undefined {
  const channel = asObject(value);
  const id = asId(channel?.["id"]);
  const type = asInteger(channel?.["type"], 0, 0xffff);
  if (channel === undefined || id === undefined || type === undefined) return undefined;
  return {
    id,
    type,
    guildId: asId(channel["guild_id"]),
    name: asString(channel["name"]) ?? "",
    recipients: parseEach(channel["recipients"], parseUser),
  };
}

/** Skips invalid entries. @returns undefined when it is not a list */
export function parseMessageSummaries(value: unknown): CheckedMessageSummary[] | undefined {
  return asArray(value) === undefined ? undefined : parseEach(value, parseMessageSummary);
}

function parseMessageSummary(value: unknown): CheckedMessageSummary | undefined {
  const userId = asId(asObject(value)?.["user_id"]);
  const lastMessageId = asId(asObject(value)?.["last_message_id"]);
  return userId === undefined || lastMessageId === undefined ? undefined : { userId, lastMessageId };
}
