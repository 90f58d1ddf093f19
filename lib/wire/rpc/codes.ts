/** First word of a frame. */
export const RpcOpcode = {
  Handshake: 0,
  Frame: 1,
  Close: 2,
  Ping: 3,
  /** carries the bytes of the ping unchanged */
  Pong: 4,
} as const;
export type RpcOpcode = (typeof RpcOpcode)[keyof typeof RpcOpcode];

/** `code` in the payload of a CLOSE frame. */
export const RpcCloseCode = {
  Normal: 1000,
  /** a frame that the receiver cannot take: too large, of an unknown kind, or before the handshake */
  Unsupported: 1003,
  InvalidClientId: 4000,
  InvalidOrigin: 4001,
  RateLimited: 4002,
  TokenRevoked: 4003,
  InvalidVersion: 4004,
  InvalidEncoding: 4005,
} as const;
export type RpcCloseCode = (typeof RpcCloseCode)[keyof typeof RpcCloseCode];

/** `code` in the data of an ERROR answer. */
export const RpcErrorCode = {
  Unknown: 1000,
  ServiceUnavailable: 1001,
  TransactionAborted: 1002,
  InvalidPayload: 4000,
  InvalidCommand: 4002,
  InvalidGuild: 4003,
  InvalidEvent: 4004,
  InvalidChannel: 4005,
  InvalidPermissions: 4006,
  InvalidClientId: 4007,
  InvalidOrigin: 4008,
  InvalidToken: 4009,
  InvalidUser: 4010,
  InvalidInvite: 4011,
  InvalidActivityJoinRequest: 4012,
  InvalidEntitlement: 4015,
  InvalidGiftCode: 4016,
  InvalidGuildTemplate: 4017,
  InvalidSound: 4018,
  InvalidProvider: 4019,
  /** `data` has the OAuth2 error too */
  OAuth2Error: 5000,
  SelectChannelTimedOut: 5001,
  GetGuildTimedOut: 5002,
  SelectVoiceForceRequired: 5003,
  InvalidActivitySecret: 5005,
  NoEligibleActivity: 5006,
  PurchaseCancelled: 5008,
  PurchaseError: 5009,
  RateLimited: 5011,
  UnauthorizedForApplication: 5012,
  NoConnection: 5013,
} as const;
export type RpcErrorCode = (typeof RpcErrorCode)[keyof typeof RpcErrorCode];
