import type {
  AuthorizationResult,
  ChildTokenArguments,
  ChildTokenResult,
  TokenExchangeArguments,
  TokenExchangeResult,
} from "./authorization-results.js";
import type { TokenOwner } from "./token-owner.js";
import type { IdLike } from "../../argument.js";
import type { AuthenticationExternalAuthType, AuthorizationTokenType } from "../../../enums/index.js";
import type { ClientEvents } from "../../core/events/client-events.js";
import type { AuthorizationArgs } from "../../values/authorization-args.js";
import type { AuthorizationCodeVerifier } from "../../values/authorization-code-verifier.js";
import type { DeviceAuthorizationArgs } from "../../values/device-authorization-args.js";
import type { ClientResult } from "../../values/client-result.js";
import type { AuthorizationArea } from "./authorization-area.js";
import type { DeviceArea } from "./device-area.js";
import type { ProvisionalArea } from "./provisional-area.js";
import type { EventHub } from "../../core/events/event-hub.js";
import type { MembersOf, Operation } from "../../core/operations/members.js";

/** An operation that gives tokens. */
export type TokenOperation<Args extends unknown[]> = Operation<
  Args,
  TokenExchangeResult,
  TokenExchangeArguments
>;

/** Members of `Client`: signing in and tokens. */
export interface AuthorizationMembers {
  /** Creates a new PKCE pair with method S256. @mirrors Client::CreateAuthorizationCodeVerifier */
  createAuthorizationCodeVerifier(): AuthorizationCodeVerifier;

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
  authorize: Operation<
    [args: AuthorizationArgs],
    AuthorizationResult,
    [result: ClientResult, code: string, redirectUri: string]
  >;

  /**
   * Gives the address that the operating system opened the game with to a running authorization, with the host option
   * `redirect: "scheme"`. Launchers with a single instance call it for each address they are opened with. An addition.
   * @param url `<scheme>:/authorize/callback?…`
   * @returns whether the address ended the authorization; false also for other addresses, and for a wrong state
   * @throws {ArgumentError} when not a string
   */
  handleRedirect(url: string): boolean;

  /** Aborts a running authorization; open windows stay open. @mirrors Client::AbortAuthorize */
  abortAuthorize(): void;

  /** Exchanges an authorization code for tokens, for public applications. @mirrors Client::GetToken */
  getToken: TokenOperation<[applicationId: IdLike, code: string, codeVerifier: string, redirectUri: string]>;

  /**
   * Signs the player in on another device, for public applications: gets a code, shows it with the host option `deviceScreen`
   * (by default the system browser opens its page), and waits until the player has answered there, at most until the code
   * expires (300 s). The platform sets the interval of polls; after a lost connection it continues. `Aborted` when the player
   * denies, `AuthorizationFailed` when the code expires or the screen cannot be opened, `HTTPError` when the platform rejects
   * the request. A second sign-in aborts the first one as soon as it has a code. A screen that the player closes ends nothing:
   * call {@link abortGetTokenFromDevice} in the callback of {@link setAuthorizeDeviceScreenClosedCallback} if it should.
   * @mirrors Client::GetTokenFromDevice
   */
  getTokenFromDevice: TokenOperation<[args: DeviceAuthorizationArgs]>;

  /**
   * Signs the player in as {@link getTokenFromDevice}, and merges the provisional account of an external identity into the
   * full account as {@link getTokenFromProvisionalMerge}.
   * @param externalAuthToken 1–10,240 characters
   * @mirrors Client::GetTokenFromDeviceProvisionalMerge
   */
  getTokenFromDeviceProvisionalMerge: TokenOperation<
    [
      args: DeviceAuthorizationArgs,
      externalAuthType: AuthenticationExternalAuthType,
      externalAuthToken: string,
    ]
  >;

  /**
   * Aborts a running {@link getTokenFromDevice}: it ends with `Aborted`, nothing is polled any more, and its screen closes.
   * @mirrors Client::AbortGetTokenFromDevice
   */
  abortGetTokenFromDevice(): void;

