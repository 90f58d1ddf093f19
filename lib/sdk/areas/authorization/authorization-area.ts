import { randomBytes, RedirectListener, type RedirectResult } from "../../../net/index.js";
import {
  announcesIssuer,
  authorizeUrl,
  codeChallenge,
  codeVerifier,
  reasonOf,
  revokeForm,
  schemeRedirectUri,
  VERIFIER_BYTES,
  type TokenGrant,
} from "../../../protocol/index.js";
import { ArgumentRangeError, METADATA_PATHS, Route } from "../../../wire/index.js";
import { booleanArgument, idArgument, textArgument, tokenArgument, type IdLike } from "../../argument.js";
import { addressesFor } from "../../core/api/addresses.js";
import type { Api } from "../../core/api/api.js";
import type { ClientLogs } from "../../core/logs/client-logs.js";
import { failed, Failure, success } from "../../core/operations/failure.js";
import type { Feature } from "../../core/events/feature.js";
import { openPage } from "../../core/desktop/open-page.js";
import { resultOnly, Task, type TaskOf } from "../../core/operations/task.js";
import type { ProvisionalMerge } from "../../core/operations/provisional-merge.js";
import { ErrorType, LoggingSeverity, type AuthorizationTokenType } from "../../../enums/index.js";
import type { Host } from "../../host-options.js";
import { AuthorizationArgs } from "../../values/authorization-args.js";
import { AuthorizationCodeVerifier } from "../../values/authorization-code-verifier.js";
import type { ClientCreateOptions } from "../../values/client-create-options.js";
import type { ClientResult } from "../../values/client-result.js";
import { validArgument } from "../../values/copy-of.js";
import { requestOf } from "./authorization-request.js";
import {
  authorizationShape,
  childTokenShape,
  tokenShape,
  type AuthorizationResult,
} from "./authorization-results.js";
import { externalToken, type GivenToken } from "./external-token.js";
import { SchemeRedirect } from "./scheme-redirect.js";
import { exchangeForChild, exchangeGrant } from "./token-endpoint.js";
import { fetchCurrentUser, tokenOwnerShape } from "./token-owner.js";

const STATE_BYTES = 32;
/** A shorter state could be guessed by a page that talks to the loopback listener (RFC 6749 section 10.12). */
const STATE_MIN_LENGTH = 16;

export interface AuthorizationParts {
  host: Pick<Host, "clock" | "openUrl" | "redirect">;
  options: ClientCreateOptions;
  api: Api;
  logs: ClientLogs;
  application: { readonly id: bigint };
  merge: Pick<ProvisionalMerge, "completed">;
}

type CodeGrant = Extract<TokenGrant, { kind: "code" }>;

/** An authorization code, and what proves that it was meant for this game. */
export interface GivenCode {
  readonly applicationId: IdLike;
  readonly code: string;
  readonly codeVerifier: string;
  readonly redirectUri: string;
}

/** Authorization: the consent page, its redirect, and tokens. */
export class AuthorizationArea implements Feature {
  readonly #parts: AuthorizationParts;
  #redirect: RedirectListener | SchemeRedirect | undefined;

  constructor(parts: AuthorizationParts) {
    this.#parts = parts;
  }

  authorize(args: AuthorizationArgs): TaskOf<typeof authorizationShape> {
    return new Task(authorizationShape, async ({ signal }) =>
      this.#authorize(validArgument(AuthorizationArgs, "args", args).clone(), signal),
    );
  }

  /** Ends a running authorization; windows that are open stay open. */
  abort(): void {
    this.#redirect?.abort();
    this.#redirect = undefined;
  }

  /** @returns whether the address ended the running authorization */
  handleRedirect(address: string): boolean {
    textArgument("url", address);
    return this.#redirect instanceof SchemeRedirect && this.#redirect.handle(address);
  }

