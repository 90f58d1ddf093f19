import { COMMUNICATION_SCOPES, PRESENCE_SCOPES } from "../../wire/index.js";
import { booleanArgument, type IdLike } from "../argument.js";
import type { ClientEvents } from "../core/client-events.js";
import {
  authorizationShape,
  tokenShape,
  type AuthorizationValue,
  type TokenValue,
} from "../core/client-auth.js";
import { fetchCurrentUser, tokenHolderShape, type TokenHolder } from "../core/fetch-current-user.js";
import { resultOnly, type OperationOptions } from "../core/operation.js";
import type { ClientStatus } from "../client-enums.js";
import type { AuthorizationTokenType } from "../enums.js";
import { AuthorizationArgs } from "../values/authorization-args.js";
import type { AuthorizationCodeVerifier } from "../values/authorization-code-verifier.js";
import type { ClientResult } from "../values/client-result.js";
import { copyOf } from "../values/copy-of.js";
import { ClientBase } from "./base.js";

type AuthorizationCallback = (result: ClientResult, code: string, redirectUri: string) => void;
type TokenExchangeCallback = (
  result: ClientResult,
  accessToken: string,
  refreshToken: string,
  tokenType: AuthorizationTokenType,
  expiresIn: number,
  scopes: string,
) => void;
type ResultCallback = (result: ClientResult) => void;
type FetchCurrentUserCallback = (result: ClientResult, id: bigint, name: string) => void;

/** Signing in and being connected. */
export abstract class ClientConnection extends ClientBase {
  /**
   * "openid sdk.social_layer": lobbies, voice and messages too.
   * @mirrors Client::GetDefaultCommunicationScopes
   */
  static getDefaultCommunicationScopes(): string {
    return COMMUNICATION_SCOPES;
  }

  /** "openid sdk.social_layer_presence". @mirrors Client::GetDefaultPresenceScopes */
  static getDefaultPresenceScopes(): string {
    return PRESENCE_SCOPES;
  }

  /** A fresh PKCE pair, method S256. @mirrors Client::CreateAuthorizationCodeVerifier */
  createAuthorizationCodeVerifier(): AuthorizationCodeVerifier {
    return this.core.auth.createVerifier();
  }

  /**
   * Shows the consent page and waits for its redirect to a loopback port, five minutes at most. The same
   * `redirectUri` must be given to {@link getToken}. Cancelled: `Aborted`; refused: `AuthorizationFailed`.
   * @mirrors Client::Authorize
   */
  authorize(args: AuthorizationArgs, callback: AuthorizationCallback): void;
  authorize(args: AuthorizationArgs, options?: OperationOptions): Promise<AuthorizationValue>;
  authorize(
    args: AuthorizationArgs,
    last?: AuthorizationCallback | OperationOptions,
  ): Promise<AuthorizationValue> | void {
    return this.core.operations.start(
      authorizationShape,
      async (signal) => this.core.auth.authorize(copyOf("args", args, AuthorizationArgs), signal),
      last,
    );
  }

  /** Ends a running flow; windows that are open stay open. @mirrors Client::AbortAuthorize */
  abortAuthorize(): void {
    this.core.auth.abort();
  }

  /** Code → tokens, for public applications. @mirrors Client::GetToken */
  getToken(
    applicationId: IdLike,
    code: string,
    codeVerifier: string,
    redirectUri: string,
    callback: TokenExchangeCallback,
  ): void;
  getToken(
    applicationId: IdLike,
    code: string,
    codeVerifier: string,
    redirectUri: string,
    options?: OperationOptions,
  ): Promise<TokenValue>;
  getToken(
    applicationId: IdLike,
    code: string,
    codeVerifier: string,
    redirectUri: string,
    last?: TokenExchangeCallback | OperationOptions,
  ): Promise<TokenValue> | void {
    const { auth, operations } = this.core;
    const run = async (signal: AbortSignal): Promise<TokenValue> =>
      auth.exchange(auth.codeGrant(applicationId, code, codeVerifier, redirectUri), signal);
    return operations.start(tokenShape, run, last);
  }

  /** A new pair; both old tokens die at once. @mirrors Client::RefreshToken */
  refreshToken(applicationId: IdLike, refreshToken: string, callback: TokenExchangeCallback): void;
  refreshToken(applicationId: IdLike, refreshToken: string, options?: OperationOptions): Promise<TokenValue>;
  refreshToken(
    applicationId: IdLike,
    refreshToken: string,
    last?: TokenExchangeCallback | OperationOptions,
  ): Promise<TokenValue> | void {
    const { auth, operations } = this.core;
    const run = async (signal: AbortSignal): Promise<TokenValue> =>
      auth.exchange(auth.refreshGrant(applicationId, refreshToken), signal);
    return operations.start(tokenShape, run, last);
  }

