import type { Snowflake } from "sdkpp/wire";
import type { IndexValues } from "../../../store/store.js";
import { endKey } from "../end-key.js";
import { grantKey } from "../grant-key.js";

/** An authorization code that was handed out; the code itself is not kept. */
export interface AuthorizationCode {
  readonly hash: string;
  readonly applicationId: Snowflake;
  readonly userId: Snowflake;
  readonly redirectUri: string;
  /** Issued without a redirect, through a desktop app: the token request may omit the address. */
  readonly isDirect?: true;
  /** The requested scopes, umbrellas unexpanded. */
  readonly scope: string;
  readonly challenge?: string;
  /** For the ID token. */
  readonly nonce?: string;
  /** When the user agreed, Unix milliseconds; absent in records of earlier versions. */
  readonly authorizedAt?: number;
  /** Unix milliseconds */
  readonly expiresAt: number;
  /** The login that it became: it is remembered until its end, so that a second use is known for one. */
  readonly redeemedAs?: string;
}

/** An access or refresh token that was handed out; the token itself is not kept. */
export interface TokenRecord {
  readonly hash: string;
  readonly kind: "access" | "refresh";
  readonly applicationId: Snowflake;
  readonly userId: Snowflake;
  readonly scope: string;
  /** The login it belongs to, over refreshes; absent in records of earlier versions. */
  readonly authSession?: string;
  /** Unix milliseconds; null: never */
  readonly expiresAt: number | null;
}

/** A refresh token that was exchanged for a successor; kept for a while, so that a second use is known for one. */
export interface SpentToken {
  readonly hash: string;
  readonly applicationId: Snowflake;
  readonly userId: Snowflake;
  readonly authSession: string;
  /** Hash of the refresh token that replaced it. */
  readonly successor: string;
  /** When it is forgotten, Unix milliseconds. */
  readonly expiresAt: number;
}

export function spentIndex({ expiresAt }: SpentToken): IndexValues {
  return { end: endKey(expiresAt) };
}

export function codeIndex({ expiresAt }: AuthorizationCode): IndexValues {
  return { end: endKey(expiresAt) };
}

/** A refresh token has no end. */
export function tokenIndex({ applicationId, userId, expiresAt }: TokenRecord): IndexValues {
  const grant = grantKey(applicationId, userId);
  return expiresAt === null ? { grant, user: userId } : { grant, user: userId, end: endKey(expiresAt) };
}

/** The login that a token belongs to. A token that was stored before logins had ids is one by itself. */
export function authSessionOf(record: TokenRecord): string {
  return record.authSession ?? record.hash;
}
