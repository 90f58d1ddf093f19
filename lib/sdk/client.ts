import type { Subscription } from "../call/index.js";
import { COMMUNICATION_SCOPES, PRESENCE_SCOPES } from "../wire/index.js";
import { logsMembers, type LogsMembers } from "./areas/logs/logs-members.js";
import type {
  ChildTokenArguments,
  TokenExchangeArguments,
} from "./areas/authorization/authorization-results.js";
import {
  authorizationMembers,
  type AuthorizationMembers,
} from "./areas/authorization/authorization-members.js";
import { connectionMembers, type ConnectionMembers } from "./areas/connection/connection-members.js";
import { desktopAppMembers, type DesktopAppMembers } from "./areas/desktop-app/desktop-app-members.js";
import { usersMembers, type UsersMembers } from "./areas/users/users-members.js";
import { presenceMembers, type PresenceMembers } from "./areas/presence/presence-members.js";
import {
  activityInviteMembers,
  type ActivityInviteMembers,
} from "./areas/activity-invites/activity-invite-members.js";
import { launchingMembers, type LaunchingMembers } from "./areas/launching/launching-members.js";
import { lobbyMembers, type LobbyMembers } from "./areas/lobbies/lobby-members.js";
import {
  linkedChannelMembers,
  type LinkedChannelMembers,
} from "./areas/linked-channels/linked-channel-members.js";
import { messageMembers, type MessageMembers } from "./areas/messages/message-members.js";
import {
  directMessageMembers,
  type DirectMessageMembers,
} from "./areas/direct-messages/direct-message-members.js";
import {
  friendRequestMembers,
  type FriendRequestMembers,
} from "./areas/relationships/friend-request-members.js";
import { relationshipMembers, type RelationshipMembers } from "./areas/relationships/relationship-members.js";
import { callMembers, type CallMembers } from "./areas/calls/call-members.js";
import {
  voiceSettingsMembers,
  type VoiceSettingsMembers,
} from "./areas/voice-settings/voice-settings-members.js";
import { audioDeviceMembers, type AudioDeviceMembers } from "./areas/audio-devices/audio-device-members.js";
import {
  microphoneTestMembers,
  type MicrophoneTestMembers,
} from "./areas/microphone-test/microphone-test-members.js";
import {
  audioProcessingMembers,
  type AudioProcessingMembers,
} from "./areas/audio-devices/audio-processing-members.js";
import type { MessageStream, MessageStreamOptions } from "./areas/messages/message-stream.js";
import { ClientError, ClientStatus, ClientThread, enumToString } from "../enums/index.js";
import type { ClientEvents } from "./core/events/client-events.js";
import type { LogListener } from "./core/logs/client-logs.js";
import { DEFAULT_DEVICE_ID } from "./core/devices/default-device.js";
import { defineMembers } from "./core/operations/members.js";
import { once } from "./core/operations/once.js";
import type { OnceOptions } from "./core/operations/once.js";
import { ClientCore } from "./client-core.js";
import { hostOf } from "./host-options.js";
import type { MessageHandle } from "./handles/message-handle.js";
import type { UserHandle } from "./handles/user-handle.js";
import type { ClientHostOptions } from "./host-options.js";
import type { AudioDevice } from "./values/audio-device.js";
import { ClientCreateOptions } from "./values/client-create-options.js";
import type { ClientResult } from "./values/client-result.js";
import type { GuildChannel } from "./values/guild-channel.js";
import type { GuildMinimal } from "./values/guild-minimal.js";
import type { UserMessageSummary } from "./values/user-message-summary.js";
import { held, Shown, type Nesting, type Plain } from "./shown.js";
import { BUILD_HASH, SDK_MAJOR, SDK_MINOR, SDK_PATCH } from "./version.js";

export interface Client
  extends
    LogsMembers,
    AuthorizationMembers,
    ConnectionMembers,
    DesktopAppMembers,
    UsersMembers,
    PresenceMembers,
    ActivityInviteMembers,
    LaunchingMembers,
    LobbyMembers,
    LinkedChannelMembers,
    MessageMembers,
    DirectMessageMembers,
    FriendRequestMembers,
    RelationshipMembers,
    CallMembers,
    VoiceSettingsMembers,
    AudioDeviceMembers,
    MicrophoneTestMembers,
    AudioProcessingMembers {}