  /**
   * Shows the screen for a code that the game's server has got; the server polls. A screen that cannot be opened is a warning
   * in the log.
   * @param userCode 8 characters of `[A-Z0-9]`
   * @throws {ArgumentError} when an argument has the wrong type, {@link SdkError} when an address is missing
   * @mirrors Client::OpenAuthorizeDeviceScreen
   */
  openAuthorizeDeviceScreen(clientId: IdLike, userCode: string): void;

  /** Closes the screen; has no effect when none is open. @mirrors Client::CloseAuthorizeDeviceScreen */
  closeAuthorizeDeviceScreen(): void;

  /**
   * Sets the callback for a screen that has closed, once per screen: by the player, by the game, or with the end of
   * {@link getTokenFromDevice}; undefined removes it.
   * @throws {ArgumentError} when not a function
   * @mirrors Client::SetAuthorizeDeviceScreenClosedCallback
   */
  setAuthorizeDeviceScreenClosedCallback(cb: ClientEvents["authorizeDeviceScreenClosed"] | undefined): void;

  /** Gets new tokens; both old tokens become invalid at once. @mirrors Client::RefreshToken */
  refreshToken: TokenOperation<[applicationId: IdLike, refreshToken: string]>;

  /**
   * Revokes all tokens of the user for the application; a linked provisional account is unmerged.
   * @mirrors Client::RevokeToken
   */
  revokeToken: Operation<[applicationId: IdLike, token: string]>;

  /**
   * Signs in a player without an account of the platform, with a token of another identity provider, for public
   * applications; the first time creates a provisional account. There is no refresh token: call this again with a fresh
   * external token and pass the result to {@link updateToken}. `HTTPError` with `errorCode` 530010 when the identity is
   * linked to a full account: use {@link authorize}; other codes from 530000 name what is wrong with the token.
   * @param applicationId 64-bit id
   * @param externalAuthToken 1–10,240 characters
   * @mirrors Client::GetProvisionalToken
   */
  getProvisionalToken: TokenOperation<
    [applicationId: IdLike, externalAuthType: AuthenticationExternalAuthType, externalAuthToken: string]
  >;

  /**
   * Exchanges an authorization code for the tokens of a full account, and merges the provisional account of an external
   * identity into it: friends, lobbies and conversations move, and the provisional account is deleted. `HTTPError` with
   * `errorCode` 530014, 530016, 530017 or 530023 when the two cannot be merged; the code is used up then.
   * @param code from {@link authorize}
   * @param redirectUri from {@link authorize}, unchanged
   * @param externalAuthToken 1–10,240 characters
   * @mirrors Client::GetTokenFromProvisionalMerge
   */
  getTokenFromProvisionalMerge: TokenOperation<
    [
      applicationId: IdLike,
      code: string,
      codeVerifier: string,
      redirectUri: string,
      externalAuthType: AuthenticationExternalAuthType,
      externalAuthToken: string,
    ]
  >;

  /**
   * Separates an external identity from the full account that it is linked to, for public applications: all tokens of the
   * account for the application become invalid, its sessions end, and a new provisional account, with a new id, takes the
   * identity. {@link getProvisionalToken} signs in with it. `HTTPError` 404 for an unknown identity, `errorCode` 50229 for
   * one that is not linked.
   * @param externalAuthToken 1–10,240 characters
   * @mirrors Client::UnmergeIntoProvisionalAccount
   */
  unmergeIntoProvisionalAccount: Operation<
    [applicationId: IdLike, externalAuthType: AuthenticationExternalAuthType, externalAuthToken: string]
  >;

  /**
   * Changes the name of the provisional user that others see. Call it after connecting and whenever the player's name in the
   * game changes.
   * @param name 1–32 characters
   * @mirrors Client::UpdateProvisionalAccountDisplayName
   */
  updateProvisionalAccountDisplayName: Operation<[name: string]>;

  /**
   * Exchanges the access token of a publisher's parent application for one of a game of the publisher, for public
   * applications. Only tokens of games can be used to connect. `expiresIn` is what is left of the parent token's life, in
   * seconds; there is no refresh token: refresh the parent token and exchange it again. The token stays valid when the parent
   * token is refreshed, and ends when it is revoked. `HTTPError` with status 401 for an invalid parent token, 403 for an
   * application that is not a game of the publisher.
   * @mirrors Client::ExchangeChildToken
   */
  exchangeChildToken: Operation<
    [parentApplicationToken: string, childApplicationId: IdLike],
    ChildTokenResult,
    ChildTokenArguments
  >;

