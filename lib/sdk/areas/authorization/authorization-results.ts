import type { Shape } from "../../core/operations/task.js";
import { AuthorizationTokenType } from "../../../enums/index.js";
import type { ClientResult } from "../../values/client-result.js";

export interface AuthorizationResult {
  result: ClientResult;
  code: string;
  redirectUri: string;
}

export const authorizationShape: Shape<AuthorizationResult, [ClientResult, string, string]> = {
  failed: (result) => ({ result, code: "", redirectUri: "" }),
  args: ({ result, code, redirectUri }) => [result, code, redirectUri],
  result: ({ result }) => result,
};

/** Arguments of a callback for tokens; `expiresIn` in seconds. It mirrors `Client::TokenExchangeCallback`. */
export type TokenExchangeArguments = [
  result: ClientResult,
  accessToken: string,
  refreshToken: string,
  tokenType: AuthorizationTokenType,
  expiresIn: number,
  scopes: string,
];

/** Arguments of a callback for a child token; `expiresIn` in seconds. It mirrors `Client::ExchangeChildTokenCallback`. */
export type ChildTokenArguments = [
  result: ClientResult,
  accessToken: string,
  tokenType: AuthorizationTokenType,
  expiresIn: number,
  scopes: string,
];

/** A child token has no refresh token: exchange the parent's again. */
export type ChildTokenResult = Omit<TokenExchangeResult, "refreshToken">;

export const childTokenShape: Shape<ChildTokenResult, ChildTokenArguments> = {
  failed: (result) => ({
    result,
    accessToken: "",
    tokenType: AuthorizationTokenType.Bearer,
    expiresIn: 0,
    scopes: "",
  }),
  args: (value) => [value.result, value.accessToken, value.tokenType, value.expiresIn, value.scopes],
  result: ({ result }) => result,
};

export interface TokenExchangeResult {
  result: ClientResult;
  accessToken: string;
  refreshToken: string;
  tokenType: AuthorizationTokenType;
  /** seconds */
  expiresIn: number;
  scopes: string;
}

export const tokenShape: Shape<TokenExchangeResult, TokenExchangeArguments> = {
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
