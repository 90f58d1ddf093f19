/** Opcodes of the main gateway. */
export const GatewayOpcode = {
  Dispatch: 0,
  Heartbeat: 1,
  Identify: 2,
  PresenceUpdate: 3,
  VoiceStateUpdate: 4,
  VoiceServerPing: 5,
  Resume: 6,
  Reconnect: 7,
  RequestGuildMembers: 8,
  InvalidSession: 9,
  Hello: 10,
  HeartbeatAck: 11,
  CallConnect: 13,
  LobbyVoiceStates: 17,
  RequestSoundboardSounds: 31,
  GuildSubscriptionsBulk: 37,
  QosHeartbeat: 40,
  UpdateTimeSpent: 41,
  LobbyVoiceServerPing: 42,
  RequestChannelInfo: 43,
} as const;
export type GatewayOpcode = (typeof GatewayOpcode)[keyof typeof GatewayOpcode];

/** Close codes of every WebSocket (RFC 6455 section 7.4.1). */
export const WebSocketCloseCode = {
  Normal: 1000,
  GoingAway: 1001,
  /** never sent: the socket could not be opened, or was lost without a close frame */
  Abnormal: 1006,
  /** never sent: the TLS handshake failed, for example because of an untrusted certificate */
  TlsHandshake: 1015,
} as const;

/** Close codes of the main gateway. */
export const GatewayCloseCode = {
  UnknownError: 4000,
  UnknownOpcode: 4001,
  DecodeError: 4002,
  NotAuthenticated: 4003,
  AuthenticationFailed: 4004,
  AlreadyAuthenticated: 4005,
  InvalidSeq: 4007,
  RateLimited: 4008,
  SessionTimedOut: 4009,
  InvalidShard: 4010,
  ShardingRequired: 4011,
  InvalidVersion: 4012,
  InvalidIntents: 4013,
  DisallowedIntents: 4014,
  TooManySessions: 4015,
  ConsoleConnectCancelled: 4016,
} as const;
export type GatewayCloseCode = (typeof GatewayCloseCode)[keyof typeof GatewayCloseCode];

/** A client's reaction to a close: resume the session, start a new one, or stop for good. */
export type GatewayCloseClass = "resume" | "identify" | "stop";

const IDENTIFY_CODES: ReadonlySet<number> = new Set([
  GatewayCloseCode.InvalidSeq,
  GatewayCloseCode.SessionTimedOut,
]);
const STOP_CODES: ReadonlySet<number> = new Set([
  GatewayCloseCode.AuthenticationFailed,
  GatewayCloseCode.InvalidShard,
  GatewayCloseCode.ShardingRequired,
  GatewayCloseCode.InvalidVersion,
  GatewayCloseCode.InvalidIntents,
  GatewayCloseCode.DisallowedIntents,
  GatewayCloseCode.TooManySessions,
  GatewayCloseCode.ConsoleConnectCancelled,
]);

/** The last column of the close code table; other codes keep the session. */
export function classifyGatewayClose(code: number): GatewayCloseClass {
  if (STOP_CODES.has(code)) return "stop";
  return IDENTIFY_CODES.has(code) ? "identify" : "resume";
}

/** Bits of `intents`. */
export const GatewayIntent = {
  Guilds: 1 << 0,
  GuildMembers: 1 << 1,
  GuildModeration: 1 << 2,
  GuildExpressions: 1 << 3,
  GuildIntegrations: 1 << 4,
  GuildWebhooks: 1 << 5,
  GuildInvites: 1 << 6,
  GuildVoiceStates: 1 << 7,
  GuildPresences: 1 << 8,
  GuildMessages: 1 << 9,
  GuildMessageReactions: 1 << 10,
  GuildMessageTyping: 1 << 11,
  DirectMessages: 1 << 12,
  DirectMessageReactions: 1 << 13,
  DirectMessageTyping: 1 << 14,
  MessageContent: 1 << 15,
  GuildScheduledEvents: 1 << 16,
  EmbeddedActivities: 1 << 17,
  PrivateChannels: 1 << 18,
  Calls: 1 << 19,
  AutoModerationConfiguration: 1 << 20,
  AutoModerationExecution: 1 << 21,
  UserRelationships: 1 << 22,
  UserPresence: 1 << 23,
  GuildMessagePolls: 1 << 24,
  DirectMessagePolls: 1 << 25,
  DirectActivities: 1 << 26,
  Lobbies: 1 << 27,
  LobbyDelete: 1 << 28,
  GuildNamesOnly: 1 << 29,
} as const;

/** Intents of an SDK session with the communication scopes. */
export const COMMUNICATION_INTENTS =
  GatewayIntent.DirectMessages |
  GatewayIntent.PrivateChannels |
  GatewayIntent.Calls |
  GatewayIntent.UserRelationships |
  GatewayIntent.UserPresence |
  GatewayIntent.Lobbies |
  GatewayIntent.LobbyDelete;

/** Intents of an SDK session with the presence scopes only. */
export const PRESENCE_INTENTS = GatewayIntent.UserRelationships | GatewayIntent.UserPresence;

/** Bits for user sessions only; from a bot they close with 4013. */
export const USER_ONLY_INTENTS = COMMUNICATION_INTENTS & ~GatewayIntent.DirectMessages;

/** Bits an application must have enabled; otherwise 4014. */
export const PRIVILEGED_INTENTS =
  GatewayIntent.GuildMembers | GatewayIntent.GuildPresences | GatewayIntent.MessageContent;

/** Bits of `capabilities` in Identify. */
export const GatewayCapability = {
  DedupeUserObjects: 1 << 4,
  PrioritizedReadyPayload: 1 << 5,
  AutoCallConnect: 1 << 12,
  ChannelObfuscation: 1 << 15,
  AutoLobbyConnect: 1 << 16,
} as const;

/** The largest payload a client may send, bytes, by the official documentation. */
export const GATEWAY_CLIENT_PAYLOAD_LIMIT = 4096;
/** Client payloads per socket in {@link GATEWAY_RATE_WINDOW_MS}, heartbeats included. */
export const GATEWAY_RATE_LIMIT = 120;
export const GATEWAY_RATE_WINDOW_MS = 60_000;
/** Heartbeat period the platform announces, milliseconds. */
export const GATEWAY_HEARTBEAT_INTERVAL_MS = 41_250;