  /**
   * Gets the id and display name of the user that a token belongs to, which also shows whether the token is valid. It needs
   * no connection, and neither uses nor changes the client's own token. An invalid token gives `HTTPError` with status 401;
   * a token type other than `Bearer` and an empty token give `ValidationError`.
   * @mirrors Client::FetchCurrentUser
   */
  fetchCurrentUser: Operation<
    [tokenType: AuthorizationTokenType, token: string],
    TokenOwner,
    [result: ClientResult, id: bigint, name: string]
  >;

  /**
   * Reports the outcome of the merge that a `provisionalUserMergeRequiredCallback` requested. With true, the waiting
   * operations continue as the account of the client's current token; with false, they end with `Aborted`. It has no effect
   * when no operation waits.
   * @throws {ArgumentError} when not a boolean
   * @mirrors Client::ProvisionalUserMergeCompleted
   */
  provisionalUserMergeCompleted(success: boolean): void;
}

interface Parts {
  authorization: AuthorizationArea;
  device: DeviceArea;
  events: EventHub<ClientEvents>;
  provisionalAccounts: ProvisionalArea;
}

export const authorizationMembers: MembersOf<AuthorizationMembers, Parts> = {
  createAuthorizationCodeVerifier: ({ authorization }) => authorization.createVerifier(),
  authorize: ({ authorization }, args) => authorization.authorize(args),
  handleRedirect: ({ authorization }, url) => authorization.handleRedirect(url),
  abortAuthorize: ({ authorization }) => authorization.abort(),
  getToken: ({ authorization }, applicationId, code, codeVerifier, redirectUri) => {
    const grant = { applicationId, code, codeVerifier, redirectUri };
    return authorization.exchangeCode(grant);
  },
  getTokenFromDevice: ({ device }, args) => device.getToken(args),
  getTokenFromDeviceProvisionalMerge: ({ device }, args, externalAuthType, externalAuthToken) => {
    const external = { type: externalAuthType, token: externalAuthToken };
    return device.getToken(args, external);
  },
  abortGetTokenFromDevice: ({ device }) => device.abort(),
  openAuthorizeDeviceScreen: ({ device }, clientId, userCode) => device.openScreen(clientId, userCode),
  closeAuthorizeDeviceScreen: ({ device }) => device.closeScreen(),
  setAuthorizeDeviceScreenClosedCallback: ({ events }, cb) =>
    events.setCallback("authorizeDeviceScreenClosed", cb),
  refreshToken: ({ authorization }, applicationId, refreshToken) =>
    authorization.refresh(applicationId, refreshToken),
  revokeToken: ({ authorization }, applicationId, token) => authorization.revoke(applicationId, token),
  getProvisionalToken: ({ provisionalAccounts }, applicationId, externalAuthType, externalAuthToken) => {
    const external = { type: externalAuthType, token: externalAuthToken };
    return provisionalAccounts.signIn(applicationId, external);
  },
  getTokenFromProvisionalMerge: (
    { authorization },
    applicationId,
    code,
    codeVerifier,
    redirectUri,
    externalAuthType,
    externalAuthToken,
  ) => {
    const external = { type: externalAuthType, token: externalAuthToken };
    const grant = { applicationId, code, codeVerifier, redirectUri };
    return authorization.exchangeCode(grant, external);
  },
  unmergeIntoProvisionalAccount: (
    { provisionalAccounts },
    applicationId,
    externalAuthType,
    externalAuthToken,
  ) => {
    const external = { type: externalAuthType, token: externalAuthToken };
    return provisionalAccounts.unmerge(applicationId, external);
  },
  updateProvisionalAccountDisplayName: ({ provisionalAccounts }, name) => provisionalAccounts.rename(name),
  exchangeChildToken: ({ authorization }, parentApplicationToken, childApplicationId) =>
    authorization.exchangeChild(parentApplicationToken, childApplicationId),
  fetchCurrentUser: ({ authorization }, tokenType, token) => authorization.fetchCurrentUser(tokenType, token),
  provisionalUserMergeCompleted: ({ authorization }, success) => authorization.mergeCompleted(success),
};