  /**
   * Kills all tokens of the user for the application: an unmerge for linked accounts.
   * @mirrors Client::RevokeToken
   */
  revokeToken(applicationId: IdLike, token: string, callback: ResultCallback): void;
  revokeToken(applicationId: IdLike, token: string, options?: OperationOptions): Promise<ClientResult>;
  revokeToken(
    applicationId: IdLike,
    token: string,
    last?: ResultCallback | OperationOptions,
  ): Promise<ClientResult> | void {
    const { auth, operations } = this.core;
    return operations.start(resultOnly, async (signal) => auth.revoke(applicationId, token, signal), last);
  }

  /**
   * Not connected: keeps the token for {@link connect}. Connected: takes effect without a reconnect where
   * it stands for the same user. Only `Bearer` can be used.
   * @mirrors Client::UpdateToken
   */
  updateToken(tokenType: AuthorizationTokenType, token: string, callback: ResultCallback): void;
  updateToken(
    tokenType: AuthorizationTokenType,
    token: string,
    options?: OperationOptions,
  ): Promise<ClientResult>;
  updateToken(
    tokenType: AuthorizationTokenType,
    token: string,
    last?: ResultCallback | OperationOptions,
  ): Promise<ClientResult> | void {
    const { session, operations } = this.core;
    return operations.start(resultOnly, (signal) => session.updateToken(tokenType, token, signal), last);
  }

  /**
   * Asks the platform whom any token stands for, and so whether it is good: neither a connection nor a token of the
   * client is needed, and neither changes. Gives the user's id and display name. A token that is no good: `HTTPError`
   * with status 401. Only `Bearer` can be used; anything else is a `ValidationError`, as is an empty token.
   * @mirrors Client::FetchCurrentUser
   */
  fetchCurrentUser(
    tokenType: AuthorizationTokenType,
    token: string,
    callback: FetchCurrentUserCallback,
  ): void;
  fetchCurrentUser(
    tokenType: AuthorizationTokenType,
    token: string,
    options?: OperationOptions,
  ): Promise<TokenHolder>;
  fetchCurrentUser(
    tokenType: AuthorizationTokenType,
    token: string,
    last?: FetchCurrentUserCallback | OperationOptions,
  ): Promise<TokenHolder> | void {
    const { core } = this;
    const run = (signal: AbortSignal): Promise<TokenHolder> =>
      fetchCurrentUser(core, tokenType, token, signal);
    return core.operations.start(tokenHolderShape, run, last);
  }

  /**
   * The token given to {@link updateToken} is about to end: told once per token, a minute before, or at once when less is
   * left. Not while the client is disconnected: a token that has ended by then, or was revoked, ends the connection, which
   * the status callback tells. When the token ends the platform is asked for as the client becomes ready. Once it has
   * ended, a connected client still hears what happens and calls go on, but what is asked of the platform over HTTP fails
   * with status 401, until `updateToken` has given another token; that needs no reconnect. Replaces the callback;
   * undefined removes it.
   * @mirrors Client::SetTokenExpirationCallback
   */
  setTokenExpirationCallback(callback: ClientEvents["tokenExpiring"] | undefined): void {
    this.core.events.setCallback("tokenExpiring", callback);
  }

  /** Whether a token is set, valid or not. @mirrors Client::IsAuthenticated */
  isAuthenticated(): boolean {
    return !this.core.session.token.isEmpty;
  }

  /**
   * What became of the merge that a `provisionalUserMergeRequiredCallback` asked for. True: the operations that wait
   * for it go on, as the account that the client's token stands for now; false: they end with `Aborted`. Without effect
   * when none waits.
   * @throws {ArgumentError} when not a boolean
   * @mirrors Client::ProvisionalUserMergeCompleted
   */
  provisionalUserMergeCompleted(success: boolean): void {
    this.core.merge.completed(booleanArgument("success", success));
  }

  /**
   * Begins to connect; the status callback tells the rest.
   * @throws {SdkError} ADDRESS_MISSING when webBase or apiBase was not given
   * @mirrors Client::Connect
   */
  connect(): void {
    if (this.isValid()) this.core.session.connect();
  }

  /** Ends the calls, too; done at `Status.Disconnected`. @mirrors Client::Disconnect */
  disconnect(): void {
    void this.core.calls.endAll();
    this.core.session.disconnect();
  }

  /** @mirrors Client::GetStatus */
  getStatus(): ClientStatus {
    return this.core.session.status;
  }

  /** Replaces the callback; undefined removes it. @mirrors Client::SetStatusChangedCallback */
  setStatusChangedCallback(cb: ClientEvents["statusChanged"] | undefined): void {
    this.core.events.setCallback("statusChanged", cb);
  }
}
