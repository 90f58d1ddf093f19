import type { Subscription } from "../call/index.js";
import type { UserAudioCapturedCallback, UserAudioReceivedCallback } from "../native/index.js";
import { COMMUNICATION_SCOPES, PRESENCE_SCOPES } from "../wire/index.js";
import type { AcceptedInvite } from "./areas/activity-invites/activity-invites-area.js";
import type {
  AuthorizationResult,
  ChildTokenResult,
  TokenExchangeResult,
} from "./areas/authorization/authorization-results.js";
import type { TokenOwner } from "./areas/authorization/token-owner.js";
import type { Call } from "./areas/calls/call.js";
import type { ConnectedUser } from "./areas/desktop-app/desktop-app-area.js";
import type { SummaryList } from "./areas/direct-messages/direct-messages-area.js";
import type {
  GuildChannelList,
  GuildList,
  LinkedLobbyInvite,
} from "./areas/linked-channels/linked-channels-area.js";
import type { HandledLaunch } from "./areas/launching/launching-area.js";
import type { LobbyJoined } from "./areas/lobbies/lobbies-area.js";
import type { MicrophoneTest, MicrophoneTestOptions } from "./areas/microphone-test/microphone-test.js";
import type { MessageStream, MessageStreamOptions } from "./areas/messages/message-stream.js";
import { functionArgument, type IdLike } from "./argument.js";
import {
  ClientError,
  ClientStatus,
  ClientThread,
  enumToString,
  type AuthenticationExternalAuthType,
  type AuthorizationTokenType,
  type LoggingSeverity,
  type RelationshipGroupType,
  type StatusType,
} from "../enums/index.js";
import type { ClientEvents } from "./core/client-events.js";
import type { LogListener } from "./core/client-logs.js";
import type { MessageList, SentMessage } from "./core/message-requests.js";
import { DEFAULT_DEVICE_ID } from "./core/default-device.js";
import { once } from "./core/once.js";
import type { OnceOptions } from "./core/once.js";
import type { OperationOptions } from "./core/operation.js";
import { ClientCore } from "./client-core.js";
import { hostOf } from "./host-options.js";
import type { ChannelHandle } from "./handles/channel-handle.js";
import type { LobbyHandle } from "./handles/lobby-handle.js";
import type { MessageHandle } from "./handles/message-handle.js";
import type { UserApplicationProfileHandle } from "./handles/user-application-profile-handle.js";
import { UserHandle, type RelationshipHandle } from "./handles/user-handle.js";
import type { ClientHostOptions } from "./host-options.js";
import type { ActivityInvite } from "./values/activity-invite.js";
import type { Activity } from "./values/activity.js";
import type { AudioDevice } from "./values/audio-device.js";
import type { AuthorizationArgs } from "./values/authorization-args.js";
import type { AuthorizationCodeVerifier } from "./values/authorization-code-verifier.js";
import { ClientCreateOptions } from "./values/client-create-options.js";
import type { DeviceAuthorizationArgs } from "./values/device-authorization-args.js";
import type { ClientResult } from "./values/client-result.js";
import type { GuildChannel } from "./values/guild-channel.js";
import type { GuildMinimal } from "./values/guild-minimal.js";
import type { UserMessageSummary } from "./values/user-message-summary.js";
import { held, Shown, type Place, type Plain } from "./shown.js";
import { BUILD_HASH, SDK_MAJOR, SDK_MINOR, SDK_PATCH } from "./version.js";