/**
 * A player's session with the platform, through which every part of the SDK is reached. Movable, not copyable.
 * Operations take a callback as last argument, or return a promise without one.
 *
 * @example
 * const options = new ClientCreateOptions();
 * options.webBase = webBase;
 * options.apiBase = apiBase;
 * const player = new Client(options, { ca });
 * player.setStatusChangedCallback((status) => console.log(Client.statusToString(status)));
 * await player.updateToken(AuthorizationTokenType.Bearer, token);
 * player.connect();
 * // when the game ends:
 * player.destroy();
 * @mirrors Client
 */
export class Client extends Shown {
  static #nullobj: Client | undefined;
  /** States of the connection. */
  static readonly Status = ClientStatus;
  /** Why the connection ended. */
  static readonly Error = ClientError;
  /** Threads whose priority can be set. */
  static readonly Thread = ClientThread;

  #create: () => ClientCore;
  #created: ClientCore | undefined;

  /**
   * Creates a client. There are no default addresses: set `webBase` and `apiBase` before the network is used.
   * @throws {ArgumentError} for an invalid host option
   * @mirrors Client::Client
   */
  constructor(options?: ClientCreateOptions, host?: ClientHostOptions);
  constructor(apiBase: string, webBase: string, host?: ClientHostOptions);
  constructor(
    first?: ClientCreateOptions | string,
    second?: ClientHostOptions | string,
    third?: ClientHostOptions,
  ) {
    super();
    const host = hostOf((typeof second === "string" ? third : second) ?? {});
    const options = optionsOf(first, typeof second === "string" ? second : "");
    this.#create = () => new ClientCore(options, host);
  }

  // Lifetime

