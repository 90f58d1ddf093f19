/** Kind of an activity invite. @mirrors ActivityActionTypes */
export const ActivityActionTypes = {
  Invalid: 0,
  Join: 1,
  JoinRequest: 5,
} as const;
export type ActivityActionTypes = (typeof ActivityActionTypes)[keyof typeof ActivityActionTypes];

/** The players who may join a party. @mirrors ActivityPartyPrivacy */
export const ActivityPartyPrivacy = {
  Private: 0,
  Public: 1,
} as const;
export type ActivityPartyPrivacy = (typeof ActivityPartyPrivacy)[keyof typeof ActivityPartyPrivacy];

/** Kind of an activity. @mirrors ActivityTypes */
export const ActivityTypes = {
  Playing: 0,
  Streaming: 1,
  Listening: 2,
  Watching: 3,
  CustomStatus: 4,
  Competing: 5,
  HangStatus: 6,
} as const;
export type ActivityTypes = (typeof ActivityTypes)[keyof typeof ActivityTypes];

/** The field that a short status shows. @mirrors StatusDisplayTypes */
export const StatusDisplayTypes = {
  Name: 0,
  State: 1,
  Details: 2,
} as const;
export type StatusDisplayTypes = (typeof StatusDisplayTypes)[keyof typeof StatusDisplayTypes];

/** Platforms a game runs on; a bit field. @mirrors ActivityGamePlatforms */
export const ActivityGamePlatforms = {
  Desktop: 1,
  Xbox: 2,
  Samsung: 4,
  IOS: 8,
  Android: 16,
  Embedded: 32,
  PS4: 64,
  PS5: 128,
} as const;
/** Any combination of the bits. */
export type ActivityGamePlatforms = number;

/** Why an operation failed. @mirrors ErrorType */
export const ErrorType = {
  None: 0,
  NetworkError: 1,
  HTTPError: 2,
  ClientNotReady: 3,
  Disabled: 4,
  ClientDestroyed: 5,
  ValidationError: 6,
  Aborted: 7,
  AuthorizationFailed: 8,
  RPCError: 9,
} as const;
export type ErrorType = (typeof ErrorType)[keyof typeof ErrorType];

/** HTTP status codes; 0: none. @mirrors HttpStatusCode */
export const HttpStatusCode = {
  None: 0,
  Continue: 100,
  SwitchingProtocols: 101,
  Processing: 102,
  EarlyHints: 103,
  Ok: 200,
  Created: 201,
  Accepted: 202,
  NonAuthoritativeInfo: 203,
  NoContent: 204,
  ResetContent: 205,
  PartialContent: 206,
  MultiStatus: 207,
  AlreadyReported: 208,
  ImUsed: 209,
  MultipleChoices: 300,
  MovedPermanently: 301,
  Found: 302,
  SeeOther: 303,
  NotModified: 304,
  TemporaryRedirect: 307,
  PermanentRedirect: 308,
  BadRequest: 400,
  Unauthorized: 401,
  PaymentRequired: 402,
  Forbidden: 403,
  NotFound: 404,
  MethodNotAllowed: 405,
  NotAcceptable: 406,
  ProxyAuthRequired: 407,
  RequestTimeout: 408,
  Conflict: 409,
  Gone: 410,
  LengthRequired: 411,
  PreconditionFailed: 412,
  PayloadTooLarge: 413,
  UriTooLong: 414,
  UnsupportedMediaType: 415,
  RangeNotSatisfiable: 416,
  ExpectationFailed: 417,
  MisdirectedRequest: 421,
  UnprocessableEntity: 422,
  Locked: 423,
  FailedDependency: 424,
  TooEarly: 425,
  UpgradeRequired: 426,
  PreconditionRequired: 428,
  TooManyRequests: 429,
  RequestHeaderFieldsTooLarge: 431,
  InternalServerError: 500,
  NotImplemented: 501,
  BadGateway: 502,
  ServiceUnavailable: 503,
  GatewayTimeout: 504,
  HttpVersionNotSupported: 505,
  VariantAlsoNegotiates: 506,
  InsufficientStorage: 507,
  LoopDetected: 508,
  NotExtended: 510,
  NetworkAuthorizationRequired: 511,
} as const;
export type HttpStatusCode = (typeof HttpStatusCode)[keyof typeof HttpStatusCode];

/** Method of a PKCE code challenge. @mirrors AuthenticationCodeChallengeMethod */
export const AuthenticationCodeChallengeMethod = {
  S256: 0,
} as const;
export type AuthenticationCodeChallengeMethod =
  (typeof AuthenticationCodeChallengeMethod)[keyof typeof AuthenticationCodeChallengeMethod];