  /** @param external whose provisional account is merged */
  exchangeCode(given: GivenCode, external?: GivenToken): TaskOf<typeof tokenShape> {
    return new Task(tokenShape, async ({ signal }) => {
      const merge = external && externalToken(this.#parts.logs, external);
      return exchangeGrant(this.#parts, { ...this.#codeGrant(given), merge }, signal);
    });
  }

  refresh(applicationId: IdLike, refreshToken: string): TaskOf<typeof tokenShape> {
    return new Task(tokenShape, async ({ signal }) =>
      exchangeGrant(this.#parts, this.#refreshGrant(applicationId, refreshToken), signal),
    );
  }

  revoke(applicationId: IdLike, token: string): TaskOf<typeof resultOnly> {
    return new Task(resultOnly, ({ signal }) => this.#revoke(applicationId, token, signal));
  }

  exchangeChild(parentToken: string, childApplicationId: IdLike): TaskOf<typeof childTokenShape> {
    return new Task(childTokenShape, async ({ signal }) => {
      this.#keepSecret(tokenArgument("parentApplicationToken", parentToken));
      const childId = idArgument("childApplicationId", childApplicationId);
      return exchangeForChild(this.#parts, parentToken, childId, signal);
    });
  }

  fetchCurrentUser(tokenType: AuthorizationTokenType, token: string): TaskOf<typeof tokenOwnerShape> {
    return new Task(tokenOwnerShape, ({ signal }) => fetchCurrentUser(this.#parts, tokenType, token, signal));
  }

  mergeCompleted(success: boolean): void {
    this.#parts.merge.completed(booleanArgument("success", success));
  }

  destroyed(): void {
    this.abort();
  }

  createVerifier(): AuthorizationCodeVerifier {
    const pair = new AuthorizationCodeVerifier();
    pair.verifier = codeVerifier(randomBytes(VERIFIER_BYTES));
    this.#parts.logs.keepSecret(pair.verifier);
    const { challenge } = pair;
    challenge.challenge = codeChallenge(pair.verifier);
    pair.challenge = challenge;
    return pair;
  }

  /** One authorization runs at a time: a second one aborts the first. */
  async #authorize(args: AuthorizationArgs, signal: AbortSignal): Promise<AuthorizationResult> {
    const request = this.#requestOf(args);
    const { redirect: way } = this.#parts.host;
    const redirectUri = way === "scheme" ? redirectUriOf(args, request.clientId) : undefined;
    this.abort();
    const redirect =
      redirectUri === undefined ? await this.#listen(request) : this.#await(request, redirectUri);
    // Another authorization may have begun while this one bound its port.
    this.abort();
    this.#redirect = redirect;
    const abort = (): void => redirect.abort();
    signal.addEventListener("abort", abort, { once: true });
    try {
      await this.#openPage(authorizeUrl({ ...request, redirectUri: redirect.redirectUri }));
      const result = await redirect.result;
      if (result.kind === "accepted" && !result.namesIssuer)
        await this.#checkUnnamed(request.webBase, signal);
      return this.#valueOf(result, redirect.redirectUri);
    } finally {
      signal.removeEventListener("abort", abort);
      redirect.abort();
    }
  }

  #codeGrant({ applicationId, code, codeVerifier, redirectUri }: GivenCode): CodeGrant {
    this.#keepSecret(textArgument("code", code), textArgument("codeVerifier", codeVerifier));
    const clientId = idArgument("applicationId", applicationId);
    textArgument("redirectUri", redirectUri);
    return { kind: "code", clientId, code, codeVerifier, redirectUri };
  }

  #refreshGrant(applicationId: IdLike, refreshToken: string): TokenGrant {
    this.#keepSecret(tokenArgument("refreshToken", refreshToken));
    return { kind: "refresh", clientId: idArgument("applicationId", applicationId), refreshToken };
  }

  async #revoke(applicationId: IdLike, token: string, signal: AbortSignal): Promise<ClientResult> {
    this.#keepSecret(tokenArgument("token", token));
    const form = revokeForm(idArgument("applicationId", applicationId), token);
    await this.#parts.api.call({ method: "POST", path: Route.oauth2Revoke(), form, signal });
    return success();
  }

  #requestOf(args: AuthorizationArgs): Omit<Parameters<typeof authorizeUrl>[0], "redirectUri"> {
    const asked = requestOf(args, this.#parts.application);
    const state = stateOf(args);
    this.#keepSecret(state);
    return {
      webBase: addressesFor(this.#parts.options).webBase,
      ...asked,
      state,
      nonce: args.nonce,
      codeChallenge: args.codeChallenge?.challenge,
      integrationType: args.integrationType,
    };
  }

  async #listen({ state, webBase }: { state: string; webBase: string }): Promise<RedirectListener> {
    const { clock } = this.#parts.host;
    const rejected = (reason: string): void =>
      this.#warn(`the redirect listener rejected a request: ${reason}`);
    try {
      return await RedirectListener.open({ clock, state, issuer: webBase, rejected });
    } catch (cause) {
      throw authorizationFailed(`could not bind a loopback port: ${reasonOf(cause)}`, { cause });
    }
  }

  #await({ state, webBase }: { state: string; webBase: string }, redirectUri: string): SchemeRedirect {
    const { clock } = this.#parts.host;
    const rejected = (reason: string): void => this.#warn(`handleRedirect rejected an address: ${reason}`);
    return new SchemeRedirect({ clock, redirectUri, state, issuer: webBase, rejected });
  }

  /** A server that names itself in its redirects has not sent one without its name (RFC 9207 section 2.4). */
  async #checkUnnamed(webBase: string, signal: AbortSignal): Promise<void> {
    const metadata = await this.#parts.api.document(METADATA_PATHS[0], signal);
    if (announcesIssuer(metadata))
      throw authorizationFailed(
        `wrong_issuer: expected ${webBase}, received none; the server names itself in every redirect`,
      );
  }

  #warn(text: string): void {
    this.#parts.logs.write("general", LoggingSeverity.Warning, text);
  }