  /** A client that is not valid. It is made when it is read: making a client loads what clients need. */
  static get nullobj(): Client {
    return (Client.#nullobj ??= Client.#destroyedClient());
  }

  /** Creates a client that takes over `other`, which becomes invalid. */
  static moveFrom(other: Client): Client {
    return new Client().moveAssign(other);
  }

  /** Destroys this client's session and takes over that of `other`, which becomes invalid. @returns this client */
  moveAssign(other: this): this {
    if (other === this) return this;
    this.#core.destroy();
    this.#created = other.#core;
    other.#abandon();
    return this;
  }

  /** @internal */
  override properties(nesting: Nesting): { [name: string]: Plain } {
    const status = this.getStatus();
    const user = this.getCurrentUserV2();
    return {
      status,
      statusName: Client.statusToString(status),
      applicationId: String(this.getApplicationId()),
      user: user === undefined ? null : held(user, nesting),
    };
  }

  /** Whether the client can be used: false after `destroy`, after a move, and for `nullobj`. */
  isValid(): boolean {
    return !this.#core.isDestroyed;
  }

  /**
   * Ends calls and the connection, as the C++ destructor does. Pending operations end with `ErrorType.ClientDestroyed`,
   * and handles give default values. Idempotent.
   */
  destroy(): void {
    this.#core.destroy();
  }

  [Symbol.dispose](): void {
    this.destroy();
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.destroy();
    return Promise.resolve();
  }

  // Callbacks and events

  /** Runs the queued callbacks, with `callbackMode: "manual"`. Promises do not need it. */
  runCallbacks(): void {
    this.#core.queue.run();
  }

  /**
   * Listens to an event. Every `set…Callback` member has an event, and an event can have several listeners.
   *
   * @example
   * using subscription = client.on("messageCreated", (messageId) => {
   *   console.log(client.getMessageHandle(messageId)?.content);
   * });
   */
  on<K extends keyof ClientEvents>(event: K, listener: ClientEvents[K]): Subscription {
    return this.#core.events.on(event, listener);
  }

  /**
   * Stops listening to an event. A function that listens several times is taken back once, its newest subscription first.
   * @throws {ArgumentError} when `listener` is not a function
   */
  off<K extends keyof ClientEvents>(event: K, listener: ClientEvents[K]): void {
    this.#core.events.off(event, listener);
  }

  /**
   * Resolves with the arguments of an event, the next time it occurs. It settles on the event loop in every callback mode. An
   * addition.
   * @param options `filter`: waits for an event for which it returns true; `signal`: ends the wait
   * @throws {ClientResultError} `Aborted` when the signal is aborted, `ClientDestroyed`; what `filter` throws
   * @example
   * const created = client.once("lobbyCreated", { signal: AbortSignal.timeout(20_000) });
   * await client.createOrJoinLobby("another secret");
   * const [newLobbyId] = await created;
   */
  once<K extends keyof ClientEvents>(
    event: K,
    options?: OnceOptions<Parameters<ClientEvents[K]>>,
  ): Promise<Parameters<ClientEvents[K]>> {
    return once(this.#core, event, options);
  }

  /**
   * Reads new messages, oldest first, the player's own included, from now on. The platform cannot be slowed down: 1,000
   * messages wait for a loop that is busy (option `limit`), then the oldest are skipped, counted in `skipped` and reported in
   * the log. Messages that are deleted before they are read are left out. The iteration ends when the client is destroyed, and
   * with `Aborted` when the signal is aborted. An addition.
   * @throws {ArgumentError} when an option has the wrong type, {@link ArgumentRangeError} for a limit outside 1 to 100,000
   * @example
   * const loop = new AbortController();
   * setTimeout(() => loop.abort(), 1000);
   * try {
   *   for await (const message of client.messages({ signal: loop.signal })) {
   *     console.log(message.author?.displayName, message.content);
   *   }
   * } catch (error) {
   *   console.log(String(error)); // ClientResultError: cancelled
   * }
   */
  messages(options: MessageStreamOptions = {}): MessageStream {
    return this.#core.parts.messages.stream(options);
  }

  // Names and versions

  /** Gives the name of an error. @mirrors Client::ErrorToString */
  static errorToString(type: ClientError): string {
    return enumToString(ClientError, type);
  }

  /** Gives the name of a status. @mirrors Client::StatusToString */
  static statusToString(type: ClientStatus): string {
    return enumToString(ClientStatus, type);
  }

  /** Gives the name of a thread. @mirrors Client::ThreadToString */
  static threadToString(type: ClientThread): string {
    return enumToString(ClientThread, type);
  }

  /** Gives the commit of this build. @mirrors Client::GetVersionHash */
  static getVersionHash(): string {
    return BUILD_HASH;
  }

  /** Gives the major version of the mirrored C++ SDK, not of this package. @mirrors Client::GetVersionMajor */
  static getVersionMajor(): number {
    return SDK_MAJOR;
  }

  /** Gives the minor version of the mirrored C++ SDK. @mirrors Client::GetVersionMinor */
  static getVersionMinor(): number {
    return SDK_MINOR;
  }

  /** Gives the patch version of the mirrored C++ SDK. @mirrors Client::GetVersionPatch */
  static getVersionPatch(): number {
    return SDK_PATCH;
  }

  // Authorization

  /**
   * Gives the default scopes with lobbies, voice and messages: "openid sdk.social_layer".
   * @mirrors Client::GetDefaultCommunicationScopes
   */
  static getDefaultCommunicationScopes(): string {
    return COMMUNICATION_SCOPES;
  }

  /**
   * Gives the default scopes for presence only: "openid sdk.social_layer_presence".
   * @mirrors Client::GetDefaultPresenceScopes
   */
  static getDefaultPresenceScopes(): string {
    return PRESENCE_SCOPES;
  }

  /**
   * Gets the id that stands for the system's default device; calls follow it.
   * @mirrors Client::GetDefaultAudioDeviceId
   */
  static getDefaultAudioDeviceId(): string {
    return DEFAULT_DEVICE_ID;
  }

  static {
    const partsOf = (client: Client): ClientCore["parts"] => client.#core.parts;
    defineMembers(Client, logsMembers, partsOf);
    defineMembers(Client, authorizationMembers, partsOf);
    defineMembers(Client, connectionMembers, partsOf);
    defineMembers(Client, desktopAppMembers, partsOf);
    defineMembers(Client, usersMembers, partsOf);
    defineMembers(Client, presenceMembers, partsOf);
    defineMembers(Client, activityInviteMembers, partsOf);
    defineMembers(Client, launchingMembers, partsOf);
    defineMembers(Client, lobbyMembers, partsOf);
    defineMembers(Client, linkedChannelMembers, partsOf);
    defineMembers(Client, messageMembers, partsOf);
    defineMembers(Client, directMessageMembers, partsOf);
    defineMembers(Client, friendRequestMembers, partsOf);
    defineMembers(Client, relationshipMembers, partsOf);
    defineMembers(Client, callMembers, partsOf);
    defineMembers(Client, voiceSettingsMembers, partsOf);
    defineMembers(Client, audioDeviceMembers, partsOf);
    defineMembers(Client, microphoneTestMembers, partsOf);
    defineMembers(Client, audioProcessingMembers, partsOf);
  }

  static #destroyedClient(): Client {
    const client = new Client();
    client.#abandon();
    return client;
  }

  /** Created at its first use, so that importing `nullobj` costs nothing. */
  get #core(): ClientCore {
    return (this.#created ??= this.#create());
  }

  #abandon(): void {
    this.#created = undefined;
    this.#create = destroyedCore;
  }
}

