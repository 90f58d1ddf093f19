import type { MessageActivityType } from "../activity-invite-payloads.js";
import type { ActivityPayload } from "../activity-payloads.js";
import type { OnlineStatus } from "../presence-payloads.js";
import type { RelationshipType } from "../relationship-payloads.js";
import type { Snowflake } from "../snowflake.js";

/** Payload of HANDSHAKE. */
export interface RpcHandshakePayload {
  v: number;
  client_id: Snowflake;
}

/** Payload of CLOSE. */
export interface RpcClosePayload {
  code: number;
  message: string;
}

/** Payload of FRAME from a game. */
export interface RpcRequestPayload {
  cmd: string;
  nonce: string;
  args?: object;
  /** of SUBSCRIBE and UNSUBSCRIBE; `args` filters then */
  evt?: string;
}

/** Payload of FRAME from a desktop app: an answer with the command and nonce of its request, or an event. */
export interface RpcResponsePayload {
  cmd: string;
  data: unknown;
  /** null: an event, or the answer to a request without a nonce */
  nonce: string | null;
  /** null: the request succeeded */
  evt: string | null;
}

/** `data` of an ERROR answer. */
export interface RpcErrorPayload {
  code: number;
  message: string;
}

/** A user as the desktop app shows it. */
export interface RpcUserPayload {
  id: Snowflake;
  username: string;
  discriminator: string;
  global_name: string | null;
  avatar: string | null;
  avatar_decoration_data: object | null;
  bot: boolean;
  flags: number;
  premium_type: number;
}

/** `data` of READY. */
export interface RpcReadyPayload {
  v: number;
  config: {
    cdn_host: string;
    /** without a scheme: starts with two slashes */
    api_endpoint: string;
    environment: string;
  };
  user: RpcUserPayload;
}

/** `args` of AUTHORIZE. */
export interface RpcAuthorizeArgs {
  client_id: Snowflake;
  scopes: string[];
  response_type?: "code";
  code_challenge?: string;
  code_challenge_method?: "S256";
  state?: string;
  nonce?: string;
  integration_type?: number;
  prompt?: string;
  permissions?: string;
  guild_id?: Snowflake;
  pid?: number;
}
export interface RpcAuthorizePayload {
  code: string;
}

export interface RpcAuthenticateArgs {
  access_token: string;
}
export interface RpcAuthenticatePayload {
  application: { id: Snowflake; name: string; description: string; icon: string | null };
  scopes: string[];
  /** ISO 8601 */
  expires: string;
  user: RpcUserPayload;
  access_token: string;
}

/** Activity in SET_ACTIVITY: buttons have their addresses with them, and the name is optional. */
export interface RpcActivityPayload extends Partial<
  Pick<
    ActivityPayload,
    | "name"
    | "type"
    | "status_display_type"
    | "details"
    | "details_url"
    | "state"
    | "state_url"
    | "assets"
    | "party"
    | "secrets"
    | "supported_platforms"
    | "instance"
  >
> {
  /** Unix milliseconds; small numbers are seconds */
  timestamps?: ActivityPayload["timestamps"];
  buttons?: { label: string; url: string }[] | undefined;
}
export interface RpcSetActivityArgs {
  pid: number;
  /** null or absent: none */
  activity?: RpcActivityPayload | null;
}

/** `args` of SEND_ACTIVITY_JOIN_INVITE and CLOSE_ACTIVITY_JOIN_REQUEST. */
export interface RpcJoinRequestArgs {
  user_id: Snowflake;
  pid?: number;
}

export interface RpcInviteUserArgs {
  user_id: Snowflake;
  type: typeof MessageActivityType.Join;
  content?: string;
  pid?: number;
}

export interface RpcAcceptInviteArgs {
  type: typeof MessageActivityType.Join;
  user_id: Snowflake;
  session_id: string;
  channel_id: Snowflake;
  message_id: Snowflake;
  /** game of the invite, which may be a sibling of this one; default: the game of the connection */
  application_id?: Snowflake;
}

/** One of `relationships` of GET_RELATIONSHIPS, and `data` of RELATIONSHIP_UPDATE. */
export interface RpcRelationshipPayload {
  type: RelationshipType;
  user: RpcUserPayload;
  presence: { status: OnlineStatus; activity: ActivityPayload | null };
}

export interface RpcOpenMessageArgs {
  guild_id?: Snowflake;
  channel_id: Snowflake;
  message_id: Snowflake;
  pid?: number;
}

export interface RpcDeepLinkArgs {
  type: string;
  params?: object;
}

export interface RpcShareLinkArgs {
  message: string;
  custom_id?: string;
  link_id?: string;
}
export interface RpcShareLinkPayload {
  success: boolean;
  didCopyLink: boolean;
  didSendMessage: boolean;
}

/** `data` of ACTIVITY_JOIN. */
export interface RpcActivityJoinPayload {
  secret: string;
  intent?: number;
}

/** `data` of ACTIVITY_INVITE and, with type 5, of ACTIVITY_JOIN_REQUEST. */
export interface RpcActivityInvitePayload {
  user: RpcUserPayload;
  activity: ActivityPayload;
  type: MessageActivityType;
  channel_id: Snowflake;
  message_id: Snowflake;
}

/** `data` of GUILD_STATUS. */
export interface RpcGuildStatusPayload {
  guild: { id: Snowflake; name: string; icon_url: string | null };
}