  #openPage(url: string): Promise<void> {
    return openPage(this.#parts.host, "the consent page", url, ErrorType.AuthorizationFailed);
  }

  #valueOf(redirect: RedirectResult, redirectUri: string): AuthorizationResult {
    switch (redirect.kind) {
      case "accepted":
        this.#keepSecret(redirect.code);
        return { result: success(), code: redirect.code, redirectUri };
      case "denied":
        throw redirect.cancelled
          ? new Failure(failed(ErrorType.Aborted, "the user denied the authorization"))
          : authorizationFailed(`${redirect.error}: ${redirect.description}`);
      case "expired":
        throw authorizationFailed("the user did not respond within five minutes");
      case "aborted":
        throw new Failure(failed(ErrorType.Aborted, "the authorization was aborted"));
    }
  }

  #keepSecret(...texts: string[]): void {
    for (const text of texts) this.#parts.logs.keepSecret(text);
  }
}

function stateOf({ state }: AuthorizationArgs): string {
  if (state === undefined) return codeVerifier(randomBytes(STATE_BYTES));
  if (state.length >= STATE_MIN_LENGTH) return state;
  const expected = `at least ${String(STATE_MIN_LENGTH)} characters, or undefined for a random state`;
  throw new ArgumentRangeError("args.state", expected, String(state.length));
}

/** Any program can claim a scheme: only the one that asked has the verifier (RFC 8252 section 8.1). */
function redirectUriOf({ customSchemeParam, codeChallenge }: AuthorizationArgs, clientId: bigint): string {
  if (codeChallenge === undefined) {
    const expected = "the challenge of createAuthorizationCodeVerifier(), for a redirect to a scheme";
    throw new ArgumentRangeError("args.codeChallenge", expected, "none");
  }
  const scheme = customSchemeParam ?? `discord-${String(clientId)}`;
  const uri = schemeRedirectUri(scheme);
  if (uri !== undefined) return uri;
  const expected = "a scheme of the game: a letter, then letters, digits, +, - and .";
  throw new ArgumentRangeError("args.customSchemeParam", expected, scheme);
}

function authorizationFailed(message: string, options?: ErrorOptions): Failure {
  return new Failure(failed(ErrorType.AuthorizationFailed, message), options);
}
