import { RedirectListener, type RedirectResult } from "../../net/index.js";
import {
  authorizeUrl,
  codeChallenge,
  codeVerifier,
  parseTokenResponse,
  reasonOf,
  revokeForm,
  tokenForm,
  VERIFIER_BYTES,
  type TokenGrant,
} from "../../protocol/index.js";
import { ArgumentError, ArgumentRangeError, Route } from "../../wire/index.js";
import { idArgument, textArgument, type IdLike } from "../argument.js";
import { AuthorizationTokenType, ErrorType, LoggingSeverity } from "../enums.js";
import type { Host } from "../host-options.js";
import { AuthorizationCodeVerifier } from "../values/authorization-code-verifier.js";
import type { AuthorizationArgs } from "../values/authorization-args.js";
import type { ClientCreateOptions } from "../values/client-create-options.js";
import type { ClientResult } from "../values/client-result.js";
import { addressesFor } from "./addresses.js";
import type { Api } from "./api.js";
import type { ClientLogs } from "./client-logs.js";
import { failed, Failure, success } from "./failure.js";
import { openPage } from "./open-page.js";
import type { Shape } from "./operation.js";
import { randomBytes } from "./random.js";

export interface AuthorizationValue {
  result: ClientResult;
  code: string;
  redirectUri: string;
}

export const authorizationShape: Shape<AuthorizationValue, [ClientResult, string, string]> = {
  failed: (result) => ({ result, code: "", redirectUri: "" }),
  args: ({ result, code, redirectUri }) => [result, code, redirectUri],
  result: ({ result }) => result,
};

export interface TokenValue {
  result: ClientResult;
  accessToken: string;
  refreshToken: string;
  tokenType: AuthorizationTokenType;
  /** seconds */
  expiresIn: number;
  scopes: string;
}

export const tokenShape: Shape<
  TokenValue,
  [ClientResult, string, string, AuthorizationTokenType, number, string]
> = {
  failed: (result) => ({
    result,
    accessToken: "",
    refreshToken: "",
    tokenType: AuthorizationTokenType.Bearer,
    expiresIn: 0,
    scopes: "",
  }),
  args: (value) => [
    value.result,
    value.accessToken,
    value.refreshToken,
    value.tokenType,
    value.expiresIn,
    value.scopes,
  ],
  result: ({ result }) => result,
};

const STATE_BYTES = 32;
/** A shorter state could be guessed by a page that talks to the loopback listener (RFC 6749 section 10.12). */
const STATE_MIN_LENGTH = 16;

export interface AuthParts {
  host: Host;
  options: ClientCreateOptions;
  api: Api;
  logs: ClientLogs;
  applicationId: () => bigint;
}

/** Signing in: the consent page, its redirect, and tokens. */
export class ClientAuth {
  readonly #parts: AuthParts;
  #listener: RedirectListener | undefined;

  constructor(parts: AuthParts) {
    this.#parts = parts;
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

  /** One flow at a time: a second one ends the first. */
  async authorize(args: AuthorizationArgs, signal: AbortSignal): Promise<AuthorizationValue> {
    const request = this.#requestOf(args);
    this.abort();
    const listener = await this.#listen(request.state);
    const abort = (): void => listener.abort();
    signal.addEventListener("abort", abort, { once: true });
    try {
      await this.#openPage(authorizeUrl({ ...request, redirectUri: listener.redirectUri }));
      return this.#valueOf(await listener.result, listener.redirectUri);
    } finally {
      signal.removeEventListener("abort", abort);
      listener.abort();
    }
  }

  /** Ends a running flow; windows that are open stay open. */
  abort(): void {
    this.#listener?.abort();
    this.#listener = undefined;
  }

  async exchange(grant: TokenGrant, signal: AbortSignal): Promise<TokenValue> {
    const body = await this.#parts.api.call({
      method: "POST",
      path: Route.oauth2Token(),
      form: tokenForm(grant),
      signal,
    });
    const tokens = parseTokenResponse(body);
    if (tokens === undefined)
      throw new Failure(failed(ErrorType.AuthorizationFailed, "the token endpoint gave no token"));
    const { expiresIn, scopes } = tokens;
    const [accessToken, refreshToken] = [tokens.accessToken.reveal(), tokens.refreshToken.reveal()];
    this.#keepSecret(accessToken, refreshToken);
    const tokenType = AuthorizationTokenType.Bearer;
    return { result: success(), accessToken, refreshToken, tokenType, expiresIn, scopes };
  }

  codeGrant(applicationId: IdLike, code: string, verifier: string, redirectUri: string): TokenGrant {
    this.#keepSecret(textArgument("code", code), textArgument("codeVerifier", verifier));
    return {
      kind: "code",
      clientId: idArgument("applicationId", applicationId),
      code,
      codeVerifier: verifier,
      redirectUri: textArgument("redirectUri", redirectUri),
    };
  }

  refreshGrant(applicationId: IdLike, refreshToken: string): TokenGrant {
    this.#keepSecret(textArgument("refreshToken", refreshToken));
    return { kind: "refresh", clientId: idArgument("applicationId", applicationId), refreshToken };
  }

  async revoke(applicationId: IdLike, token: string, signal: AbortSignal): Promise<ClientResult> {
    this.#keepSecret(textArgument("token", token));
    const form = revokeForm(idArgument("applicationId", applicationId), token);
    await this.#parts.api.call({ method: "POST", path: Route.oauth2Revoke(), form, signal });
    return success();
  }

  #requestOf(args: AuthorizationArgs): Omit<Parameters<typeof authorizeUrl>[0], "redirectUri"> {
    const clientId = args.clientId === 0n ? this.#parts.applicationId() : args.clientId;
    if (clientId === 0n)
      throw new ArgumentError("args.clientId", "an application id, here or through setApplicationId", "none");
    if (args.scopes.trim() === "") throw new ArgumentRangeError("args.scopes", "at least one scope", "none");
    const state = stateOf(args);
    this.#keepSecret(state);
    return {
      webBase: addressesFor(this.#parts.options).webBase,
      clientId,
      scopes: args.scopes,
      state,
      nonce: args.nonce,
      codeChallenge: args.codeChallenge?.challenge,
      integrationType: args.integrationType,
    };
  }

  async #listen(state: string): Promise<RedirectListener> {
    const refused = (reason: string): void =>
      this.#parts.logs.write(
        "general",
        LoggingSeverity.Warning,
        `redirect listener turned a request away: ${reason}`,
      );
    try {
      this.#listener = await RedirectListener.open({ clock: this.#parts.host.clock, state, refused });
      return this.#listener;
    } catch (cause) {
      throw refusal(`could not bind a loopback port: ${reasonOf(cause)}`, { cause });
    }
  }

  #openPage(url: string): Promise<void> {
    return openPage(this.#parts.host, "the consent page", url, ErrorType.AuthorizationFailed);
  }

  #valueOf(redirect: RedirectResult, redirectUri: string): AuthorizationValue {
    switch (redirect.kind) {
      case "accepted":
        this.#keepSecret(redirect.code);
        return { result: success(), code: redirect.code, redirectUri };
      case "denied":
        throw redirect.cancelled
          ? new Failure(failed(ErrorType.Aborted, "the user did not allow it"))
          : refusal(`${redirect.error}: ${redirect.description}`);
      case "expired":
        throw refusal("nobody answered within five minutes");
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

function refusal(message: string, options?: ErrorOptions): Failure {
  return new Failure(failed(ErrorType.AuthorizationFailed, message), options);
}
