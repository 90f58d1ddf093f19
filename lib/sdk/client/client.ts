import type { NativeCapturedCallback, NativeReceivedCallback } from "../../native/index.js";
import {
  booleanArgument,
  enumArgument,
  functionArgument,
  idArgument,
  type IdLike,
  integerArgument,
  numberArgument,
} from "../argument.js";
import { Call } from "../call.js";
import { ClientError, ClientStatus, ClientThread } from "../client-enums.js";
import type { CallSession } from "../core/call-session.js";
import type { ClientEvents } from "../core/client-events.js";
import type { AuthorizationValue, TokenValue } from "../core/client-auth.js";
import type { LogCallback as LogSink } from "../core/client-logs.js";
import { nothing, type OperationOptions } from "../core/operation.js";
import { enumToString } from "../enum-to-string.js";
import type { AuthorizationTokenType } from "../enums.js";
import { nowhere } from "../handles/handle.js";
import type { MessageHandle } from "../handles/message-handle.js";
import type { ClientResult } from "../values/client-result.js";
import type { GuildChannel } from "../values/guild-channel.js";
import type { GuildMinimal } from "../values/guild-minimal.js";
import type { UserMessageSummary } from "../values/user-message-summary.js";
import { BUILD_HASH, SDK_MAJOR, SDK_MINOR, SDK_PATCH } from "../version.js";
import { ClientWithRelationships } from "./relationships.js";

/** The door to everything: one player's session with the platform. Movable, not copyable. @mirrors Client */
export class Client extends ClientWithRelationships {
  static readonly nullobj = Client.#destroyed();
  static readonly Status = ClientStatus;
  static readonly Error = ClientError;
  static readonly Thread = ClientThread;