function destroyedCore(): ClientCore {
  const core = new ClientCore(new ClientCreateOptions(), hostOf({}));
  core.destroy();
  return core;
}

function optionsOf(first: ClientCreateOptions | string | undefined, webBase: string): ClientCreateOptions {
  if (first instanceof ClientCreateOptions) return first.clone();
  const options = new ClientCreateOptions();
  options.apiBase = first ?? "";
  options.webBase = webBase;
  return options;
}

export declare namespace Client {
  type Status = ClientStatus;
  type Error = ClientError;
  type Thread = ClientThread;
  type EndCallCallback = () => void;
  type EndCallsCallback = () => void;
  type GetInputDevicesCallback = (devices: AudioDevice[]) => void;
  type GetOutputDevicesCallback = (devices: AudioDevice[]) => void;
  type GetCurrentInputDeviceCallback = (device: AudioDevice) => void;
  type GetCurrentOutputDeviceCallback = (device: AudioDevice) => void;
  type SetInputDeviceCallback = (result: ClientResult) => void;
  type SetOutputDeviceCallback = (result: ClientResult) => void;
  type DeviceChangeCallback = ClientEvents["deviceChange"];
  type NoAudioInputCallback = ClientEvents["noAudioInput"];
  type VoiceParticipantChangedCallback = ClientEvents["voiceParticipantChanged"];
  type UserAudioReceivedCallback = Parameters<Client["startCallWithAudioCallbacks"]>[1];
  type UserAudioCapturedCallback = Parameters<Client["startCallWithAudioCallbacks"]>[2];
  type AuthorizationCallback = (result: ClientResult, code: string, redirectUri: string) => void;
  type TokenExchangeCallback = (...args: TokenExchangeArguments) => void;
  type ExchangeChildTokenCallback = (...args: ChildTokenArguments) => void;
  type AuthorizeDeviceScreenClosedCallback = ClientEvents["authorizeDeviceScreenClosed"];
  type RevokeTokenCallback = (result: ClientResult) => void;
  type UnmergeIntoProvisionalAccountCallback = (result: ClientResult) => void;
  type UpdateProvisionalAccountDisplayNameCallback = (result: ClientResult) => void;
  type UpdateTokenCallback = (result: ClientResult) => void;
  type FetchCurrentUserCallback = (result: ClientResult, id: bigint, name: string) => void;
  type TokenExpirationCallback = ClientEvents["tokenExpiring"];
  type IsDiscordAppInstalledCallback = (installed: boolean) => void;
  type OpenConnectedGamesSettingsInDiscordCallback = (result: ClientResult) => void;
  type LogCallback = LogListener;
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
  type ActivityJoinCallback = ClientEvents["activityJoin"];
  type ActivityJoinWithApplicationCallback = ClientEvents["activityJoinWithApplication"];
  type AuthorizeRequestCallback = ClientEvents["authorizeRequest"];
  type GetDiscordClientConnectedUserCallback = (result: ClientResult, user: UserHandle | undefined) => void;
}
