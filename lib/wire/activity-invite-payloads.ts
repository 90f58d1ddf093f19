import type { UserPayload } from "./payloads.js";
import type { Snowflake } from "./snowflake.js";

/** What the `activity` of a message asks for: into the sender's party, or to be let into the receiver's. */
export const MessageActivityType = { Join: 1, JoinRequest: 5 } as const;
export type MessageActivityType = (typeof MessageActivityType)[keyof typeof MessageActivityType];

/** `activity` of a message that is an invite. The join secret never travels in it. */
export interface MessageActivityPayload {
  type: MessageActivityType;
  party_id: string;
  /** gateway session of the sender */
  session_id?: string;
}

/** The game an invite is for; clients refuse to accept without it. */
export interface MessageApplicationPayload {
  id: Snowflake;
  name: string;
  icon: string | null;
  description: string;
  /** Of no known kind, as with most. */
  type: null;
  parent_id?: Snowflake;
}

/** ACTIVITY_INVITE_CREATE: an invite where the message itself is not told, or that was accepted elsewhere. */
export interface ActivityInvitePayload {
  message_id: Snowflake;
  channel_id: Snowflake;
  author: UserPayload;
  application: MessageApplicationPayload;
  activity: MessageActivityPayload;
}

/** Body of `POST /users/{user}/messages` for an invite. */
export interface CreateActivityInviteBody {
  content?: string;
  application_id: Snowflake;
  activity: MessageActivityPayload;
}

/** Answer of `/users/{user}/sessions/{session}/activities/{application}/1`. */
export interface ActivitySecretPayload {
  secret: string;
}

/** An invite admits nobody after this. */
export const ACTIVITY_INVITE_LIFE_MS = 6 * 3_600_000;
