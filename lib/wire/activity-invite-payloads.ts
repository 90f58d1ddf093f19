import type { UserPayload } from "./payloads.js";
import type { Snowflake } from "./snowflake.js";

/** Purpose of a message's `activity`: an invite into the sender's party, or a request to join the receiver's. */
export const MessageActivityType = { Join: 1, JoinRequest: 5 } as const;
export type MessageActivityType = (typeof MessageActivityType)[keyof typeof MessageActivityType];

/** `activity` of a message that is an invite. The join secret never travels in it. */
export interface MessageActivityPayload {
  type: MessageActivityType;
  party_id: string;
  /** gateway session of the sender */
  session_id?: string;
}

/** The game of an invite; without it clients cannot accept. */
export interface MessageApplicationPayload {
  id: Snowflake;
  name: string;
  icon: string | null;
  description: string;
  /** Hash of the picture that an invite shows unless the activity has one. */
  cover_image?: string;
  /** meaning unknown */
  type: null;
  parent_id?: Snowflake;
}

/** ACTIVITY_INVITE_CREATE: an invite without its message event, or one that another session accepted. */
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

/** Response of `/users/{user}/sessions/{session}/activities/{application}/1`. */
export interface ActivitySecretPayload {
  secret: string;
}

/** Lifetime of an invite. */
export const ACTIVITY_INVITE_LIFE_MS = 6 * 3_600_000;