/** The kinds of installation. @mirrors IntegrationType */
export const IntegrationType = {
  GuildInstall: 0,
  UserInstall: 1,
} as const;
export type IntegrationType = (typeof IntegrationType)[keyof typeof IntegrationType];

/** Kind of a channel. @mirrors ChannelType */
export const ChannelType = {
  GuildText: 0,
  Dm: 1,
  GuildVoice: 2,
  GroupDm: 3,
  GuildCategory: 4,
  GuildNews: 5,
  GuildStore: 6,
  GuildNewsThread: 10,
  GuildPublicThread: 11,
  GuildPrivateThread: 12,
  GuildStageVoice: 13,
  GuildDirectory: 14,
  GuildForum: 15,
  GuildMedia: 16,
  Lobby: 17,
  EphemeralDm: 18,
} as const;
export type ChannelType = (typeof ChannelType)[keyof typeof ChannelType];

/** Kind of message content that a game cannot show. @mirrors AdditionalContentType */
export const AdditionalContentType = {
  Other: 0,
  Attachment: 1,
  Poll: 2,
  VoiceMessage: 3,
  Thread: 4,
  Embed: 5,
  Sticker: 6,
} as const;
export type AdditionalContentType = (typeof AdditionalContentType)[keyof typeof AdditionalContentType];

/** The audio system of calls. @mirrors AudioSystem */
export const AudioSystem = {
  Standard: 0,
  Game: 1,
} as const;
export type AudioSystem = (typeof AudioSystem)[keyof typeof AudioSystem];

/** How the microphone is opened. @mirrors AudioModeType */
export const AudioModeType = {
  MODE_UNINIT: 0,
  MODE_VAD: 1,
  MODE_PTT: 2,
} as const;
export type AudioModeType = (typeof AudioModeType)[keyof typeof AudioModeType];

/** Provider of an external identity. @mirrors ExternalIdentityProviderType */
export const ExternalIdentityProviderType = {
  OIDC: 0,
  EpicOnlineServices: 1,
  Steam: 2,
  Unity: 3,
  DiscordBot: 4,
  None: 5,
  Unknown: 6,
} as const;
export type ExternalIdentityProviderType =
  (typeof ExternalIdentityProviderType)[keyof typeof ExternalIdentityProviderType];

/** A user's online status. @mirrors StatusType */
export const StatusType = {
  Online: 0,
  Offline: 1,
  Blocked: 2,
  Idle: 3,
  Dnd: 4,
  Invisible: 5,
  Streaming: 6,
  Unknown: 7,
} as const;
export type StatusType = (typeof StatusType)[keyof typeof StatusType];

/** Notices that the SDK adds to a conversation. @mirrors DisclosureTypes */
export const DisclosureTypes = {
  MessageDataVisibleOnDiscord: 3,
} as const;
export type DisclosureTypes = (typeof DisclosureTypes)[keyof typeof DisclosureTypes];

/** Kind of a token; only `Bearer` can be used. @mirrors AuthorizationTokenType */
export const AuthorizationTokenType = {
  User: 0,
  Bearer: 1,
} as const;
export type AuthorizationTokenType = (typeof AuthorizationTokenType)[keyof typeof AuthorizationTokenType];

/** Kind of an external identity token. @mirrors AuthenticationExternalAuthType */
export const AuthenticationExternalAuthType = {
  OIDC: 0,
  EpicOnlineServicesAccessToken: 1,
  EpicOnlineServicesIdToken: 2,
  SteamSessionTicket: 3,
  UnityServicesIdToken: 4,
  DiscordBotIssuedAccessToken: 5,
  AppleIdToken: 6,
  PlayStationNetworkIdToken: 7,
} as const;
export type AuthenticationExternalAuthType =
  (typeof AuthenticationExternalAuthType)[keyof typeof AuthenticationExternalAuthType];

/** Severity of a log line. @mirrors LoggingSeverity */
export const LoggingSeverity = {
  Verbose: 1,
  Info: 2,
  Warning: 3,
  Error: 4,
  None: 5,
} as const;
export type LoggingSeverity = (typeof LoggingSeverity)[keyof typeof LoggingSeverity];

/** Groups of the unified friends list. @mirrors RelationshipGroupType */
export const RelationshipGroupType = {
  OnlinePlayingGame: 0,
  OnlineElsewhere: 1,
  Offline: 2,
} as const;
export type RelationshipGroupType = (typeof RelationshipGroupType)[keyof typeof RelationshipGroupType];