/** Keys and values that games attach to lobbies, members and messages. */
export type Metadata = Record<string, string>;

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
  override properties(place: Place): { [name: string]: Plain } {
    const status = this.getStatus();
    const user = this.getCurrentUserV2();
    return {
      status,
      statusName: Client.statusToString(status),
      applicationId: String(this.getApplicationId()),
      user: user === undefined ? null : held(user, place),
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
    return this.#areas.messages.stream(options);
  }

  // Logs

  /**
   * Adds a callback for log lines about lobbies, authorization and the connection. Secrets are removed from every line.
   * @throws {ArgumentError} when an argument has the wrong type, {@link ArgumentRangeError} for an unknown severity
   * @example
   * client.addLogCallback((message, severity) => {
   *   console.log(enumToString(LoggingSeverity, severity), message);
   * }, LoggingSeverity.Info);
   * @mirrors Client::AddLogCallback
   */
  addLogCallback(callback: Client.LogCallback, minSeverity: LoggingSeverity): void {
    this.#areas.logs.addCallback("general", callback, minSeverity);
  }

  /**
   * Adds a callback for log lines about calls and their media.
   * @throws {ArgumentError} when an argument has the wrong type, {@link ArgumentRangeError} for an unknown severity
   * @mirrors Client::AddVoiceLogCallback
   */
  addVoiceLogCallback(callback: Client.LogCallback, minSeverity: LoggingSeverity): void {
    this.#areas.logs.addCallback("voice", callback, minSeverity);
  }

  /**
   * Writes the lines of `addLogCallback` to `discord.log` in an existing folder, replacing that file. Lines are written in
   * the background; `destroy` flushes them. A later disk error is a warning in the log and ends the writing.
   * @param path a folder; "": the process's working directory
   * @param minSeverity `None`, the default, writes no file
   * @returns false when the file cannot be opened; then nothing is written
   * @throws {ArgumentError} when an argument has the wrong type, {@link ArgumentRangeError} for an unknown severity
   * @mirrors Client::SetLogDir
   */
  setLogDir(path: string, minSeverity: LoggingSeverity): boolean {
    return this.#areas.logs.setFolder(path, minSeverity);
  }

  /**
   * Writes the lines of `addVoiceLogCallback` to `discord-webrtc_0` in an existing folder; at 4 MiB it continues in
   * `discord-webrtc_1`, and so on, keeping the newest eight files. Files of an earlier run are renamed to
   * `discord-last-webrtc_0`, and so on. It works once, before `addVoiceLogCallback` and before the first voice log line;
   * otherwise, and when the folder is not writable, it logs a warning and has no effect.
   * @param path a folder; "": the process's working directory
   * @param minSeverity `None`, the default, writes no file
   * @throws {ArgumentError} when an argument has the wrong type, {@link ArgumentRangeError} for an unknown severity
   * @mirrors Client::SetVoiceLogDir
   */
  setVoiceLogDir(path: string, minSeverity: LoggingSeverity): void {
    this.#areas.logs.setVoiceFolder(path, minSeverity);
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

  /** Creates a new PKCE pair with method S256. @mirrors Client::CreateAuthorizationCodeVerifier */
  createAuthorizationCodeVerifier(): AuthorizationCodeVerifier {
    return this.#areas.authorization.createVerifier();
  }

  /**
   * Opens the consent page and waits up to five minutes for its redirect, by default to a loopback port. Pass the returned
   * `redirectUri` to {@link getToken}. `Aborted` when the user cancels, `AuthorizationFailed` when the request is rejected.
   *
   * @example
   * const verifier = client.createAuthorizationCodeVerifier();
   * const args = new AuthorizationArgs();
   * args.clientId = applicationId;
   * args.scopes = Client.getDefaultCommunicationScopes();
   * args.codeChallenge = verifier.challenge;
   * const { code, redirectUri } = await client.authorize(args);
   * const tokens = await client.getToken(applicationId, code, verifier.verifier, redirectUri);
   * await client.updateToken(AuthorizationTokenType.Bearer, tokens.accessToken);
   * @mirrors Client::Authorize
   */
  authorize(args: AuthorizationArgs, callback: Client.AuthorizationCallback): void;
  authorize(args: AuthorizationArgs, options?: OperationOptions): Promise<AuthorizationResult>;
  authorize(
    args: AuthorizationArgs,
    last?: Client.AuthorizationCallback | OperationOptions,
  ): Promise<AuthorizationResult> | void {
    return this.#areas.authorization.authorize(args, last);
  }

  /**
   * Gives the address that the operating system opened the game with to a running authorization, with the host option
   * `redirect: "scheme"`. Launchers with a single instance call it for each address they are opened with. An addition.
   * @param url `<scheme>:/authorize/callback?…`
   * @returns whether the address ended the authorization; false also for other addresses, and for a wrong state
   * @throws {ArgumentError} when not a string
   */
  handleRedirect(url: string): boolean {
    return this.#areas.authorization.handleRedirect(url);
  }

  /** Aborts a running authorization; open windows stay open. @mirrors Client::AbortAuthorize */
  abortAuthorize(): void {
    this.#areas.authorization.abort();
  }

  /** Exchanges an authorization code for tokens, for public applications. @mirrors Client::GetToken */
  getToken(
    applicationId: IdLike,
    code: string,
    codeVerifier: string,
    redirectUri: string,
    callback: Client.TokenExchangeCallback,
  ): void;
  getToken(
    applicationId: IdLike,
    code: string,
    codeVerifier: string,
    redirectUri: string,
    options?: OperationOptions,
  ): Promise<TokenExchangeResult>;
  getToken(
    applicationId: IdLike,
    code: string,
    codeVerifier: string,
    redirectUri: string,
    last?: Client.TokenExchangeCallback | OperationOptions,
  ): Promise<TokenExchangeResult> | void {
    const grant = { applicationId, code, codeVerifier, redirectUri };
    return this.#areas.authorization.exchangeCode(grant, last);
  }

  /**
   * Signs the player in on another device, for public applications: gets a code, shows it with the host option `deviceScreen`
   * (by default the system browser opens its page), and waits until the player has answered there, at most until the code
   * expires (300 s). The platform sets the interval of polls; after a lost connection it continues. `Aborted` when the player
   * denies, `AuthorizationFailed` when the code expires or the screen cannot be opened, `HTTPError` when the platform rejects
   * the request. A second sign-in aborts the first one as soon as it has a code. A screen that the player closes ends nothing:
   * call {@link abortGetTokenFromDevice} in the callback of {@link setAuthorizeDeviceScreenClosedCallback} if it should.
   * @mirrors Client::GetTokenFromDevice
   */
  getTokenFromDevice(args: DeviceAuthorizationArgs, callback: Client.TokenExchangeCallback): void;
  getTokenFromDevice(args: DeviceAuthorizationArgs, options?: OperationOptions): Promise<TokenExchangeResult>;
  getTokenFromDevice(
    args: DeviceAuthorizationArgs,
    last?: Client.TokenExchangeCallback | OperationOptions,
  ): Promise<TokenExchangeResult> | void {
    return this.#areas.device.getToken(args, last);
  }

  /**
   * Signs the player in as {@link getTokenFromDevice}, and merges the provisional account of an external identity into the
   * full account as {@link getTokenFromProvisionalMerge}.
   * @param externalAuthToken 1–10,240 characters
   * @mirrors Client::GetTokenFromDeviceProvisionalMerge
   */
  getTokenFromDeviceProvisionalMerge(
    args: DeviceAuthorizationArgs,
    externalAuthType: AuthenticationExternalAuthType,
    externalAuthToken: string,
    callback: Client.TokenExchangeCallback,
  ): void;
  getTokenFromDeviceProvisionalMerge(
    args: DeviceAuthorizationArgs,
    externalAuthType: AuthenticationExternalAuthType,
    externalAuthToken: string,
    options?: OperationOptions,
  ): Promise<TokenExchangeResult>;
  getTokenFromDeviceProvisionalMerge(
    args: DeviceAuthorizationArgs,
    externalAuthType: AuthenticationExternalAuthType,
    externalAuthToken: string,
    last?: Client.TokenExchangeCallback | OperationOptions,
  ): Promise<TokenExchangeResult> | void {
    const external = { type: externalAuthType, token: externalAuthToken };
    return this.#areas.device.getToken(args, last, external);
  }

  /**
   * Aborts a running {@link getTokenFromDevice}: it ends with `Aborted`, nothing is polled any more, and its screen closes.
   * @mirrors Client::AbortGetTokenFromDevice
   */
  abortGetTokenFromDevice(): void {
    this.#areas.device.abort();
  }

  /**
   * Shows the screen for a code that the game's server has got; the server polls. A screen that cannot be opened is a warning
   * in the log.
   * @param userCode 8 characters of `[A-Z0-9]`
   * @throws {ArgumentError} when an argument has the wrong type, {@link SdkError} when an address is missing
   * @mirrors Client::OpenAuthorizeDeviceScreen
   */
  openAuthorizeDeviceScreen(clientId: IdLike, userCode: string): void {
    this.#areas.device.openScreen(clientId, userCode);
  }

  /** Closes the screen; has no effect when none is open. @mirrors Client::CloseAuthorizeDeviceScreen */
  closeAuthorizeDeviceScreen(): void {
    this.#areas.device.closeScreen();
  }

  /**
   * Sets the callback for a screen that has closed, once per screen: by the player, by the game, or with the end of
   * {@link getTokenFromDevice}; undefined removes it.
   * @throws {ArgumentError} when not a function
   * @mirrors Client::SetAuthorizeDeviceScreenClosedCallback
   */
  setAuthorizeDeviceScreenClosedCallback(cb: Client.AuthorizeDeviceScreenClosedCallback | undefined): void {
    this.#core.events.setCallback("authorizeDeviceScreenClosed", cb);
  }

  /** Gets new tokens; both old tokens become invalid at once. @mirrors Client::RefreshToken */
  refreshToken(applicationId: IdLike, refreshToken: string, callback: Client.TokenExchangeCallback): void;
  refreshToken(
    applicationId: IdLike,
    refreshToken: string,
    options?: OperationOptions,
  ): Promise<TokenExchangeResult>;
  refreshToken(
    applicationId: IdLike,
    refreshToken: string,
    last?: Client.TokenExchangeCallback | OperationOptions,
  ): Promise<TokenExchangeResult> | void {
    return this.#areas.authorization.refresh(applicationId, refreshToken, last);
  }

  /**
   * Revokes all tokens of the user for the application; a linked provisional account is unmerged.
   * @mirrors Client::RevokeToken
   */
  revokeToken(applicationId: IdLike, token: string, callback: Client.RevokeTokenCallback): void;
  revokeToken(applicationId: IdLike, token: string, options?: OperationOptions): Promise<ClientResult>;
  revokeToken(
    applicationId: IdLike,
    token: string,
    last?: Client.RevokeTokenCallback | OperationOptions,
  ): Promise<ClientResult> | void {
    return this.#areas.authorization.revoke(applicationId, token, last);
  }

  /**
   * Signs a player in who has no account of the platform, with a token of another identity provider, for public
   * applications; the first time creates a provisional account. There is no refresh token: call this again with a fresh
   * external token and pass the result to {@link updateToken}. `HTTPError` with `errorCode` 530010 when the identity is
   * linked to a full account: use {@link authorize}; other codes from 530000 name what is wrong with the token.
   * @param applicationId 64-bit id
   * @param externalAuthToken 1–10,240 characters
   * @mirrors Client::GetProvisionalToken
   */
  getProvisionalToken(
    applicationId: IdLike,
    externalAuthType: AuthenticationExternalAuthType,
    externalAuthToken: string,
    callback: Client.TokenExchangeCallback,
  ): void;
  getProvisionalToken(
    applicationId: IdLike,
    externalAuthType: AuthenticationExternalAuthType,
    externalAuthToken: string,
    options?: OperationOptions,
  ): Promise<TokenExchangeResult>;
  getProvisionalToken(
    applicationId: IdLike,
    externalAuthType: AuthenticationExternalAuthType,
    externalAuthToken: string,
    last?: Client.TokenExchangeCallback | OperationOptions,
  ): Promise<TokenExchangeResult> | void {
    const external = { type: externalAuthType, token: externalAuthToken };
    return this.#areas.provisionalAccounts.signIn(applicationId, external, last);
  }

  /**
   * Exchanges an authorization code for the tokens of a full account, and merges the provisional account of an external
   * identity into it: friends, lobbies and conversations move, and the provisional account is deleted. `HTTPError` with
   * `errorCode` 530014, 530016, 530017 or 530023 when the two cannot be merged; the code is used up then.
   * @param code from {@link authorize}
   * @param redirectUri from {@link authorize}, unchanged
   * @param externalAuthToken 1–10,240 characters
   * @mirrors Client::GetTokenFromProvisionalMerge
   */
  getTokenFromProvisionalMerge(
    applicationId: IdLike,
    code: string,
    codeVerifier: string,
    redirectUri: string,
    externalAuthType: AuthenticationExternalAuthType,
    externalAuthToken: string,
    callback: Client.TokenExchangeCallback,
  ): void;
  getTokenFromProvisionalMerge(
    applicationId: IdLike,
    code: string,
    codeVerifier: string,
    redirectUri: string,
    externalAuthType: AuthenticationExternalAuthType,
    externalAuthToken: string,
    options?: OperationOptions,
  ): Promise<TokenExchangeResult>;
  getTokenFromProvisionalMerge(
    applicationId: IdLike,
    code: string,
    codeVerifier: string,
    redirectUri: string,
    externalAuthType: AuthenticationExternalAuthType,
    externalAuthToken: string,
    last?: Client.TokenExchangeCallback | OperationOptions,
  ): Promise<TokenExchangeResult> | void {
    const external = { type: externalAuthType, token: externalAuthToken };
    const grant = { applicationId, code, codeVerifier, redirectUri };
    return this.#areas.authorization.exchangeCode(grant, last, external);
  }

  /**
   * Separates an external identity from the full account that it is linked to, for public applications: all tokens of the
   * account for the application become invalid, its sessions end, and a new provisional account, with a new id, takes the
   * identity. {@link getProvisionalToken} signs in with it. `HTTPError` 404 for an unknown identity, `errorCode` 50229 for
   * one that is not linked.
   * @param externalAuthToken 1–10,240 characters
   * @mirrors Client::UnmergeIntoProvisionalAccount
   */
  unmergeIntoProvisionalAccount(
    applicationId: IdLike,
    externalAuthType: AuthenticationExternalAuthType,
    externalAuthToken: string,
    callback: Client.UnmergeIntoProvisionalAccountCallback,
  ): void;
  unmergeIntoProvisionalAccount(
    applicationId: IdLike,
    externalAuthType: AuthenticationExternalAuthType,
    externalAuthToken: string,
    options?: OperationOptions,
  ): Promise<ClientResult>;
  unmergeIntoProvisionalAccount(
    applicationId: IdLike,
    externalAuthType: AuthenticationExternalAuthType,
    externalAuthToken: string,
    last?: Client.UnmergeIntoProvisionalAccountCallback | OperationOptions,
  ): Promise<ClientResult> | void {
    const external = { type: externalAuthType, token: externalAuthToken };
    return this.#areas.provisionalAccounts.unmerge(applicationId, external, last);
  }

  /**
   * Changes the name of the provisional user that others see. Call it after connecting and whenever the player's name in the
   * game changes.
   * @param name 1–32 characters
   * @mirrors Client::UpdateProvisionalAccountDisplayName
   */
  updateProvisionalAccountDisplayName(
    name: string,
    callback: Client.UpdateProvisionalAccountDisplayNameCallback,
  ): void;
  updateProvisionalAccountDisplayName(name: string, options?: OperationOptions): Promise<ClientResult>;
  updateProvisionalAccountDisplayName(
    name: string,
    last?: Client.UpdateProvisionalAccountDisplayNameCallback | OperationOptions,
  ): Promise<ClientResult> | void {
    return this.#areas.provisionalAccounts.rename(name, last);
  }

  /**
   * Exchanges the access token of a publisher's parent application for one of a game of the publisher, for public
   * applications. Only tokens of games can be used to connect. `expiresIn` is what is left of the parent token's life, in
   * seconds; there is no refresh token: refresh the parent token and exchange it again. The token stays valid when the parent
   * token is refreshed, and ends when it is revoked. `HTTPError` with status 401 for an invalid parent token, 403 for an
   * application that is not a game of the publisher.
   * @mirrors Client::ExchangeChildToken
   */
  exchangeChildToken(
    parentApplicationToken: string,
    childApplicationId: IdLike,
    callback: Client.ExchangeChildTokenCallback,
  ): void;
  exchangeChildToken(
    parentApplicationToken: string,
    childApplicationId: IdLike,
    options?: OperationOptions,
  ): Promise<ChildTokenResult>;
  exchangeChildToken(
    parentApplicationToken: string,
    childApplicationId: IdLike,
    last?: Client.ExchangeChildTokenCallback | OperationOptions,
  ): Promise<ChildTokenResult> | void {
    return this.#areas.authorization.exchangeChild(parentApplicationToken, childApplicationId, last);
  }

  /**
   * Gets the id and display name of the user that a token belongs to, which also shows whether the token is valid. It needs
   * no connection, and neither uses nor changes the client's own token. An invalid token gives `HTTPError` with status 401;
   * a token type other than `Bearer` and an empty token give `ValidationError`.
   * @mirrors Client::FetchCurrentUser
   */
  fetchCurrentUser(
    tokenType: AuthorizationTokenType,
    token: string,
    callback: Client.FetchCurrentUserCallback,
  ): void;
  fetchCurrentUser(
    tokenType: AuthorizationTokenType,
    token: string,
    options?: OperationOptions,
  ): Promise<TokenOwner>;
  fetchCurrentUser(
    tokenType: AuthorizationTokenType,
    token: string,
    last?: Client.FetchCurrentUserCallback | OperationOptions,
  ): Promise<TokenOwner> | void {
    return this.#areas.authorization.fetchCurrentUser(tokenType, token, last);
  }

  /**
   * Reports the outcome of the merge that a `provisionalUserMergeRequiredCallback` requested. With true, the waiting
   * operations continue as the account of the client's current token; with false, they end with `Aborted`. It has no effect
   * when no operation waits.
   * @throws {ArgumentError} when not a boolean
   * @mirrors Client::ProvisionalUserMergeCompleted
   */
  provisionalUserMergeCompleted(success: boolean): void {
    this.#areas.authorization.mergeCompleted(success);
  }

  // Connection

  /** Gets the application's id; 0 until it is known. @mirrors Client::GetApplicationId */
  getApplicationId(): bigint {
    return this.#areas.connection.applicationId;
  }

  /** Sets the application's id. @throws {ArgumentError} when not a 64-bit id. @mirrors Client::SetApplicationId */
  setApplicationId(applicationId: IdLike): void {
    this.#areas.connection.setApplicationId(applicationId);
  }

  /**
   * Sets how long an HTTP request may take before it fails.
   * @param httpTimeoutInMilliseconds milliseconds, 1 to 2 147 483 647; default 30 000
   * @throws {ArgumentError} when not an integer, {@link ArgumentRangeError} outside the range
   * @mirrors Client::SetHttpRequestTimeout
   */
  setHttpRequestTimeout(httpTimeoutInMilliseconds: number): void {
    this.#areas.connection.setHttpTimeout(httpTimeoutInMilliseconds);
  }

  /**
   * Sets the token that {@link connect} uses. While connected, the platform checks the token first, and a token of the same
   * user takes effect without a reconnect. While disconnected nothing is sent: {@link ready} tells whether the platform
   * responds and accepts the token. Only `Bearer` tokens can be used.
   * @mirrors Client::UpdateToken
   */
  updateToken(tokenType: AuthorizationTokenType, token: string, callback: Client.UpdateTokenCallback): void;
  updateToken(
    tokenType: AuthorizationTokenType,
    token: string,
    options?: OperationOptions,
  ): Promise<ClientResult>;
  updateToken(
    tokenType: AuthorizationTokenType,
    token: string,
    last?: Client.UpdateTokenCallback | OperationOptions,
  ): Promise<ClientResult> | void {
    return this.#areas.connection.updateToken(tokenType, token, last);
  }

  /**
   * Sets the callback for a token that is about to expire; undefined removes it. It runs once per token, a minute before the
   * expiry or at once when less time is left, and not while the client is disconnected. The client learns the expiry from
   * the platform when it becomes ready. After the expiry a connected client still receives events and calls continue, but
   * HTTP requests fail with status 401 until `updateToken` sets another token; that needs no reconnect. A token that has
   * expired while the client was disconnected, or was revoked, ends the connection.
   * @mirrors Client::SetTokenExpirationCallback
   */
  setTokenExpirationCallback(callback: Client.TokenExpirationCallback | undefined): void {
    this.#core.events.setCallback("tokenExpiring", callback);
  }

  /** Whether the client has a token, valid or not. @mirrors Client::IsAuthenticated */
  isAuthenticated(): boolean {
    return this.#areas.connection.hasToken;
  }

  /**
   * Resolves when the client is ready, after `connect`; at once when it is. Reconnecting counts as not yet. It settles on the
   * event loop in every callback mode. An addition.
   * @throws {ClientResultError} `ClientNotReady` when the client is disconnected, naming why; `NetworkError` or `HTTPError`
   * before the first session, when an attempt finds no platform at `apiBase` (the client keeps trying, and another `ready()`
   * waits for the next attempt); `Aborted` when the signal is aborted; `ClientDestroyed`
   * @example
   * client.connect();
   * await client.ready({ signal: AbortSignal.timeout(20_000) });
   */
  ready(options?: OperationOptions): Promise<void> {
    return this.#areas.connection.untilReady(options);
  }

  /**
   * Starts connecting; the status callback reports the progress.
   * @throws {SdkError} ADDRESS_MISSING when `webBase` or `apiBase` is not set
   * @example
   * const ready = new Promise<void>((resolve) => {
   *   client.on("statusChanged", (status) => {
   *     if (status === Client.Status.Ready) resolve();
   *   });
   * });
   * client.disconnect();
   * client.connect();
   * await ready;
   * @mirrors Client::Connect
   */
  connect(): void {
    this.#areas.connection.connect();
  }

  /** Ends the calls and the connection; it is complete at `Status.Disconnected`. @mirrors Client::Disconnect */
  disconnect(): void {
    this.#areas.connection.disconnect();
  }

  /** Gets the status of the connection. @mirrors Client::GetStatus */
  getStatus(): ClientStatus {
    return this.#areas.connection.status;
  }

  /** Sets the callback for changes of the status; undefined removes it. @mirrors Client::SetStatusChangedCallback */
  setStatusChangedCallback(cb: Client.OnStatusChanged | undefined): void {
    this.#core.events.setCallback("statusChanged", cb);
  }

  // The platform's own app

  /**
   * Whether the platform's own app is installed. Only mobile systems can find out; on a desktop it is always false. It needs
   * no connection and never fails.
   * @mirrors Client::IsDiscordAppInstalled
   */
  isDiscordAppInstalled(callback: Client.IsDiscordAppInstalledCallback): void;
  isDiscordAppInstalled(options?: OperationOptions): Promise<boolean>;
  isDiscordAppInstalled(
    last?: Client.IsDiscordAppInstalledCallback | OperationOptions,
  ): Promise<boolean> | void {
    return this.#areas.desktopApp.isInstalled(last);
  }

  /**
   * Opens the settings page in which users manage their connected games. It succeeds without opening a page when the client
   * is not ready, and for provisional users, who have no such settings. `NetworkError` when the address cannot be opened.
   * @mirrors Client::OpenConnectedGamesSettingsInDiscord
   */
  openConnectedGamesSettingsInDiscord(callback: Client.OpenConnectedGamesSettingsInDiscordCallback): void;
  openConnectedGamesSettingsInDiscord(options?: OperationOptions): Promise<ClientResult>;
  openConnectedGamesSettingsInDiscord(
    last?: Client.OpenConnectedGamesSettingsInDiscordCallback | OperationOptions,
  ): Promise<ClientResult> | void {
    return this.#areas.desktopApp.openConnectedGames(last);
  }

  /**
   * Gets the user who is signed in to the desktop app on this machine. It needs no connection. `RPCError` when no desktop app
   * answers within ten seconds, or when it refuses the game; `result.errorCode` is then its own code.
   * @param applicationId a 64-bit id: the game that asks
   * @returns a handle that shows the user as the desktop app does, and more as soon as the client knows the user; undefined
   * when the app does not say
   * @mirrors Client::GetDiscordClientConnectedUser
   */
  getDiscordClientConnectedUser(
    applicationId: IdLike,
    callback: Client.GetDiscordClientConnectedUserCallback,
  ): void;
  getDiscordClientConnectedUser(applicationId: IdLike, options?: OperationOptions): Promise<ConnectedUser>;
  getDiscordClientConnectedUser(
    applicationId: IdLike,
    last?: Client.GetDiscordClientConnectedUserCallback | OperationOptions,
  ): Promise<ConnectedUser> | void {
    return this.#areas.desktopApp.connectedUser(applicationId, last);
  }

  /**
   * Tells the desktop app that the game can begin to link the player's account: places appear where the player asks for that,
   * and each request calls the callback. The game then comes to the front and calls `authorize`. A desktop app that starts later
   * is told too. Call `setApplicationId` first: before it, the desktop app is told nothing.
   * @throws {ArgumentError} when not a function
   * @example
   * client.registerAuthorizeRequestCallback(() => console.log("the player wants to link the account"));
   * @mirrors Client::RegisterAuthorizeRequestCallback
   */
  registerAuthorizeRequestCallback(callback: Client.AuthorizeRequestCallback): void {
    this.#core.events.setCallback("authorizeRequest", functionArgument("callback", callback));
  }

  /**
   * Removes the callback, and the places in the desktop app: before a match, or when the player signs out.
   * @mirrors Client::RemoveAuthorizeRequestCallback
   */
  removeAuthorizeRequestCallback(): void {
    this.#core.events.setCallback("authorizeRequest", undefined);
  }

  /**
   * Sets the process whose window the game shows, for the desktop app's overlay and its list of running games. The next
   * `updateRichPresence` is the first to say it. Default: this process.
   * @param pid 1 to 2,147,483,647
   * @throws {ArgumentError} when not an integer, {@link ArgumentRangeError} outside the range
   * @mirrors Client::SetGameWindowPid
   */
  setGameWindowPid(pid: number): void {
    this.#areas.desktopApp.setPid(pid);
  }

  /**
   * Tells whether the game shows its chat. It has no effect: the desktop app has no command for it.
   * @throws {ArgumentError} when not a boolean
   * @mirrors Client::SetShowingChat
   */
  setShowingChat(showingChat: boolean): void {
    this.#areas.desktopApp.setShowingChat(showingChat);
  }

  // Users

  /** @deprecated Use {@link getCurrentUserV2}, which returns undefined without a user. @mirrors Client::GetCurrentUser */
  getCurrentUser(): UserHandle {
    return this.#areas.users.current() ?? UserHandle.nullobj;
  }

  /**
   * Gets the player. @returns undefined until the first session has begun
   * @example
   * const player = client.getCurrentUserV2();
   * console.log(player?.displayName, player?.avatarUrl(UserHandle.AvatarType.Gif, UserHandle.AvatarType.Png));
   * @mirrors Client::GetCurrentUserV2
   */
  getCurrentUserV2(): UserHandle | undefined {
    return this.#areas.users.current();
  }

  /**
   * Gets a user from memory, without a request: users with a relationship, members of lobbies, and users that events have
   * mentioned.
   * @param userId a 64-bit id
   * @returns undefined for a user that the client does not know
   * @throws {ArgumentError} when not a 64-bit id
   * @mirrors Client::GetUser
   */
  getUser(userId: IdLike): UserHandle | undefined {
    return this.#areas.users.handle(userId);
  }

  /**
   * Gets a user's profile in this game, as `UserHandle.userApplicationProfiles` does, from memory.
   * @param userId a 64-bit id
   * @returns an empty list for a user without a profile, or that the client does not know
   * @throws {ArgumentError} when not a 64-bit id
   * @mirrors Client::GetUserApplicationProfiles
   */
  getUserApplicationProfiles(userId: IdLike): UserApplicationProfileHandle[] {
    return this.#areas.users.profiles(userId);
  }

  /**
   * The same as {@link getUserApplicationProfiles}: with a single thread there is no lock to hold.
   * @throws {ArgumentError} when not a 64-bit id
   * @mirrors Client::GetUserApplicationProfilesNoLock
   */
  getUserApplicationProfilesNoLock(userId: IdLike): UserApplicationProfileHandle[] {
    return this.#areas.users.profiles(userId);
  }

  /**
   * Sets the callback for changes of a known user: name, picture, profile in the game, status, and entering or leaving the
   * game; undefined removes it.
   * @mirrors Client::SetUserUpdatedCallback
   */
  setUserUpdatedCallback(cb: Client.UserUpdatedCallback | undefined): void {
    this.#core.events.setCallback("userUpdated", cb);
  }

  // Presence

  /**
   * Sets the player's rich presence. The client keeps it until `clearRichPresence`, `disconnect` or the end of the process,
   * and sends it again after a lost connection. Of more than five changes in 20 s only the newest is sent, as soon as the
   * platform accepts it.
   *
   * A client that is not connected asks the desktop app on this machine to show it, which needs only `setApplicationId`;
   * it is shown again whenever the app starts, and ends when the client becomes ready. `RPCError` when no app answers (it is
   * shown as soon as one starts) and when the app refuses.
   *
   * `ClientNotReady` while the client connects. `ValidationError`, without a request, when the activity is
   * invalid, has a type that games cannot use or more players in its party than the maximum, and when the token lacks the
   * scope `activities.write`.
   *
   * @example
   * const activity = new Activity();
   * activity.state = "In a match";
   * activity.details = "Round 2 of 3";
   * await client.updateRichPresence(activity);
   * @mirrors Client::UpdateRichPresence
   */
  updateRichPresence(activity: Activity, cb: Client.UpdateRichPresenceCallback): void;
  updateRichPresence(activity: Activity, options?: OperationOptions): Promise<ClientResult>;
  updateRichPresence(
    activity: Activity,
    last?: Client.UpdateRichPresenceCallback | OperationOptions,
  ): Promise<ClientResult> | void {
    return this.#areas.presence.update(activity, last);
  }

  /** Clears the rich presence; does nothing when none is set. @mirrors Client::ClearRichPresence */
  clearRichPresence(): void {
    this.#areas.presence.clear();
  }

  /**
   * Sets the player's status. The client keeps it and sends it again, as it does the rich presence, which does not change. An
   * invisible player appears offline and without activity to others. `ClientNotReady` unless `Status.Ready`;
   * `ValidationError`, without a request, for another status, and when the token lacks the scope `activities.write`.
   * @param status `Online` (default), `Idle`, `Dnd` or `Invisible`
   * @example
   * await client.setOnlineStatus(StatusType.Dnd);
   * @mirrors Client::SetOnlineStatus
   */
  setOnlineStatus(status: StatusType, callback: Client.UpdateStatusCallback): void;
  setOnlineStatus(status: StatusType, options?: OperationOptions): Promise<ClientResult>;
  setOnlineStatus(
    status: StatusType,
    last?: Client.UpdateStatusCallback | OperationOptions,
  ): Promise<ClientResult> | void {
    return this.#areas.presence.setStatus(status, last);
  }

  // Activity invites

  /**
   * Invites a user into the party of the player's rich presence; the invite expires after six hours. Friends and users who
   * are in the game can be invited, unless one has blocked the other. `ClientNotReady` unless `Status.Ready`;
   * `ValidationError`, without a request, unless the rich presence has a party with an id and a join secret; `HTTPError` with
   * status 403 for users who cannot be invited, 400 when the platform does not know the party.
   * @param content 0–2000 characters; not sent with a token of the presence scopes
   * @example
   * const party = new ActivityParty();
   * party.id = "match-7";
   * party.currentSize = 1;
   * party.maxSize = 4;
   * const secrets = new ActivitySecrets();
   * secrets.join = "secret of match 7";
   * const activity = new Activity();
   * activity.party = party;
   * activity.secrets = secrets;
   * await client.updateRichPresence(activity);
   * await client.sendActivityInvite(friendId, "One more?");
   * @mirrors Client::SendActivityInvite
   */
  sendActivityInvite(userId: IdLike, content: string, cb: Client.SendActivityInviteCallback): void;
  sendActivityInvite(userId: IdLike, content: string, options?: OperationOptions): Promise<ClientResult>;
  sendActivityInvite(
    userId: IdLike,
    content: string,
    last?: Client.SendActivityInviteCallback | OperationOptions,
  ): Promise<ClientResult> | void {
    return this.#areas.activityInvites.invite(userId, content, last);
  }

  /**
   * Asks to join a user's party; the user receives an invite of type `JoinRequest`. `ClientNotReady` unless `Status.Ready`;
   * `ValidationError`, without a request, when the user's presence shows no party in this game; `HTTPError` with status 400
   * when the party is full, 403 for users to whom the player cannot write.
   * @param userId a 64-bit id
   * @mirrors Client::SendActivityJoinRequest
   */
  sendActivityJoinRequest(userId: IdLike, cb: Client.SendActivityInviteCallback): void;
  sendActivityJoinRequest(userId: IdLike, options?: OperationOptions): Promise<ClientResult>;
  sendActivityJoinRequest(
    userId: IdLike,
    last?: Client.SendActivityInviteCallback | OperationOptions,
  ): Promise<ClientResult> | void {
    return this.#areas.activityInvites.request(userId, last);
  }

  /**
   * Accepts a join request by sending an invite; it fails as `sendActivityInvite` does. To decline, do nothing.
   * @param invite of type `JoinRequest`; `ValidationError` for any other
   * @mirrors Client::SendActivityJoinRequestReply
   */
  sendActivityJoinRequestReply(invite: ActivityInvite, cb: Client.SendActivityInviteCallback): void;
  sendActivityJoinRequestReply(invite: ActivityInvite, options?: OperationOptions): Promise<ClientResult>;
  sendActivityJoinRequestReply(
    invite: ActivityInvite,
    last?: Client.SendActivityInviteCallback | OperationOptions,
  ): Promise<ClientResult> | void {
    return this.#areas.activityInvites.reply(invite, last);
  }

  /**
   * Accepts an invite and gets the join secret of the sender's party. `HTTPError` with status 400 after six hours, and when
   * the sender has left the party.
   * @param invite of type `Join`; `ValidationError` for any other
   * @mirrors Client::AcceptActivityInvite
   */
  acceptActivityInvite(invite: ActivityInvite, cb: Client.AcceptActivityInviteCallback): void;
  acceptActivityInvite(invite: ActivityInvite, options?: OperationOptions): Promise<AcceptedInvite>;
  acceptActivityInvite(
    invite: ActivityInvite,
    last?: Client.AcceptActivityInviteCallback | OperationOptions,
  ): Promise<AcceptedInvite> | void {
    return this.#areas.activityInvites.accept(invite, last);
  }

  /**
   * Sets the callback for new invites and join requests, and for invites that the player accepted on another device;
   * undefined removes it. Invites do not call the callback for created messages.
   * @mirrors Client::SetActivityInviteCreatedCallback
   */
  setActivityInviteCreatedCallback(cb: Client.ActivityInviteCallback | undefined): void {
    this.#core.events.setCallback("activityInviteCreated", cb);
  }

  /**
   * Sets the callback for invites that become invalid, after six hours or when the party has ended, or valid again; undefined
   * removes it.
   * @mirrors Client::SetActivityInviteUpdatedCallback
   */
  setActivityInviteUpdatedCallback(cb: Client.ActivityInviteCallback | undefined): void {
    this.#core.events.setCallback("activityInviteUpdated", cb);
  }

  /**
   * Sets the callback for a player who joins a party from the desktop app, by an invite there or by "Join" on a presence;
   * undefined removes it. It needs no connection, only `setApplicationId`; a desktop app that starts later is told too.
   * @example
   * client.setActivityJoinCallback((joinSecret) => client.createOrJoinLobby(joinSecret, () => {}));
   * @mirrors Client::SetActivityJoinCallback
   */
  setActivityJoinCallback(cb: Client.ActivityJoinCallback | undefined): void {
    this.#core.events.setCallback("activityJoin", cb);
  }

  /**
   * Sets the callback that also gets the game of the party, for games with several applications; undefined removes it. Both
   * callbacks may be set.
   * @mirrors Client::SetActivityJoinWithApplicationCallback
   */
  setActivityJoinWithApplicationCallback(cb: Client.ActivityJoinWithApplicationCallback | undefined): void {
    this.#core.events.setCallback("activityJoinWithApplication", cb);
  }

  // Launching

  /**
   * Registers how the desktop app launches the game when its player joins a party and the game does not run: by an address with
   * the scheme `discord-<application id>`, for this user of this machine. Call it at every start; the newest call counts.
   * It needs no connection. Linux: a desktop entry and the user's `mimeapps.list`. Windows: the user's registry. macOS: a scheme
   * of an app, as in `mygame://`, or "" for the `.app` bundle that runs; never a path.
   * @param command executable with arguments: on Linux with the quotes and backslashes of a shell, on Windows as a command line;
   * an absolute path may have blanks. The address follows as the last argument. "" is the running program
   * @returns false when it could not be registered; the log says why
   * @throws {ArgumentError} when not a 64-bit id, when not a string
   * @mirrors Client::RegisterLaunchCommand
   */
  registerLaunchCommand(applicationId: IdLike, command: string): boolean {
    return this.#areas.launching.registerCommand(applicationId, command);
  }

  /**
   * The same for a game that Steam launches.
   * @param steamAppId 1 to 4,294,967,295
   * @returns false when it could not be registered; the log says why
   * @throws {ArgumentError} when not a 64-bit id, when not an integer, {@link ArgumentRangeError} outside the range
   * @mirrors Client::RegisterLaunchSteamApplication
   */
  registerLaunchSteamApplication(applicationId: IdLike, steamAppId: number): boolean {
    return this.#areas.launching.registerSteam(applicationId, steamAppId);
  }

  /**
   * Takes `registerLaunchCommand` and its sibling back, for an uninstaller. On macOS a registered bundle stays until it is
   * deleted. An addition.
   * @returns false when it could not be done; the log says why. True also when nothing was registered
   * @throws {ArgumentError} when not a 64-bit id
   */
  unregisterLaunch(applicationId: IdLike): boolean {
    return this.#areas.launching.unregister(applicationId);
  }

  /**
   * Finds the address of this game in the arguments that the operating system gave, of this process or of a second one
   * (Electron's `second-instance`). Set the callbacks first. Any web page can open such an address: ask the player before the
   * game leaves a match for it. An addition.
   * @param argv as `process.argv`
   * @returns "join": the callbacks for joining were called with the secret; "launch": the game was only started, and the desktop
   * app gives the secret of a party, if there is one, to the callbacks; "redirect": the address ended a running authorization, as
   * with {@link handleRedirect}; undefined: no argument is an address of this game, or `setApplicationId` was not called
   * @throws {ArgumentError} when not an array of strings
   * @example
   * client.setActivityJoinCallback((joinSecret) => client.createOrJoinLobby(joinSecret, () => {}));
   * console.log("started for:", client.handleLaunch(process.argv) ?? "the player");
   */
  handleLaunch(argv: readonly string[]): HandledLaunch | undefined {
    return this.#areas.launching.handle(argv);
  }

  // Lobbies

  /**
   * Joins the lobby with this secret, or creates it. Members who join with the same secret meet in the same lobby.
   * @param secret 1–250 characters
   * @example
   * const { lobbyId } = await client.createOrJoinLobby("match-42");
   * const members = client.getLobbyHandle(lobbyId)?.lobbyMembers ?? [];
   * console.log(members.map((member) => member.user?.displayName));
   * @mirrors Client::CreateOrJoinLobby
   */
  createOrJoinLobby(secret: string, callback: Client.CreateOrJoinLobbyCallback): void;
  createOrJoinLobby(secret: string, options?: OperationOptions): Promise<LobbyJoined>;
  createOrJoinLobby(
    secret: string,
    last?: Client.CreateOrJoinLobbyCallback | OperationOptions,
  ): Promise<LobbyJoined> | void {
    return this.#areas.lobbies.createOrJoin(secret, undefined, undefined, last);
  }

  /**
   * As `createOrJoinLobby`, and replaces the metadata of the lobby and of the player's membership.
   * @mirrors Client::CreateOrJoinLobbyWithMetadata
   */
  createOrJoinLobbyWithMetadata(
    secret: string,
    lobbyMetadata: Metadata,
    memberMetadata: Metadata,
    callback: Client.CreateOrJoinLobbyCallback,
  ): void;
  createOrJoinLobbyWithMetadata(
    secret: string,
    lobbyMetadata: Metadata,
    memberMetadata: Metadata,
    options?: OperationOptions,
  ): Promise<LobbyJoined>;
  createOrJoinLobbyWithMetadata(
    secret: string,
    lobbyMetadata: Metadata,
    memberMetadata: Metadata,
    last?: Client.CreateOrJoinLobbyCallback | OperationOptions,
  ): Promise<LobbyJoined> | void {
    return this.#areas.lobbies.createOrJoin(secret, lobbyMetadata, memberMetadata, last);
  }

  /** Leaves a lobby. Only lobbies that were created with a secret can be left. @mirrors Client::LeaveLobby */
  leaveLobby(lobbyId: IdLike, callback: Client.LeaveLobbyCallback): void;
  leaveLobby(lobbyId: IdLike, options?: OperationOptions): Promise<ClientResult>;
  leaveLobby(
    lobbyId: IdLike,
    last?: Client.LeaveLobbyCallback | OperationOptions,
  ): Promise<ClientResult> | void {
    return this.#areas.lobbies.leave(lobbyId, last);
  }

  /**
   * Gets the ids of the player's lobbies. Right after `Ready` some may be missing; `lobbyCreated` reports them.
   * @mirrors Client::GetLobbyIds
   */
  getLobbyIds(): bigint[] {
    return this.#areas.lobbies.ids();
  }

  /** Gets a lobby. @returns undefined for a lobby that the client does not know. @mirrors Client::GetLobbyHandle */
  getLobbyHandle(lobbyId: IdLike): LobbyHandle | undefined {
    return this.#areas.lobbies.handle(lobbyId);
  }

  /** Sets the callback for lobbies that become available; undefined removes it. @mirrors Client::SetLobbyCreatedCallback */
  setLobbyCreatedCallback(cb: Client.LobbyCreatedCallback | undefined): void {
    this.#core.events.setCallback("lobbyCreated", cb);
  }

  /**
   * Sets the callback for lobbies that are deleted, or from which the player is removed; undefined removes it.
   * @mirrors Client::SetLobbyDeletedCallback
   */
  setLobbyDeletedCallback(cb: Client.LobbyDeletedCallback | undefined): void {
    this.#core.events.setCallback("lobbyDeleted", cb);
  }

  /**
   * Sets the callback for changes of a lobby's metadata or linked channel; undefined removes it.
   * @mirrors Client::SetLobbyUpdatedCallback
   */
  setLobbyUpdatedCallback(cb: Client.LobbyUpdatedCallback | undefined): void {
    this.#core.events.setCallback("lobbyUpdated", cb);
  }

  /**
   * Sets the callback for other users who are added to a lobby, online or not; undefined removes it.
   * @mirrors Client::SetLobbyMemberAddedCallback
   */
  setLobbyMemberAddedCallback(cb: Client.LobbyMemberAddedCallback | undefined): void {
    this.#core.events.setCallback("lobbyMemberAdded", cb);
  }

  /**
   * Sets the callback for other users who are removed from a lobby; undefined removes it.
   * @mirrors Client::SetLobbyMemberRemovedCallback
   */
  setLobbyMemberRemovedCallback(cb: Client.LobbyMemberRemovedCallback | undefined): void {
    this.#core.events.setCallback("lobbyMemberRemoved", cb);
  }

  /**
   * Sets the callback for members who connect, disconnect or have new metadata; undefined removes it.
   * @mirrors Client::SetLobbyMemberUpdatedCallback
   */
  setLobbyMemberUpdatedCallback(cb: Client.LobbyMemberUpdatedCallback | undefined): void {
    this.#core.events.setCallback("lobbyMemberUpdated", cb);
  }

  // Linked channels

  /**
   * Gets the platform servers that the player is in; always requested from the platform.
   * @mirrors Client::GetUserGuilds
   */
  getUserGuilds(cb: Client.GetUserGuildsCallback): void;
  getUserGuilds(options?: OperationOptions): Promise<GuildList>;
  getUserGuilds(last?: Client.GetUserGuildsCallback | OperationOptions): Promise<GuildList> | void {
    return this.#areas.linkedChannels.guilds(last);
  }

  /**
   * Gets the channels of a server that the player can see; always requested from the platform. They are sorted as in the
   * platform's app: first those without a category, then each category, with text channels before voice channels.
   * @param guildId a server that the player is in; `HTTPError` 404 with code 10004 otherwise
   * @mirrors Client::GetGuildChannels
   */
  getGuildChannels(guildId: IdLike, cb: Client.GetGuildChannelsCallback): void;
  getGuildChannels(guildId: IdLike, options?: OperationOptions): Promise<GuildChannelList>;
  getGuildChannels(
    guildId: IdLike,
    last?: Client.GetGuildChannelsCallback | OperationOptions,
  ): Promise<GuildChannelList> | void {
    return this.#areas.linkedChannels.channels(guildId, last);
  }

  /**
   * Links a server channel to a lobby in place of the current one; messages in one appear in the other. It is complete when
   * the lobby's handle shows the link. The platform gives `HTTPError` 403 with code 50013 for a member without `canLinkLobby`,
   * which members of a lobby that was created with a secret do not have, or without the permissions that
   * `GuildChannel.isLinkable` names; 400 with 50024 for a channel that is not a text channel; 400 with 50035 for an
   * age-restricted channel, a channel that is linked to another lobby, and a lobby that was created with a secret.
   * @mirrors Client::LinkChannelToLobby
   */
  linkChannelToLobby(lobbyId: IdLike, channelId: IdLike, callback: Client.LinkOrUnlinkChannelCallback): void;
  linkChannelToLobby(lobbyId: IdLike, channelId: IdLike, options?: OperationOptions): Promise<ClientResult>;
  linkChannelToLobby(
    lobbyId: IdLike,
    channelId: IdLike,
    last?: Client.LinkOrUnlinkChannelCallback | OperationOptions,
  ): Promise<ClientResult> | void {
    return this.#areas.linkedChannels.link(lobbyId, channelId, last);
  }

  /**
   * Removes the link of a lobby; a lobby without one stays unchanged. It is complete when the lobby's handle shows it. It
   * needs `canLinkLobby`, but no permission in the channel: `HTTPError` 403 with code 50013 otherwise.
   * @mirrors Client::UnlinkChannelFromLobby
   */
  unlinkChannelFromLobby(lobbyId: IdLike, callback: Client.LinkOrUnlinkChannelCallback): void;
  unlinkChannelFromLobby(lobbyId: IdLike, options?: OperationOptions): Promise<ClientResult>;
  unlinkChannelFromLobby(
    lobbyId: IdLike,
    last?: Client.LinkOrUnlinkChannelCallback | OperationOptions,
  ): Promise<ClientResult> | void {
    return this.#areas.linkedChannels.unlink(lobbyId, last);
  }

  /**
   * Gets an invite into the server of the lobby's linked channel, and opens its page, where the player accepts it. The invite
   * is personal, works once and expires after an hour. Any member of the lobby may request one; `HTTPError` 400 with code
   * 10003 for a lobby without a link. It succeeds even when the page cannot be opened: the game can show the address.
   * Provisional users must merge first: the operation waits for `provisionalUserMergeCompleted`, and a failed merge ends it
   * with `Aborted`.
   * @param provisionalUserMergeRequiredCallback called when the user is provisional; without it the operation ends with
   * `ValidationError` for such users
   * @mirrors Client::JoinLinkedLobbyGuild
   */
  joinLinkedLobbyGuild(
    lobbyId: IdLike,
    provisionalUserMergeRequiredCallback: Client.ProvisionalUserMergeRequiredCallback | undefined,
    callback: Client.JoinLinkedLobbyGuildCallback,
  ): void;
  joinLinkedLobbyGuild(
    lobbyId: IdLike,
    provisionalUserMergeRequiredCallback: Client.ProvisionalUserMergeRequiredCallback | undefined,
    options?: OperationOptions,
  ): Promise<LinkedLobbyInvite>;
  joinLinkedLobbyGuild(
    lobbyId: IdLike,
    provisionalUserMergeRequiredCallback: Client.ProvisionalUserMergeRequiredCallback | undefined,
    last?: Client.JoinLinkedLobbyGuildCallback | OperationOptions,
  ): Promise<LinkedLobbyInvite> | void {
    return this.#areas.linkedChannels.invite(lobbyId, provisionalUserMergeRequiredCallback, last);
  }

  // Messages

  /**
   * Sends a message to all members of a lobby that the player is in.
   * @param content 1–2000 characters; markup is allowed
   * @example
   * const { messageId } = await client.sendLobbyMessage(lobbyId, "Good game!");
   * console.log(client.getMessageHandle(messageId)?.content);
   * @mirrors Client::SendLobbyMessage
   */
  sendLobbyMessage(lobbyId: IdLike, content: string, cb: Client.SendUserMessageCallback): void;
  sendLobbyMessage(lobbyId: IdLike, content: string, options?: OperationOptions): Promise<SentMessage>;
  sendLobbyMessage(
    lobbyId: IdLike,
    content: string,
    last?: Client.SendUserMessageCallback | OperationOptions,
  ): Promise<SentMessage> | void {
    return this.#areas.messages.sendToLobby(lobbyId, content, undefined, last);
  }

  /**
   * As `sendLobbyMessage`, with key-value pairs of the game, which only connected clients receive and which are not stored.
   * @param metadata at most 25 keys; keys and values of at most 1024 characters
   * @mirrors Client::SendLobbyMessageWithMetadata
   */
  sendLobbyMessageWithMetadata(
    lobbyId: IdLike,
    content: string,
    metadata: Metadata,
    cb: Client.SendUserMessageCallback,
  ): void;
  sendLobbyMessageWithMetadata(
    lobbyId: IdLike,
    content: string,
    metadata: Metadata,
    options?: OperationOptions,
  ): Promise<SentMessage>;
  sendLobbyMessageWithMetadata(
    lobbyId: IdLike,
    content: string,
    metadata: Metadata,
    last?: Client.SendUserMessageCallback | OperationOptions,
  ): Promise<SentMessage> | void {
    return this.#areas.messages.sendToLobby(lobbyId, content, metadata, last);
  }

  /**
   * Gets the newest messages of a lobby that the player is in, newest first. They are always requested from the platform,
   * which returns the last 72 hours, including messages from before the player joined.
   * @param limit 1–200
   * @example
   * const { messages } = await client.getLobbyMessagesWithLimit(lobbyId, 50);
   * for (const message of messages.reverse()) console.log(`${message.author?.displayName}: ${message.content}`);
   * @mirrors Client::GetLobbyMessagesWithLimit
   */
  getLobbyMessagesWithLimit(lobbyId: IdLike, limit: number, cb: Client.GetLobbyMessagesCallback): void;
  getLobbyMessagesWithLimit(lobbyId: IdLike, limit: number, options?: OperationOptions): Promise<MessageList>;
  getLobbyMessagesWithLimit(
    lobbyId: IdLike,
    limit: number,
    last?: Client.GetLobbyMessagesCallback | OperationOptions,
  ): Promise<MessageList> | void {
    return this.#areas.messages.ofLobby(lobbyId, limit, last);
  }

  /**
   * Gets a message from memory, which holds the last 25 messages of each conversation.
   * @returns undefined for a message that is not in memory; an existing handle stays valid
   * @mirrors Client::GetMessageHandle
   */
  getMessageHandle(messageId: IdLike): MessageHandle | undefined {
    return this.#areas.messages.handle(messageId);
  }

  /**
   * Gets the channel of a lobby or of a stored conversation.
   * @returns undefined for an unknown channel, and for conversations between non-friends, which are not stored
   * @mirrors Client::GetChannelHandle
   */
  getChannelHandle(channelId: IdLike): ChannelHandle | undefined {
    return this.#areas.messages.channel(channelId);
  }

  /**
   * Whether the platform's own app shows a message: false for messages that are not in memory, in lobbies without a linked
   * channel, and between non-friends.
   * @mirrors Client::CanOpenMessageInDiscord
   */
  canOpenMessageInDiscord(messageId: IdLike): boolean {
    return this.#areas.messages.canOpen(messageId);
  }

  /**
   * Opens the address of a message, which belongs to the platform's own app. `ValidationError` when
   * {@link canOpenMessageInDiscord} is false; `NetworkError` when the address cannot be opened. Provisional users must merge
   * first: the operation waits for `provisionalUserMergeCompleted`, and a failed merge ends it with `Aborted`.
   * @param provisionalUserMergeRequiredCallback called when the user is provisional; without it the operation ends with
   * `ValidationError` for such users
   * @mirrors Client::OpenMessageInDiscord
   */
  openMessageInDiscord(
    messageId: IdLike,
    provisionalUserMergeRequiredCallback: Client.ProvisionalUserMergeRequiredCallback | undefined,
    callback: Client.OpenMessageInDiscordCallback,
  ): void;
  openMessageInDiscord(
    messageId: IdLike,
    provisionalUserMergeRequiredCallback: Client.ProvisionalUserMergeRequiredCallback | undefined,
    options?: OperationOptions,
  ): Promise<ClientResult>;
  openMessageInDiscord(
    messageId: IdLike,
    provisionalUserMergeRequiredCallback: Client.ProvisionalUserMergeRequiredCallback | undefined,
    last?: Client.OpenMessageInDiscordCallback | OperationOptions,
  ): Promise<ClientResult> | void {
    return this.#areas.messages.open(messageId, provisionalUserMergeRequiredCallback, last);
  }

  /**
   * Sets the callback for new messages, the player's own included; undefined removes it.
   * @mirrors Client::SetMessageCreatedCallback
   */
  setMessageCreatedCallback(cb: Client.MessageCreatedCallback | undefined): void {
    this.#core.events.setCallback("messageCreated", cb);
  }

  /**
   * Sets the callback for changes of a message's text or moderation metadata; undefined removes it.
   * @mirrors Client::SetMessageUpdatedCallback
   */
  setMessageUpdatedCallback(cb: Client.MessageUpdatedCallback | undefined): void {
    this.#core.events.setCallback("messageUpdated", cb);
  }

  /**
   * Sets the callback for deleted messages; undefined removes it. An existing handle stays valid.
   * @mirrors Client::SetMessageDeletedCallback
   */
  setMessageDeletedCallback(cb: Client.MessageDeletedCallback | undefined): void {
    this.#core.events.setCallback("messageDeleted", cb);
  }

  // Direct messages

  /**
   * Sends a message to a user. Friends and users who are in the game can receive it, unless one has blocked the other; other
   * users only when both are in the same server and have exchanged messages before. Without friendship or earlier messages
   * between the two, a message is not stored.
   * @param content 1–2000 characters; markup is allowed
   * @example
   * const { messageId } = await client.sendUserMessage(friendId, "Shall we play?");
   * console.log(client.getMessageHandle(messageId)?.recipient?.displayName);
   * @mirrors Client::SendUserMessage
   */
  sendUserMessage(recipientId: IdLike, content: string, cb: Client.SendUserMessageCallback): void;
  sendUserMessage(recipientId: IdLike, content: string, options?: OperationOptions): Promise<SentMessage>;
  sendUserMessage(
    recipientId: IdLike,
    content: string,
    last?: Client.SendUserMessageCallback | OperationOptions,
  ): Promise<SentMessage> | void {
    return this.#areas.directMessages.send(recipientId, content, undefined, last);
  }

  /**
   * As `sendUserMessage`, with key-value pairs of the game, which only connected clients receive and which are not stored.
   * @param metadata at most 25 keys; keys and values of at most 1024 characters
   * @mirrors Client::SendUserMessageWithMetadata
   */
  sendUserMessageWithMetadata(
    recipientId: IdLike,
    content: string,
    metadata: Metadata,
    cb: Client.SendUserMessageCallback,
  ): void;
  sendUserMessageWithMetadata(
    recipientId: IdLike,
    content: string,
    metadata: Metadata,
    options?: OperationOptions,
  ): Promise<SentMessage>;
  sendUserMessageWithMetadata(
    recipientId: IdLike,
    content: string,
    metadata: Metadata,
    last?: Client.SendUserMessageCallback | OperationOptions,
  ): Promise<SentMessage> | void {
    return this.#areas.directMessages.send(recipientId, content, metadata, last);
  }

  /**
   * Edits one of the player's own messages, up to 72 hours after it was sent.
   * @param recipientId the other user
   * @param content 1–2000 characters
   * @mirrors Client::EditUserMessage
   */
  editUserMessage(
    recipientId: IdLike,
    messageId: IdLike,
    content: string,
    cb: Client.EditUserMessageCallback,
  ): void;
  editUserMessage(
    recipientId: IdLike,
    messageId: IdLike,
    content: string,
    options?: OperationOptions,
  ): Promise<ClientResult>;
  editUserMessage(
    recipientId: IdLike,
    messageId: IdLike,
    content: string,
    last?: Client.EditUserMessageCallback | OperationOptions,
  ): Promise<ClientResult> | void {
    return this.#areas.directMessages.edit(recipientId, messageId, content, last);
  }

  /**
   * Deletes one of the player's own messages; the callback for deleted messages reports when it is gone.
   * @param recipientId the other user
   * @mirrors Client::DeleteUserMessage
   */
  deleteUserMessage(recipientId: IdLike, messageId: IdLike, cb: Client.DeleteUserMessageCallback): void;
  deleteUserMessage(
    recipientId: IdLike,
    messageId: IdLike,
    options?: OperationOptions,
  ): Promise<ClientResult>;
  deleteUserMessage(
    recipientId: IdLike,
    messageId: IdLike,
    last?: Client.DeleteUserMessageCallback | OperationOptions,
  ): Promise<ClientResult> | void {
    return this.#areas.directMessages.remove(recipientId, messageId, last);
  }

  /**
   * Gets the newest messages between the player and a user, newest first: from memory when it has enough of them without a
   * gap, otherwise from the platform, which returns the last 72 hours. `HTTPError` with status 404 when the two have never
   * exchanged a message, or the user has never played.
   * @param limit at most 200; 0 or less: as many as there are
   * @mirrors Client::GetUserMessagesWithLimit
   */
  getUserMessagesWithLimit(
    recipientId: IdLike,
    limit: number,
    cb: Client.UserMessagesWithLimitCallback,
  ): void;
  getUserMessagesWithLimit(
    recipientId: IdLike,
    limit: number,
    options?: OperationOptions,
  ): Promise<MessageList>;
  getUserMessagesWithLimit(
    recipientId: IdLike,
    limit: number,
    last?: Client.UserMessagesWithLimitCallback | OperationOptions,
  ): Promise<MessageList> | void {
    return this.#areas.directMessages.withUser(recipientId, limit, last);
  }

  /** Gets the users with whom the player has exchanged stored messages. @mirrors Client::GetUserMessageSummaries */
  getUserMessageSummaries(cb: Client.UserMessageSummariesCallback): void;
  getUserMessageSummaries(options?: OperationOptions): Promise<SummaryList>;
  getUserMessageSummaries(
    last?: Client.UserMessageSummariesCallback | OperationOptions,
  ): Promise<SummaryList> | void {
    return this.#areas.directMessages.summaries(last);
  }

  // Friend requests: an operation is complete when the relationship's handle shows it, and needs `Status.Ready`. Send
  // requests only in response to an action of the player.

  /**
   * Sends a friend request on the whole platform, or accepts the other user's. `HTTPError` for an unknown name (80004), the
   * player itself (80003), a friend (80007), a block between the two (80001), a user who accepts no requests (80000), and
   * with 1,000 friends (30002).
   * @param username the unique name, 2–32 characters; case does not matter
   * @mirrors Client::SendDiscordFriendRequest
   */
  sendDiscordFriendRequest(username: string, cb: Client.SendFriendRequestCallback): void;
  sendDiscordFriendRequest(username: string, options?: OperationOptions): Promise<ClientResult>;
  sendDiscordFriendRequest(
    username: string,
    last?: Client.SendFriendRequestCallback | OperationOptions,
  ): Promise<ClientResult> | void {
    return this.#areas.relationships.requestByName("platform", username, last);
  }

  /**
   * As {@link sendDiscordFriendRequest}; 10013 for an unknown user.
   * @param userId a 64-bit id
   * @mirrors Client::SendDiscordFriendRequestById
   */
  sendDiscordFriendRequestById(userId: IdLike, cb: Client.UpdateRelationshipCallback): void;
  sendDiscordFriendRequestById(userId: IdLike, options?: OperationOptions): Promise<ClientResult>;
  sendDiscordFriendRequestById(
    userId: IdLike,
    last?: Client.UpdateRelationshipCallback | OperationOptions,
  ): Promise<ClientResult> | void {
    return this.#areas.relationships.act("SendDiscordFriendRequestById", userId, last);
  }

  /**
   * Sends a friend request in this game, or accepts the other user's. Only users who have authorized the game can receive it
   * (80004 otherwise). It fails as {@link sendDiscordFriendRequest} does, without a limit of friends.
   * @param username the unique name, 2–32 characters; case does not matter
   * @mirrors Client::SendGameFriendRequest
   */
  sendGameFriendRequest(username: string, cb: Client.SendFriendRequestCallback): void;
  sendGameFriendRequest(username: string, options?: OperationOptions): Promise<ClientResult>;
  sendGameFriendRequest(
    username: string,
    last?: Client.SendFriendRequestCallback | OperationOptions,
  ): Promise<ClientResult> | void {
    return this.#areas.relationships.requestByName("game", username, last);
  }

  /**
   * As {@link sendGameFriendRequest}; 10013 for a user who has not authorized the game.
   * @param userId a 64-bit id
   * @example
   * await client.sendGameFriendRequestById(friendId);
   * console.log(client.getRelationshipHandle(friendId).gameRelationshipType === RelationshipType.PendingOutgoing);
   * @mirrors Client::SendGameFriendRequestById
   */
  sendGameFriendRequestById(userId: IdLike, cb: Client.UpdateRelationshipCallback): void;
  sendGameFriendRequestById(userId: IdLike, options?: OperationOptions): Promise<ClientResult>;
  sendGameFriendRequestById(
    userId: IdLike,
    last?: Client.UpdateRelationshipCallback | OperationOptions,
  ): Promise<ClientResult> | void {
    return this.#areas.relationships.act("SendGameFriendRequestById", userId, last);
  }

  /**
   * Accepts a friend request on the whole platform. `ValidationError`, without a request, unless the user has sent one;
   * 30002 when either has 1,000 friends.
   * @param userId a 64-bit id
   * @mirrors Client::AcceptDiscordFriendRequest
   */
  acceptDiscordFriendRequest(userId: IdLike, cb: Client.UpdateRelationshipCallback): void;
  acceptDiscordFriendRequest(userId: IdLike, options?: OperationOptions): Promise<ClientResult>;
  acceptDiscordFriendRequest(
    userId: IdLike,
    last?: Client.UpdateRelationshipCallback | OperationOptions,
  ): Promise<ClientResult> | void {
    return this.#areas.relationships.act("AcceptDiscordFriendRequest", userId, last);
  }

  /**
   * Accepts a friend request in this game. `ValidationError`, without a request, unless the user has sent one.
   * @param userId a 64-bit id
   * @mirrors Client::AcceptGameFriendRequest
   */
  acceptGameFriendRequest(userId: IdLike, cb: Client.UpdateRelationshipCallback): void;
  acceptGameFriendRequest(userId: IdLike, options?: OperationOptions): Promise<ClientResult>;
  acceptGameFriendRequest(
    userId: IdLike,
    last?: Client.UpdateRelationshipCallback | OperationOptions,
  ): Promise<ClientResult> | void {
    return this.#areas.relationships.act("AcceptGameFriendRequest", userId, last);
  }

  /**
   * Rejects a friend request on the whole platform; the other user may send another one. `ValidationError`, without a
   * request, unless the user has sent one.
   * @param userId a 64-bit id
   * @mirrors Client::RejectDiscordFriendRequest
   */
  rejectDiscordFriendRequest(userId: IdLike, cb: Client.UpdateRelationshipCallback): void;
  rejectDiscordFriendRequest(userId: IdLike, options?: OperationOptions): Promise<ClientResult>;
  rejectDiscordFriendRequest(
    userId: IdLike,
    last?: Client.UpdateRelationshipCallback | OperationOptions,
  ): Promise<ClientResult> | void {
    return this.#areas.relationships.act("RejectDiscordFriendRequest", userId, last);
  }

  /**
   * Rejects a friend request in this game; the other user may send another one. `ValidationError`, without a request, unless
   * the user has sent one.
   * @param userId a 64-bit id
   * @mirrors Client::RejectGameFriendRequest
   */
  rejectGameFriendRequest(userId: IdLike, cb: Client.UpdateRelationshipCallback): void;
  rejectGameFriendRequest(userId: IdLike, options?: OperationOptions): Promise<ClientResult>;
  rejectGameFriendRequest(
    userId: IdLike,
    last?: Client.UpdateRelationshipCallback | OperationOptions,
  ): Promise<ClientResult> | void {
    return this.#areas.relationships.act("RejectGameFriendRequest", userId, last);
  }

  /**
   * Cancels the player's friend request on the whole platform. `ValidationError`, without a request, unless one is pending.
   * @param userId a 64-bit id
   * @mirrors Client::CancelDiscordFriendRequest
   */
  cancelDiscordFriendRequest(userId: IdLike, cb: Client.UpdateRelationshipCallback): void;
  cancelDiscordFriendRequest(userId: IdLike, options?: OperationOptions): Promise<ClientResult>;
  cancelDiscordFriendRequest(
    userId: IdLike,
    last?: Client.UpdateRelationshipCallback | OperationOptions,
  ): Promise<ClientResult> | void {
    return this.#areas.relationships.act("CancelDiscordFriendRequest", userId, last);
  }

  /**
   * Cancels the player's friend request in this game. `ValidationError`, without a request, unless one is pending.
   * @param userId a 64-bit id
   * @mirrors Client::CancelGameFriendRequest
   */
  cancelGameFriendRequest(userId: IdLike, cb: Client.UpdateRelationshipCallback): void;
  cancelGameFriendRequest(userId: IdLike, options?: OperationOptions): Promise<ClientResult>;
  cancelGameFriendRequest(
    userId: IdLike,
    last?: Client.UpdateRelationshipCallback | OperationOptions,
  ): Promise<ClientResult> | void {
    return this.#areas.relationships.act("CancelGameFriendRequest", userId, last);
  }

  // Relationships

  /**
   * Ends a friendship in this game only. `ValidationError`, without a request, unless the user is a game friend.
   * @param userId a 64-bit id
   * @mirrors Client::RemoveGameFriend
   */
  removeGameFriend(userId: IdLike, cb: Client.UpdateRelationshipCallback): void;
  removeGameFriend(userId: IdLike, options?: OperationOptions): Promise<ClientResult>;
  removeGameFriend(
    userId: IdLike,
    last?: Client.UpdateRelationshipCallback | OperationOptions,
  ): Promise<ClientResult> | void {
    return this.#areas.relationships.act("RemoveGameFriend", userId, last);
  }

  /**
   * Ends every relationship with a user, on the platform and in this game, requests included. `ValidationError`, without a
   * request, unless the user is a friend of either kind.
   * @param userId a 64-bit id
   * @mirrors Client::RemoveDiscordAndGameFriend
   */
  removeDiscordAndGameFriend(userId: IdLike, cb: Client.UpdateRelationshipCallback): void;
  removeDiscordAndGameFriend(userId: IdLike, options?: OperationOptions): Promise<ClientResult>;
  removeDiscordAndGameFriend(
    userId: IdLike,
    last?: Client.UpdateRelationshipCallback | OperationOptions,
  ): Promise<ClientResult> | void {
    return this.#areas.relationships.removeBoth(userId, last);
  }

  /**
   * Blocks a user: ends every relationship with the user, in every game, and prevents requests, invites and messages. In a
   * call, the user can still be heard. `HTTPError` for the player itself (80003), an unknown user (10013), and with 5,000
   * blocks (50035).
   * @param userId a 64-bit id
   * @mirrors Client::BlockUser
   */
  blockUser(userId: IdLike, cb: Client.UpdateRelationshipCallback): void;
  blockUser(userId: IdLike, options?: OperationOptions): Promise<ClientResult>;
  blockUser(
    userId: IdLike,
    last?: Client.UpdateRelationshipCallback | OperationOptions,
  ): Promise<ClientResult> | void {
    return this.#areas.relationships.act("BlockUser", userId, last);
  }

  /**
   * Unblocks a user; relationships that the block ended are not restored. `ValidationError`, without a request, unless the
   * user is blocked.
   * @param userId a 64-bit id
   * @mirrors Client::UnblockUser
   */
  unblockUser(userId: IdLike, cb: Client.UpdateRelationshipCallback): void;
  unblockUser(userId: IdLike, options?: OperationOptions): Promise<ClientResult>;
  unblockUser(
    userId: IdLike,
    last?: Client.UpdateRelationshipCallback | OperationOptions,
  ): Promise<ClientResult> | void {
    return this.#areas.relationships.act("UnblockUser", userId, last);
  }

  /**
   * Gets the player's relationship with a user; always a handle, whose types are `None` without a relationship.
   * @param userId a 64-bit id
   * @throws {ArgumentError} when not a 64-bit id
   * @mirrors Client::GetRelationshipHandle
   */
  getRelationshipHandle(userId: IdLike): RelationshipHandle {
    return this.#areas.relationships.handle(userId);
  }

  /** Gets friends, requests and blocks of both kinds, one handle per user. @mirrors Client::GetRelationships */
  getRelationships(): RelationshipHandle[] {
    return this.#areas.relationships.all();
  }

  /**
   * Gets one group of the friends list, which has friends of either kind, sorted by display name without regard to case. In
   * `OnlineElsewhere`, friends who have played the game come first.
   * @throws {ArgumentRangeError} for an unknown group
   * @example
   * const friends = client.getRelationshipsByGroup(RelationshipGroupType.OnlinePlayingGame);
   * console.log(friends.map((friend) => friend.user?.displayName));
   * @mirrors Client::GetRelationshipsByGroup
   */
  getRelationshipsByGroup(groupType: RelationshipGroupType): RelationshipHandle[] {
    return this.#areas.relationships.inGroup(groupType);
  }

  /**
   * Finds friends of either kind whose user name or display name contains the text, ignoring case and one typing error per
   * four characters: the nearest match first, then by display name. An empty text finds every friend.
   * @throws {ArgumentError} when not a string
   * @mirrors Client::SearchFriendsByUsername
   */
  searchFriendsByUsername(searchStr: string): UserHandle[] {
    return this.#areas.relationships.search(searchStr);
  }

  /**
   * Sets the callback for new relationships and changed types: requests, acceptances, blocks; undefined removes it.
   * @mirrors Client::SetRelationshipCreatedCallback
   */
  setRelationshipCreatedCallback(cb: Client.RelationshipCreatedCallback | undefined): void {
    this.#core.events.setCallback("relationshipCreated", cb);
  }

  /** Sets the callback for ended relationships; undefined removes it. @mirrors Client::SetRelationshipDeletedCallback */
  setRelationshipDeletedCallback(cb: Client.RelationshipDeletedCallback | undefined): void {
    this.#core.events.setCallback("relationshipDeleted", cb);
  }

  /**
   * Sets the callback for a user whose place or appearance in the groups may have changed: fetch the groups again. Undefined
   * removes it.
   * @mirrors Client::SetRelationshipGroupsUpdatedCallback
   */
  setRelationshipGroupsUpdatedCallback(cb: Client.RelationshipGroupsUpdatedCallback | undefined): void {
    this.#core.events.setCallback("relationshipGroupsUpdated", cb);
  }

  // Calls

  /**
   * Starts or joins the call of a lobby. It returns at once; the call's status callback reports the progress.
   * @returns an invalid call when already in it, or when the client is not ready
   * @throws {SdkError} NATIVE_NOT_FOUND, NATIVE_LOAD_FAILED, NATIVE_ALREADY_LOADED (another `addonPath` is in use)
   * @example
   * const call = client.startCall(lobbyId);
   * call.setStatusChangedCallback((status) => console.log(Call.statusToString(status)));
   * await client.endCall(lobbyId);
   * @mirrors Client::StartCall
   */
  startCall(channelId: IdLike): Call {
    return this.#areas.calls.start(channelId);
  }

  /**
   * As {@link startCall}; the callbacks may change the samples in place, and the samples are valid during the callback only.
   * @mirrors Client::StartCallWithAudioCallbacks
   */
  startCallWithAudioCallbacks(
    lobbyId: IdLike,
    receivedCb: UserAudioReceivedCallback,
    capturedCb: UserAudioCapturedCallback,
  ): Call {
    return this.#areas.calls.startWithAudioCallbacks(lobbyId, receivedCb, capturedCb);
  }

  /** Gets the client's call in a lobby. @returns an invalid call when not in it. @mirrors Client::GetCall */
  getCall(channelId: IdLike): Call {
    return this.#areas.calls.get(channelId);
  }

  /** Gets the client's calls. @mirrors Client::GetCalls */
  getCalls(): Call[] {
    return this.#areas.calls.all();
  }

  /** Ends a call. It completes when the call is disconnected; its `Call` objects become invalid. @mirrors Client::EndCall */
  endCall(channelId: IdLike, callback: Client.EndCallCallback): void;
  endCall(channelId: IdLike, options?: OperationOptions): Promise<void>;
  endCall(channelId: IdLike, last?: Client.EndCallCallback | OperationOptions): Promise<void> | void {
    return this.#areas.calls.end(channelId, last);
  }

  /** Ends every call. @mirrors Client::EndCalls */
  endCalls(callback: Client.EndCallsCallback): void;
  endCalls(options?: OperationOptions): Promise<void>;
  endCalls(last?: Client.EndCallsCallback | OperationOptions): Promise<void> | void {
    return this.#areas.calls.endEach(last);
  }

  /**
   * Sets the callback for users who join or leave a call, including calls that the client is not in; undefined removes it.
   * @mirrors Client::SetVoiceParticipantChangedCallback
   */
  setVoiceParticipantChangedCallback(cb: Client.VoiceParticipantChangedCallback | undefined): void {
    this.#core.events.setCallback("voiceParticipantChanged", cb);
  }

  // Settings of all calls

  /** Whether the player is muted in every call. @mirrors Client::GetSelfMuteAll */
  getSelfMuteAll(): boolean {
    return this.#areas.voiceSettings.current.selfMuteAll;
  }

  /**
   * Mutes the player in every call, whatever the setting of the call is.
   * @throws {ArgumentError} when not a boolean
   * @mirrors Client::SetSelfMuteAll
   */
  setSelfMuteAll(mute: boolean): void {
    this.#areas.voiceSettings.setSelfMuteAll(mute);
  }

  /** Whether the player is deaf in every call. @mirrors Client::GetSelfDeafAll */
  getSelfDeafAll(): boolean {
    return this.#areas.voiceSettings.current.selfDeafAll;
  }

  /**
   * Deafens the player in every call, whatever the setting of the call is.
   * @throws {ArgumentError} when not a boolean
   * @mirrors Client::SetSelfDeafAll
   */
  setSelfDeafAll(deaf: boolean): void {
    this.#areas.voiceSettings.setSelfDeafAll(deaf);
  }

  /** Gets the volume of the player's own voice, percent, 0–100. @mirrors Client::GetInputVolume */
  getInputVolume(): number {
    return this.#areas.voiceSettings.current.inputVolume;
  }

  /**
   * Sets the volume of the player's own voice in every call.
   * @param inputVolume percent, 0–100; default 100
   * @throws {ArgumentError} when not a number, {@link ArgumentRangeError} outside 0–100
   * @mirrors Client::SetInputVolume
   */
  setInputVolume(inputVolume: number): void {
    this.#areas.voiceSettings.setInputVolume(inputVolume);
  }

  /** Gets the volume of received sound, percent, 0–200. @mirrors Client::GetOutputVolume */
  getOutputVolume(): number {
    return this.#areas.voiceSettings.current.outputVolume;
  }

  /**
   * Sets the volume of received sound in every call.
   * @param outputVolume percent, 0–200; default 100
   * @throws {ArgumentError} when not a number, {@link ArgumentRangeError} outside 0–200
   * @mirrors Client::SetOutputVolume
   */
  setOutputVolume(outputVolume: number): void {
    this.#areas.voiceSettings.setOutputVolume(outputVolume);
  }

  /**
   * Sets the callback for silent input, called at each crossing of the threshold in both directions; undefined removes it.
   * @mirrors Client::SetNoAudioInputCallback
   */
  setNoAudioInputCallback(callback: Client.NoAudioInputCallback | undefined): void {
    this.#core.events.setCallback("noAudioInput", callback);
  }

  /**
   * Sets the level below which input counts as silent.
   * @param dBFSThreshold dBFS, −100 to 100; −100 (default) turns the detection off
   * @throws {ArgumentError} when not a number, {@link ArgumentRangeError} outside −100 to 100
   * @mirrors Client::SetNoAudioInputThreshold
   */
  setNoAudioInputThreshold(dBFSThreshold: number): void {
    this.#areas.voiceSettings.setNoInputThreshold(dBFSThreshold);
  }

  /**
   * Sets the priority of a thread, in the operating system's own numbers: a nice value on Linux (−20 the highest priority, 19
   * the lowest), a value of SetThreadPriority on Windows (15, 2 to −2, −15), a SCHED_OTHER priority on macOS. It replaces the
   * realtime scheduling that the thread requests by itself. `Thread.Voice` is the media thread that all clients of a process
   * (or worker) share: it starts with the first call, and the last client to set a priority wins. `Thread.Client` and
   * `Thread.Network` are the thread that runs JavaScript; for them nothing changes. A rejection by the system, such as of a
   * nice value that needs a privilege, is a warning in the voice log.
   * @param priority a 32-bit integer
   * @throws {ArgumentError} when not numbers, {@link ArgumentRangeError} for an unknown thread or a number out of range
   * @mirrors Client::SetThreadPriority
   */
  setThreadPriority(thread: ClientThread, priority: number): void {
    this.#areas.voiceSettings.setThreadPriority(thread, priority);
  }

  /**
   * Gets the id that stands for the system's default device; calls follow it.
   * @mirrors Client::GetDefaultAudioDeviceId
   */
  static getDefaultAudioDeviceId(): string {
    return DEFAULT_DEVICE_ID;
  }

  /**
   * Lists the microphones. The first call of this or of {@link getOutputDevices} loads the audio libraries of the system. The list
   * is empty when the audio system fails, which the voice log reports.
   * @example
   * for (const { name, isDefault } of await client.getInputDevices()) console.log(name, isDefault);
   * @mirrors Client::GetInputDevices
   */
  getInputDevices(cb: Client.GetInputDevicesCallback): void;
  getInputDevices(options?: OperationOptions): Promise<AudioDevice[]>;
  getInputDevices(
    last?: Client.GetInputDevicesCallback | OperationOptions,
  ): Promise<AudioDevice[]> | undefined {
    return this.#areas.audioDevices.list("input", last);
  }

  /** Lists the speakers, as {@link getInputDevices} lists microphones. @mirrors Client::GetOutputDevices */
  getOutputDevices(cb: Client.GetOutputDevicesCallback): void;
  getOutputDevices(options?: OperationOptions): Promise<AudioDevice[]>;
  getOutputDevices(
    last?: Client.GetOutputDevicesCallback | OperationOptions,
  ): Promise<AudioDevice[]> | undefined {
    return this.#areas.audioDevices.list("output", last);
  }

  /**
   * Gets the microphone that calls use; without a call, the one that they would use. `AudioDevice.nullobj` when there is none.
   * @mirrors Client::GetCurrentInputDevice
   */
  getCurrentInputDevice(cb: Client.GetCurrentInputDeviceCallback): void;
  getCurrentInputDevice(options?: OperationOptions): Promise<AudioDevice>;
  getCurrentInputDevice(
    last?: Client.GetCurrentInputDeviceCallback | OperationOptions,
  ): Promise<AudioDevice> | undefined {
    return this.#areas.audioDevices.current("input", last);
  }

  /** Gets the speaker, as {@link getCurrentInputDevice} gets the microphone. @mirrors Client::GetCurrentOutputDevice */
  getCurrentOutputDevice(cb: Client.GetCurrentOutputDeviceCallback): void;
  getCurrentOutputDevice(options?: OperationOptions): Promise<AudioDevice>;
  getCurrentOutputDevice(
    last?: Client.GetCurrentOutputDeviceCallback | OperationOptions,
  ): Promise<AudioDevice> | undefined {
    return this.#areas.audioDevices.current("output", last);
  }

  /**
   * Chooses the microphone of all calls, running ones included. While it is away, calls use the default device.
   * @param deviceId id of a device of {@link getInputDevices}, or {@link getDefaultAudioDeviceId}
   * @returns `ValidationError` when there is no such microphone
   * @mirrors Client::SetInputDevice
   */
  setInputDevice(deviceId: string, cb: Client.SetInputDeviceCallback): void;
  setInputDevice(deviceId: string, options?: OperationOptions): Promise<ClientResult>;
  setInputDevice(
    deviceId: string,
    last?: Client.SetInputDeviceCallback | OperationOptions,
  ): Promise<ClientResult> | undefined {
    return this.#areas.audioDevices.choose("input", deviceId, last);
  }

  /** Chooses the speaker, as {@link setInputDevice} chooses the microphone. @mirrors Client::SetOutputDevice */
  setOutputDevice(deviceId: string, cb: Client.SetOutputDeviceCallback): void;
  setOutputDevice(deviceId: string, options?: OperationOptions): Promise<ClientResult>;
  setOutputDevice(
    deviceId: string,
    last?: Client.SetOutputDeviceCallback | OperationOptions,
  ): Promise<ClientResult> | undefined {
    return this.#areas.audioDevices.choose("output", deviceId, last);
  }

  /**
   * Sets the callback for changes of the devices, with the full lists; undefined removes it. While it is set, devices are
   * listed every second.
   * @throws {ArgumentError} when not a function
   * @mirrors Client::SetDeviceChangeCallback
   */
  setDeviceChangeCallback(callback: Client.DeviceChangeCallback | undefined): void {
    this.#core.events.setCallback("deviceChange", callback);
  }

  /**
   * Tests the microphone without a call: measures it, and plays it on the speaker. It uses the devices and volumes that calls
   * use, and follows their changes.
   * @returns the running test; stop it when the player leaves the screen
   * @throws {ArgumentError} when `options.playBack` is not a boolean
   * @throws {SdkError} NO_AUDIO_DEVICES when the option `audioDevices` of this client is "off"
   * @example
   * const test = client.testMicrophone();
   * test.on("level", (dbfs) => console.log("level:", dbfs));
   * test.on("problem", (message) => console.log(message));
   * setTimeout(() => test.stop(), 10_000);
   */
  testMicrophone(options?: MicrophoneTestOptions): MicrophoneTest {
    return this.#areas.microphoneTest.start(options);
  }

  /**
   * Switches the removal of what the speaker plays from what the microphone hears; on until set. It learns for some seconds after
   * the beginning of a call, and after each change of the room.
   * @throws {ArgumentError} when not a boolean
   * @mirrors Client::SetEchoCancellation
   */
  setEchoCancellation(on: boolean): void {
    this.#areas.audioProcessing.setEchoCancellation(on);
  }

  /**
   * Switches the suppression of noise, by 15 dB at most; on until set. On switches {@link setNoiseCancellation} off.
   * @throws {ArgumentError} when not a boolean
   * @mirrors Client::SetNoiseSuppression
   */
  setNoiseSuppression(on: boolean): void {
    this.#areas.audioProcessing.setNoiseSuppression(on);
  }

  /**
   * Switches the stronger removal of noise, by 40 dB at most, which voices suffer from sooner; off until set. On switches
   * {@link setNoiseSuppression} off.
   * @throws {ArgumentError} when not a boolean
   * @mirrors Client::SetNoiseCancellation
   */
  setNoiseCancellation(on: boolean): void {
    this.#areas.audioProcessing.setNoiseCancellation(on);
  }

  /**
   * Switches automatic gain control: it makes quiet players louder, by 20 dB at most, and loud ones quieter; on until set.
   * @throws {ArgumentError} when not a boolean
   * @mirrors Client::SetAutomaticGainControl
   */
  setAutomaticGainControl(on: boolean): void {
    this.#areas.audioProcessing.setAutomaticGainControl(on);
  }

  /**
   * Records what the processing of the microphone takes and gives, in every call that uses a microphone: three WAV files in the
   * folder of the voice log, else of the general log, else the current one. `discord-aec_<n>_captured.wav` is the microphone,
   * `…_played.wav` what the call plays meanwhile, `…_processed.wav` what is sent; n is the lowest free number. They grow by
   * 35 MB a minute together, until false is set or the call ends. A full disk ends them, and is a warning of the voice log.
   * @throws {ArgumentError} when not a boolean
   * @mirrors Client::SetAecDump
   */
  setAecDump(on: boolean): void {
    this.#areas.audioProcessing.setAecDump(on);
  }

  /**
   * Switches Opus in hardware. Without effect: Opus runs in software here. After the first call it is an error in the voice log.
   * @throws {ArgumentError} when not booleans
   * @mirrors Client::SetOpusHardwareCoding
   */
  setOpusHardwareCoding(encode: boolean, decode: boolean): void {
    this.#areas.audioProcessing.setOpusHardwareCoding(encode, decode);
  }

  /**
   * Says who owns the audio session of a phone. Without effect on desktop systems.
   * @throws {ArgumentError} when not a boolean
   * @mirrors Client::SetEngineManagedAudioSession
   */
  setEngineManagedAudioSession(isEngineManaged: boolean): void {
    this.#areas.audioProcessing.setEngineManagedAudioSession(isEngineManaged);
  }

  /**
   * Chooses between speaker and earpiece of a phone. Without effect on desktop systems.
   * @returns false
   * @throws {ArgumentError} when not a boolean
   * @deprecated since 1.3 of the C++ SDK
   * @mirrors Client::SetSpeakerMode
   */
  setSpeakerMode(speakerMode: boolean): boolean {
    return this.#areas.audioProcessing.setSpeakerMode(speakerMode);
  }

  /**
   * Shows the picker of audio routes of a phone. Without effect on desktop systems.
   * @returns false
   * @mirrors Client::ShowAudioRoutePicker
   */
  showAudioRoutePicker(): boolean {
    return this.#areas.audioProcessing.showAudioRoutePicker();
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

  get #areas(): ClientCore["areas"] {
    return this.#core.areas;
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
  type TokenExchangeCallback = (
    result: ClientResult,
    accessToken: string,
    refreshToken: string,
    tokenType: AuthorizationTokenType,
    expiresIn: number,
    scopes: string,
  ) => void;
  type ExchangeChildTokenCallback = (
    result: ClientResult,
    accessToken: string,
    tokenType: AuthorizationTokenType,
    expiresIn: number,
    scopes: string,
  ) => void;
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
