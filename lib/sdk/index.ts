/** The facade: the classes of the C++ SDK, one to one, and the additions of the JavaScript host. */
export type { IdLike } from "./argument.js";
export type { AcceptedInvite } from "./areas/activity-invites/activity-invites-area.js";
export type {
  ChildTokenArguments,
  TokenExchangeArguments,
  AuthorizationResult,
  ChildTokenResult,
  TokenExchangeResult,
} from "./areas/authorization/authorization-results.js";
export type { TokenOwner } from "./areas/authorization/token-owner.js";
export type { ConnectedUser } from "./areas/desktop-app/desktop-app-area.js";
export type { HandledLaunch } from "./areas/launching/launching-area.js";
export type { SummaryList } from "./areas/direct-messages/direct-messages-area.js";
export type {
  GuildChannelList,
  GuildList,
  LinkedLobbyInvite,
} from "./areas/linked-channels/linked-channels-area.js";
export type { LobbyJoined } from "./areas/lobbies/lobbies-area.js";
export type { MessageList, SentMessage } from "./core/messages/message-requests.js";
export type { LogListener as LogCallback } from "./core/logs/client-logs.js";
export type { AudioCallbackPolicy } from "./areas/calls/audio-callback-policy.js";
export { Call, type EncryptionStatus } from "./areas/calls/call.js";
export type { OnceOptions } from "./core/operations/once.js";
export type { MessageStream, MessageStreamOptions, NextMessage } from "./areas/messages/message-stream.js";
export { ClientResultError, type ClientResultFacts } from "./client-result-error.js";
export { Client } from "./client.js";
export type { ActivityInviteMembers } from "./areas/activity-invites/activity-invite-members.js";
export type { AudioDeviceMembers } from "./areas/audio-devices/audio-device-members.js";
export type { AudioProcessing } from "./areas/audio-devices/audio-processing-area.js";
export type { AudioProcessingMembers } from "./areas/audio-devices/audio-processing-members.js";
export type { AuthorizationMembers, TokenOperation } from "./areas/authorization/authorization-members.js";
export type { CallMembers } from "./areas/calls/call-members.js";
export type { ConnectionMembers } from "./areas/connection/connection-members.js";
export type { DesktopAppMembers } from "./areas/desktop-app/desktop-app-members.js";
export type { DirectMessageMembers } from "./areas/direct-messages/direct-message-members.js";
export type { LaunchingMembers } from "./areas/launching/launching-members.js";
export type { LinkedChannelMembers } from "./areas/linked-channels/linked-channel-members.js";
export type { LobbyMembers } from "./areas/lobbies/lobby-members.js";
export type { LogsMembers } from "./areas/logs/logs-members.js";
export type { MessageMembers } from "./areas/messages/message-members.js";
export type { MicrophoneTestMembers } from "./areas/microphone-test/microphone-test-members.js";
export type { PresenceMembers } from "./areas/presence/presence-members.js";
export type { FriendRequestMembers } from "./areas/relationships/friend-request-members.js";
export type { RelationshipMembers } from "./areas/relationships/relationship-members.js";
export type { UsersMembers } from "./areas/users/users-members.js";
export type { VoiceSettingsMembers } from "./areas/voice-settings/voice-settings-members.js";
export type { Operation } from "./core/operations/members.js";
export type { Metadata } from "./core/world/metadata.js";
export type { AudioCallbackFailure, CallEvents } from "./areas/calls/call-events.js";
export type { ClientEvents } from "./core/events/client-events.js";
export type {
  MicrophoneTest,
  MicrophoneTestEvents,
  MicrophoneTestOptions,
} from "./areas/microphone-test/microphone-test.js";
export type { Recording } from "./areas/calls/recording.js";
export { runCallbacks } from "./core/events/manual-queues.js";
export {
  Session,
  type NewTokens,
  type SessionClient,
  type SessionEvents,
  type SessionOptions,
} from "./sign-in/session.js";
export type { OperationOptions } from "./core/operations/operation.js";
export type { DevicePage, DeviceScreen } from "./device-screen.js";
export * from "../enums/index.js";
export type { Handle } from "./handles/handle.js";
export { CallInfoHandle } from "./handles/call-info-handle.js";
export { ChannelHandle } from "./handles/channel-handle.js";
export { LobbyHandle } from "./handles/lobby-handle.js";
export { LobbyMemberHandle } from "./handles/lobby-member-handle.js";
export { MessageHandle } from "./handles/message-handle.js";
export { UserApplicationProfileHandle } from "./handles/user-application-profile-handle.js";
export { RelationshipHandle, UserHandle } from "./handles/user-handle.js";
export { VoiceStateHandle } from "./handles/voice-state-handle.js";
export type { CallbackMode, ClientHostOptions } from "./host-options.js";
export type { IdentityKeyStore } from "./identity-key-store.js";
export {
  VoiceSupervisor,
  type ProcessReplacement,
  type ReplaceProcessOptions,
  type VoicePort,
  type VoiceProcess,
  type VoiceSupervisorEvents,
  type VoiceSupervisorOptions,
} from "../hosting/index.js";
export { realService } from "./real-service.js";
export { Activity, type ActivityFields } from "./values/activity.js";
export { ActivityAssets, type ActivityAssetsFields } from "./values/activity-assets.js";
export { ActivityButton, type ActivityButtonFields } from "./values/activity-button.js";
export { ActivityInvite, type ActivityInviteFields } from "./values/activity-invite.js";
export { ActivityParty, type ActivityPartyFields } from "./values/activity-party.js";
export { ActivitySecrets, type ActivitySecretsFields } from "./values/activity-secrets.js";
export type { TimeLike } from "./values/activity-arguments.js";
export { ActivityTimestamps, type ActivityTimestampsFields } from "./values/activity-timestamps.js";
export { AdditionalContent, type AdditionalContentFields } from "./values/additional-content.js";
export { AudioDevice, type AudioDeviceFields } from "./values/audio-device.js";
export { AuthorizationArgs, type AuthorizationArgsFields } from "./values/authorization-args.js";
export {
  AuthorizationCodeChallenge,
  type AuthorizationCodeChallengeFields,
} from "./values/authorization-code-challenge.js";
export {
  AuthorizationCodeVerifier,
  type AuthorizationCodeVerifierFields,
} from "./values/authorization-code-verifier.js";
export { ClientCreateOptions, type ClientCreateOptionsFields } from "./values/client-create-options.js";
export { ClientResult, type ClientResultFields } from "./values/client-result.js";
export {
  DeviceAuthorizationArgs,
  type DeviceAuthorizationArgsFields,
} from "./values/device-authorization-args.js";
export { GuildChannel, type GuildChannelFields } from "./values/guild-channel.js";
export type { NamedFields } from "./values/named-fields.js";
export { GuildMinimal } from "./values/guild-minimal.js";
export { LinkedChannel, type LinkedChannelFields } from "./values/linked-channel.js";
export { LinkedLobby, type LinkedLobbyFields } from "./values/linked-lobby.js";
export { UserMessageSummary, type UserMessageSummaryFields } from "./values/user-message-summary.js";
export { VADThresholdSettings, type VADThresholdSettingsFields } from "./values/vad-threshold-settings.js";
export type { SettersOf, ValueObject } from "./values/value-object.js";
export type { Plain, Shown } from "./shown.js";
export { version } from "./version.js";
export type {
  EncryptedMember,
  InputEnd,
  InputEndReason,
  SoundCause,
  SoundFinding,
  SoundListener,
  Subscription,
  VoiceMove,
} from "../call/index.js";
export type {
  CallbackFailure,
  CallbackStats,
  ConnectionStats,
  DeliveryStats,
  EncoderSettings,
  FrameCryptoStats,
  InputLosses,
  InputStats,
  JitterStats,
  UserAudioCapturedCallback,
  UserAudioReceivedCallback,
  PacingStats,
  RejectionStats,
  CallStats,
  MediaThreadStats,
  SessionStats,
  SpeakerCallbackStats,
  SpeakerStats,
} from "../native/index.js";
export {
  FileTokenStore,
  type Cancel,
  type Clock,
  type Fetch,
  type OpenUrl,
  type StoredTokens,
  type TokenSeal,
  type TokenStore,
} from "../net/index.js";
export type { DaveStatus, EncryptionState } from "../protocol/index.js";
export { ArgumentError, ArgumentRangeError, SdkError, type AeadMode } from "../wire/index.js";