  static #destroyed(): Client {
    const client = new Client();
    client.abandon();
    return client;
  }

  /** @returns a client that continues `other`, which is no longer valid */
  static moveFrom(other: Client): Client {
    return new Client().moveAssign(other);
  }

  /** @mirrors Client::ErrorToString */
  static errorToString(type: ClientError): string {
    return enumToString(ClientError, type);
  }

  /** @mirrors Client::StatusToString */
  static statusToString(type: ClientStatus): string {
    return enumToString(ClientStatus, type);
  }

  /** @mirrors Client::ThreadToString */
  static threadToString(type: ClientThread): string {
    return enumToString(ClientThread, type);
  }

  /** Commit of the build. @mirrors Client::GetVersionHash */
  static getVersionHash(): string {
    return BUILD_HASH;
  }

  /** Of the mirrored C++ SDK, not of this package. @mirrors Client::GetVersionMajor */
  static getVersionMajor(): number {
    return SDK_MAJOR;
  }

  /** @mirrors Client::GetVersionMinor */
  static getVersionMinor(): number {
    return SDK_MINOR;
  }

  /** @mirrors Client::GetVersionPatch */
  static getVersionPatch(): number {
    return SDK_PATCH;
  }

  /**
   * Starts or joins the call of a lobby; returns at once, the status callback tells the rest.
   * @returns an invalid call when already in it, or when the client is not ready
   * @throws {SdkError} NATIVE_NOT_FOUND, NATIVE_LOAD_FAILED
   * @mirrors Client::StartCall
   */
  startCall(channelId: IdLike): Call {
    return callOf(this.core.calls.start(idArgument("channelId", channelId), undefined));
  }

  /**
   * As {@link startCall}; the callbacks may change the samples in place and are valid during the call only.
   * @mirrors Client::StartCallWithAudioCallbacks
   */
  startCallWithAudioCallbacks(
    lobbyId: IdLike,
    receivedCb: Client.UserAudioReceivedCallback,
    capturedCb: Client.UserAudioCapturedCallback,
  ): Call {
    const taps = {
      received: functionArgument("receivedCb", receivedCb),
      captured: functionArgument("capturedCb", capturedCb),
    };
    return callOf(this.core.calls.start(idArgument("lobbyId", lobbyId), taps));
  }

  /** An invalid call when not in one. @mirrors Client::GetCall */
  getCall(channelId: IdLike): Call {
    return callOf(this.core.calls.get(idArgument("channelId", channelId)));
  }

  /** @mirrors Client::GetCalls */
  getCalls(): Call[] {
    return this.core.calls.all().map(callOf);
  }

  /** Done when the call is disconnected; its `Call` objects become invalid. @mirrors Client::EndCall */
  endCall(channelId: IdLike, callback: Client.EndCallCallback): void;
  endCall(channelId: IdLike, options?: OperationOptions): Promise<void>;
  endCall(channelId: IdLike, last?: Client.EndCallCallback | OperationOptions): Promise<void> | void {
    const { calls, operations } = this.core;
    return operations.start(nothing, async () => calls.end(idArgument("channelId", channelId)), last);
  }

  /** @mirrors Client::EndCalls */
  endCalls(callback: Client.EndCallsCallback): void;
  endCalls(options?: OperationOptions): Promise<void>;
  endCalls(last?: Client.EndCallsCallback | OperationOptions): Promise<void> | void {
    const { calls, operations } = this.core;
    return operations.start(nothing, () => calls.endAll(), last);
  }

  /** @mirrors Client::GetSelfMuteAll */
  getSelfMuteAll(): boolean {
    return this.core.calls.settings.selfMuteAll;
  }

  /**
   * Overrides the setting of each call.
   * @throws {ArgumentError} when not a boolean
   * @mirrors Client::SetSelfMuteAll
   */
  setSelfMuteAll(mute: boolean): void {
    this.core.calls.changeSettings({ selfMuteAll: booleanArgument("mute", mute) });
  }

  /** @mirrors Client::GetSelfDeafAll */
  getSelfDeafAll(): boolean {
    return this.core.calls.settings.selfDeafAll;
  }

  /**
   * Overrides the setting of each call.
   * @throws {ArgumentError} when not a boolean
   * @mirrors Client::SetSelfDeafAll
   */
  setSelfDeafAll(deaf: boolean): void {
    this.core.calls.changeSettings({ selfDeafAll: booleanArgument("deaf", deaf) });
  }

  /** 0–100. @mirrors Client::GetInputVolume */
  getInputVolume(): number {
    return this.core.calls.settings.inputVolume;
  }

  /**
   * @param inputVolume percent, 0–100; 100 until set
   * @throws {ArgumentError} when not a number, {@link ArgumentRangeError} outside 0–100
   * @mirrors Client::SetInputVolume
   */
  setInputVolume(inputVolume: number): void {
    this.core.calls.changeSettings({ inputVolume: numberArgument("inputVolume", inputVolume, 0, 100) });
  }

  /** 0–200. @mirrors Client::GetOutputVolume */
  getOutputVolume(): number {
    return this.core.calls.settings.outputVolume;
  }

  /**
   * @param outputVolume percent, 0–200; 100 until set
   * @throws {ArgumentError} when not a number, {@link ArgumentRangeError} outside 0–200
   * @mirrors Client::SetOutputVolume
   */
  setOutputVolume(outputVolume: number): void {
    this.core.calls.changeSettings({ outputVolume: numberArgument("outputVolume", outputVolume, 0, 200) });
  }

  /**
   * Gives a thread a priority, in the operating system's own numbers: a nice value on Linux (−20 the most urgent, 19 the
   * least), a number that SetThreadPriority takes on Windows (15, 2 to −2, −15), a priority of SCHED_OTHER on macOS. It
   * replaces the realtime scheduling that the thread asks for by itself. `Thread.Voice` is the one media thread of the
   * process's clients (of the worker's, in a worker): it is there with the first call, until when the priority is kept,
   * and of several clients the last one to ask has its way. `Thread.Client` and `Thread.Network` are no threads of their
   * own here but the one that runs JavaScript: for them nothing is changed. A refusal by the system, as of a nice value
   * that needs a privilege, is a warning in the voice log.
   * @param priority a 32-bit integer
   * @throws {ArgumentError} when not numbers, {@link ArgumentRangeError} for a thread or a number that there is not
   * @mirrors Client::SetThreadPriority
   */
  setThreadPriority(thread: ClientThread, priority: number): void {
    const which = enumArgument("thread", ClientThread, thread);
    const value = integerArgument("priority", priority, -0x80000000, 0x7fffffff);
    if (which === ClientThread.Voice) this.core.calls.setThreadPriority(value);
  }

  /**
   * Told at each crossing of the threshold, both ways; undefined removes.
   * @mirrors Client::SetNoAudioInputCallback
   */
  setNoAudioInputCallback(callback: Client.NoAudioInputCallback | undefined): void {
    this.core.events.setCallback("noAudioInput", callback);
  }

  /**
   * @param dBFSThreshold dBFS, −100 to 100; −100 is off
   * @throws {ArgumentError} when not a number, {@link ArgumentRangeError} outside −100 to 100
   * @mirrors Client::SetNoAudioInputThreshold
   */
  setNoAudioInputThreshold(dBFSThreshold: number): void {
    const noInputThreshold = numberArgument("dBFSThreshold", dBFSThreshold, -100, 100);
    this.core.calls.changeSettings({ noInputThreshold });
  }

  /** Also for lobbies whose call the client is not in. @mirrors Client::SetVoiceParticipantChangedCallback */
  setVoiceParticipantChangedCallback(cb: Client.VoiceParticipantChangedCallback | undefined): void {
    this.core.events.setCallback("voiceParticipantChanged", cb);
  }
}

