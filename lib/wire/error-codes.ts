/** JSON error codes (`code` of an error body) that the slice uses. */
export const JsonErrorCode = {
  General: 0,
  UnknownApplication: 10002,
  UnknownChannel: 10003,
  UnknownGuild: 10004,
  UnknownInvite: 10006,
  UnknownMember: 10007,
  UnknownMessage: 10008,
  UnknownRole: 10011,
  UnknownUser: 10013,
  UnknownEmoji: 10014,
  UnknownLobby: 10031,
  UnknownStageInstance: 10067,
  UnknownScheduledEvent: 10070,
  UnknownSticker: 10060,
  UnknownStickerPack: 10061,
  UnknownInteraction: 10062,
  UnknownCommand: 10063,
  UnknownCommandPermissions: 10066,
  StickerLimitReached: 30039,
  CommandLimitReached: 30032,
  CommandCreateLimitReached: 30034,
  FixedStickers: 50080,
  InvalidSticker: 50081,
  NotAuthorizedOnApplication: 20012,
  SlowModeLimit: 20016,
  FriendLimitReached: 30002,
  EmojiLimitReached: 30008,
  ScheduledEventLimitReached: 30038,
  SoundLimitReached: 30045,
  UnknownWebhook: 10015,
  UnknownSound: 10097,
  UnknownInviteTargetJob: 10124,
  UnknownInviteTargetUsers: 10129,
  WebhookLimitReached: 30007,
  InviteLimitReached: 30016,
  TooManyPins: 30003,
  TooManyReactions: 30010,
  TooManyAttachments: 30015,
  UnknownOverwrite: 10009,
  UnknownSession: 10020,
  UnknownBan: 10026,
  UnknownSku: 10027,
  UnknownEntitlement: 10029,
  UnknownVoiceState: 10065,
  Slowmode: 20016,
  RoleLimitReached: 30005,
  ThreadMemberLimitReached: 30033,
  ChannelLimitReached: 30013,
  VerificationNeeded: 40002,
  RequestEntityTooLarge: 40005,
  BannedFromGuild: 40007,
  OneParentAtATime: 40009,
  NotConsumable: 40018,
  NotATestEntitlement: 40019,
  NotInVoice: 40032,
  AlreadyCrossposted: 40033,
  CommandNameTaken: 40041,
  InteractionAcknowledged: 40060,
  FollowUpLimitReached: 40094,
  InternalNetworkError: 40333,
  MissingAccess: 50001,
  CannotExecuteOnDm: 50003,
  OthersMessage: 50005,
  EmptyMessage: 50006,
  CannotMessageUser: 50007,
  NonTextChannel: 50008,
  MissingPermissions: 50013,
  SystemMessage: 50021,
  CannotExecuteOnChannelType: 50024,
  SilencedVoiceEffect: 50167,
  InvalidOAuth2Token: 50025,
  ProvisionalAccount: 50229,
  MissingOAuth2Scope: 50026,
  InvalidWebhookToken: 50027,
  InvalidRole: 50028,
  InvalidRecipients: 50033,
  TooOldToBulkDelete: 50034,
  InvalidFormBody: 50035,
  InvalidActivityAction: 50039,
  InvalidApiVersion: 50041,
  FileTooLarge: 50045,
  InvalidGuild: 50055,
  InvalidMessageType: 50068,
  ThreadArchived: 50083,
  BoostsNeeded: 50101,
  EntryPointRequired: 50240,
  NoMutualGuild: 50278,
  FriendRequestsRefused: 80000,
  FriendRequestBlocked: 80001,
  FriendRequestToSelf: 80003,
  UnknownUsername: 80004,
  AlreadyFriends: 80007,
  ReactionBlocked: 90001,
  IndexNotReady: 110000,
  StageAlreadyOpen: 150006,
  NoReplyWithoutHistory: 160002,
  ThreadExists: 160004,
  ThreadLocked: 160005,
  ThreadLimitReached: 160006,
  AnnouncementThreadLimitReached: 160007,
  UnreadableForward: 160014,
  InvalidLottie: 170001,
  LottieWithPixels: 170002,
  StickerFrameRateMax: 170003,
  StickerFrames: 170004,
  LottieTooLarge: 170005,
  StickerFrameRate: 170006,
  StickerTooLong: 170007,
  ScheduledEventIsOver: 180000,
  MessageBlocked: 200000,
  PollExpired: 520001,
  NoPollHere: 520002,
  FixedPoll: 520003,
  NoPoll: 520006,
  ProvisionalAccountsDisabled: 530000,
  ExternalTokenExpired: 530001,
  ExternalIssuerMismatch: 530002,
  ExternalAudienceMismatch: 530003,
  ExternalTokenTooOld: 530004,
  BadClientSecret: 530007,
  OidcConfigurationNotFound: 530008,
  OidcKeysNotFound: 530009,
  AccountAlreadyLinked: 530010,
  MergeSourceNotProvisional: 530014,
  MergeDestinationProvisional: 530016,
  MergeSourceBanned: 530017,
  OidcTokenInvalid: 530020,
  IdentityExists: 530023,
  OidcKidMissing: 530027,
  BanFailed: 500000,
} as const;
export type JsonErrorCode = (typeof JsonErrorCode)[keyof typeof JsonErrorCode];

/** Always the message of 50035. */
export const INVALID_FORM_BODY_MESSAGE = "Invalid Form Body";

/** `error` of the OAuth2 endpoints (RFC 6749, RFC 8628). */
export const OAuth2ErrorName = {
  InvalidGrant: "invalid_grant",
  InvalidClient: "invalid_client",
  InvalidRequest: "invalid_request",
  InvalidScope: "invalid_scope",
  UnsupportedGrantType: "unsupported_grant_type",
  AccessDenied: "access_denied",
  AuthorizationPending: "authorization_pending",
  SlowDown: "slow_down",
  ExpiredToken: "expired_token",
} as const;

/** `grant_type` of the token endpoint for a device (RFC 8628 section 3.4). */
export const DEVICE_GRANT_TYPE = "urn:ietf:params:oauth:grant-type:device_code";

/** One leaf of the tree in `errors`. */
export interface FieldErrorLeaf {
  code: string;
  message: string;
}
/** Mirrors the request body; `_errors` holds the leaves. */
export interface FieldErrorTree {
  _errors?: FieldErrorLeaf[];
  [field: string]: FieldErrorTree | FieldErrorLeaf[] | undefined;
}
/** Body of an ordinary failure. */
export interface JsonErrorBody {
  code: number;
  message: string;
  errors?: FieldErrorTree;
}
/** Body of a 429. */
export interface RateLimitBody {
  message: string;
  /** seconds */
  retry_after: number;
  global: boolean;
  code?: number;
}
/** Body of an OAuth2 endpoint's failure. */
export interface OAuth2ErrorBody {
  error: string;
  error_description?: string;
}
