import { ACTIVITY_LENGTHS, MessageActivityType } from "../../wire/index.js";
import { asId, asObject, asString, type JsonObject } from "../checked.js";
import { parseUser, type CheckedUser } from "./user.js";

/** An invite or a join request whose fields have been checked. */
export interface CheckedActivityInvite {
  messageId: bigint;
  channelId: bigint;
  sender: CheckedUser;
  type: MessageActivityType;
  applicationId: bigint;
  /** 0: none */
  parentApplicationId: bigint;
  partyId: string;
  /** "": the platform does not say */
  sessionId: string;
}

const TYPES: readonly unknown[] = Object.values(MessageActivityType);

/** ACTIVITY_INVITE_CREATE. @returns undefined without a required field */
export function parseActivityInvite(value: unknown): CheckedActivityInvite | undefined {
  const invite = asObject(value);
  return invite && inviteOf(invite, asId(invite["message_id"]));
}

/** A message that is an invite. @returns undefined for other messages, and for invites that no client can accept */
export function parseInviteMessage(value: unknown): CheckedActivityInvite | undefined {
  const message = asObject(value);
  return message && inviteOf(message, asId(message["id"]));
}

/** The secret that admits a player to a party. @returns undefined where there is none */
export function parseJoinSecret(value: unknown): string | undefined {
  const secret = asString(asObject(value)?.["secret"]);
  return secret === "" ? undefined : secret;
}

function inviteOf(invite: JsonObject, messageId: bigint | undefined): CheckedActivityInvite | undefined {
  const channelId = asId(invite["channel_id"]);
  const sender = parseUser(invite["author"]);
  const activity = asObject(invite["activity"]);
  const application = asObject(invite["application"]);
  const applicationId = asId(application?.["id"]);
  if (messageId === undefined || channelId === undefined || sender === undefined) return undefined;
  if (activity === undefined || applicationId === undefined) return undefined;
  const partyId = asString(activity["party_id"]) ?? "";
  const [, longest] = ACTIVITY_LENGTHS.partyId;
  if (!TYPES.includes(activity["type"]) || partyId === "" || partyId.length > longest) return undefined;
  return {
    ...{ messageId, channelId, sender, applicationId, partyId },
    type: activity["type"] as MessageActivityType,
    parentApplicationId: asId(application?.["parent_id"]) ?? 0n,
    sessionId: asString(activity["session_id"]) ?? "",
  };
}