function callOf(session: CallSession | undefined): Call {
  return session === undefined ? new Call(nowhere) : new Call(() => (session.isOver ? undefined : session));
}

export declare namespace Client {
  type Status = ClientStatus;
  type Error = ClientError;
  type Thread = ClientThread;
  type EndCallCallback = () => void;
  type EndCallsCallback = () => void;
  type NoAudioInputCallback = ClientEvents["noAudioInput"];
  type VoiceParticipantChangedCallback = ClientEvents["voiceParticipantChanged"];
  type UserAudioReceivedCallback = NativeReceivedCallback;
  type UserAudioCapturedCallback = NativeCapturedCallback;
  type AuthorizationCallback = (result: ClientResult, code: string, redirectUri: string) => void;
  type TokenExchangeCallback = (
    result: ClientResult,
    accessToken: string,
    refreshToken: string,
    tokenType: AuthorizationTokenType,
    expiresIn: number,
    scopes: string,
  ) => void;
  type RevokeTokenCallback = (result: ClientResult) => void;
  type UpdateTokenCallback = (result: ClientResult) => void;
  type FetchCurrentUserCallback = (result: ClientResult, id: bigint, name: string) => void;
  type TokenExpirationCallback = ClientEvents["tokenExpiring"];
  type IsDiscordAppInstalledCallback = (installed: boolean) => void;
  type OpenConnectedGamesSettingsInDiscordCallback = (result: ClientResult) => void;
  type LogCallback = LogSink;
  type OnStatusChanged = ClientEvents["statusChanged"];
  type CreateOrJoinLobbyCallback = (result: ClientResult, lobbyId: bigint) => void;
  type GetUserGuildsCallback = (result: ClientResult, guilds: GuildMinimal[]) => void;
  type GetGuildChannelsCallback = (result: ClientResult, guildChannels: GuildChannel[]) => void;
  type LinkOrUnlinkChannelCallback = (result: ClientResult) => void;
  type JoinLinkedLobbyGuildCallback = (result: ClientResult, inviteUrl: string) => void;
  type LeaveLobbyCallback = (result: ClientResult) => void;
  type LobbyCreatedCallback = ClientEvents["lobbyCreated"];
  type LobbyDeletedCallback = ClientEvents["lobbyDeleted"];
  type LobbyUpdatedCallback = ClientEvents["lobbyUpdated"];
  type LobbyMemberAddedCallback = ClientEvents["lobbyMemberAdded"];
  type LobbyMemberRemovedCallback = ClientEvents["lobbyMemberRemoved"];
  type LobbyMemberUpdatedCallback = ClientEvents["lobbyMemberUpdated"];
  type UpdateRichPresenceCallback = (result: ClientResult) => void;
  type SendActivityInviteCallback = (result: ClientResult) => void;
  type AcceptActivityInviteCallback = (result: ClientResult, joinSecret: string) => void;
  type ActivityInviteCallback = ClientEvents["activityInviteCreated"];
  type UpdateStatusCallback = (result: ClientResult) => void;
  type SendUserMessageCallback = (result: ClientResult, messageId: bigint) => void;
  type GetLobbyMessagesCallback = (result: ClientResult, messages: MessageHandle[]) => void;
  type UserMessagesWithLimitCallback = (result: ClientResult, messages: MessageHandle[]) => void;
  type UserMessageSummariesCallback = (result: ClientResult, summaries: UserMessageSummary[]) => void;
  type EditUserMessageCallback = (result: ClientResult) => void;
  type DeleteUserMessageCallback = (result: ClientResult) => void;
  type OpenMessageInDiscordCallback = (result: ClientResult) => void;
  type ProvisionalUserMergeRequiredCallback = () => void;
  type MessageCreatedCallback = ClientEvents["messageCreated"];
  type MessageUpdatedCallback = ClientEvents["messageUpdated"];
  type MessageDeletedCallback = ClientEvents["messageDeleted"];
  type UpdateRelationshipCallback = (result: ClientResult) => void;
  type SendFriendRequestCallback = (result: ClientResult) => void;
  type RelationshipCreatedCallback = ClientEvents["relationshipCreated"];
  type RelationshipDeletedCallback = ClientEvents["relationshipDeleted"];
  type RelationshipGroupsUpdatedCallback = ClientEvents["relationshipGroupsUpdated"];
  type UserUpdatedCallback = ClientEvents["userUpdated"];
  /** What the promise of `authorize` gives. */
  type AuthorizationResult = AuthorizationValue;
  /** What the promises of `getToken` and `refreshToken` give. */
  type TokenExchangeResult = TokenValue;
}
