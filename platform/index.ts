/**
 * `@sdkpp/platform`: the social game platform on loopback, for developing and testing games.
 * @packageDocumentation
 */
export { startPlatform, type Platform } from "./start.js";
export type { LogSeverity } from "./guard/guard.js";
export type { ControlApiOptions, Endpoints, NewDesktopApp, PlatformOptions } from "./options.js";
export { StartError, type StartErrorCode } from "./guard/start-error.js";
export { ArgumentError, ArgumentRangeError } from "sdkpp/wire";
export type { Seeded } from "./control/seed.js";
export type { ControlAccess } from "./control/access.js";
export type { ControlExtension, ControlStage, OpenedExtension } from "./control/extension.js";
export type { ControlTable, Operation, OperationArgument, Schema } from "./control/operation.js";
export type { Control } from "./control/control.js";
export type { ControlActivities } from "./control/groups/activities.js";
export type { ControlApplications } from "./control/groups/applications.js";
export type { ControlDesktop } from "./control/groups/desktop.js";
export type { ActiveFaults, ControlFaults } from "./control/groups/faults.js";
export type { ControlGateway, EventTarget } from "./control/groups/gateway.js";
export type { ControlGuilds } from "./control/groups/guilds.js";
export type { ControlLobbies, NewLobby } from "./control/groups/lobbies.js";
export type { ControlSeed } from "./control/groups/seed.js";
export type {
  SeedApplication,
  SeedChannel,
  SeedFile,
  SeedGuild,
  SeedLobby,
  SeedOverwrite,
  SeedPermissions,
  SeedRole,
  SeedSku,
  SeedUser,
} from "./seed-file.js";
export type { Imported } from "./control/seeding/importer.js";
export type { ControlSnapshots } from "./control/groups/snapshots.js";
export type { ControlTimeline, FollowOptions } from "./control/groups/timeline.js";
export type {
  GatewayRecord,
  HttpRecord,
  MediaRecord,
  RpcRecord,
  TimelineEntry,
  TimelineFilter,
  TimelineKind,
  TimelineNotice,
  TimelineRecord,
  WebhookRecord,
} from "./timeline/record.js";
export type { ControlTokens } from "./control/groups/tokens.js";
export type { ControlUsers } from "./control/groups/users.js";
export type { ControlVoice } from "./control/groups/voice.js";
export type { ControlClock } from "./control/groups/clock.js";
export type {
  AwaitedInteraction,
  CommandKind,
  ControlInteractions,
  NewAutocomplete,
  NewCommandUse,
  NewComponentUse,
  NewModalSubmission,
  UserFile,
} from "./control/groups/interactions.js";
export type { InteractionState, OfferedChoice, OpenedModal } from "./domain/views/interaction/state.js";
export type {
  ControlShop,
  NewGift,
  NewPurchase,
  NewSku,
  NewSubscription,
  PurchaseKind,
  SkuKind,
} from "./control/groups/shop.js";
export type { Entitlement, EntitlementOwner } from "./domain/records/monetisation/entitlement.js";
export type { Period } from "./domain/records/monetisation/period.js";
export type { Sku } from "./domain/records/monetisation/sku.js";
export type { Subscription } from "./domain/records/monetisation/subscription.js";
export type { EventWebhookState, InstallationHome } from "./control/groups/applications.js";
export type { DeliveryAttempt } from "./webhooks/delivery-log.js";
export type { BotAccount } from "./control/registry.js";
export type { CallMember } from "./control/groups/voice.js";
export type { CallGrant, OwnSwitches, UserActions, UserMessage } from "./control/user-actions.js";
export type {
  NewApplication,
  NewApplicationIdentity,
  NewChannel,
  NewConnection,
  NewGuest,
  NewGuild,
  NewOverwrite,
  NewRole,
  NewUser,
  Privilege,
} from "./control/new-records.js";
export type { DesktopAuthorization } from "./rpc/authorizations.js";
export type { DesktopAction } from "./rpc/desktop-app.js";
export type { DesktopAppAddress } from "./rpc/room.js";
export type { EventAudience, GatewayCut } from "./gateway/hub.js";
export type { HttpFault, HttpFaultCount, HttpFaultRule, StatusFault } from "./http/http-faults.js";
export type { VoiceCut } from "./voice/gateway/voice-gateway.js";
export type { ImpairmentRule, MediaCounters, SessionStats, VoiceStats } from "./voice/sfu/messages.js";
export type { ImpairmentSettings } from "./voice/sfu/impairment.js";
export type { Snapshot } from "./snapshots/shelf.js";
export type { SnapshotHead } from "./snapshots/format.js";
export type { NetworkProfile } from "./voice/sfu/network-profiles.js";
export type { DaveCounters } from "./dave/index.js";
export type { TakenOverClose } from "./voice/gateway/taken-over-close.js";
export type { E2eeMode } from "./domain/rules/voice/e2ee.js";
export { MessageActivityType } from "sdkpp/wire";
export type {
  AttachmentPayload,
  EmojiPayload,
  IdentityProvider,
  MessageActivityPayload,
  MessageApplicationPayload,
  MessagePayload,
  MessageReferencePayload,
  MessageSnapshotPayload,
  MetadataMap,
  PollMediaPayload,
  PollPayload,
  ReactionPayload,
  Snowflake,
  StickerItemPayload,
  TokenPayload,
  UserPayload,
  WebAddress,
} from "sdkpp/wire";
export type { SocketAddress } from "./rpc/listen.js";
export type {
  Application,
  InstallationConfig,
  InstallParams,
  OidcSettings,
} from "./domain/records/oauth2/application.js";
export { EventWebhookStatus } from "./domain/records/oauth2/event-webhooks.js";
export type { EventWebhooks, EventWebhookType } from "./domain/records/oauth2/event-webhooks.js";
export type { Channel, Guild, GuildTag, Overwrite, Role, RoleColors } from "./domain/records/guild/guild.js";
export type { Lobby, LobbyLink, LobbyMember } from "./domain/records/lobby/lobby.js";
export type { Connection, ConnectionType } from "./domain/records/user/connection.js";
export type { PrimaryGuild, User } from "./domain/records/user/user.js";
export type { ActivityInstance } from "./domain/records/activity/activity-instance.js";
export type { UrlMapping } from "./domain/records/activity/url-mapping.js";
export type { Launch } from "./domain/rules/activity/activities.js";
