import type { StoredTokens, TokenStore } from "../../net/index.js";
import { asObject, parseJson } from "../../protocol/index.js";
import { JsonErrorCode, OAuth2ErrorName } from "../../wire/index.js";
import { ClientResultError } from "../client-result-error.js";
import { ErrorType } from "../../enums/index.js";

/** Tokens as `getToken`, `getTokenFromDevice` and the other operations give them. */
export interface NewTokens {
  readonly accessToken: string;
  /** none for a guest */
  readonly refreshToken?: string;
  /** seconds */
  readonly expiresIn: number;
  readonly scopes?: string;
}

export interface TokenKeeperParts {
  readonly store: TokenStore;
  /** Exchanges a refresh token for new tokens; the old ones end. */
  readonly refresh: (refreshToken: string) => Promise<NewTokens>;
  readonly guest: (() => Promise<NewTokens>) | undefined;
  /** Unix milliseconds */
  readonly unixNow: () => number;
  /** How long before their expiry tokens are renewed, milliseconds; at most half of their life. */
  readonly aheadMs: number;
}

/** Why there are no tokens: the grant has ended, or no player can be asked. */
export type Renewal = StoredTokens | "ended" | "none";

/**
 * Keeps the tokens of one player in a store that other processes use too. A refresh token works once, so one process refreshes
 * at a time, and the others take what it has stored.
 */
export class TokenKeeper {
  readonly #parts: TokenKeeperParts;

  constructor(parts: TokenKeeperParts) {
    this.#parts = parts;
  }

  load(): Promise<StoredTokens | undefined> {
    return this.#parts.store.load();
  }

  /** Whether the tokens need no refresh yet. */
  isFresh({ renewAt }: StoredTokens): boolean {
    return this.#parts.unixNow() < renewAt;
  }

  isValid({ expiresAt }: StoredTokens): boolean {
    return expiresAt > this.#parts.unixNow();
  }

  /** Time until the tokens should be renewed; not negative. */
  timeLeftMs({ renewAt }: StoredTokens): number {
    return Math.max(0, renewAt - this.#parts.unixNow());
  }

  /** Stores the tokens of an account, which the player has just authorized. */
  async keep(tokens: NewTokens): Promise<StoredTokens> {
    const stored = this.#storedOf("account", tokens);
    await this.#parts.store.exclusively(() => this.#parts.store.save(stored));
    return stored;
  }

  clear(): Promise<void> {
    return this.#parts.store.exclusively(() => this.#parts.store.clear());
  }

  /**
   * New tokens in place of `current`, which expire or were rejected.
   * @returns those of another process when it was faster
   * @throws {ClientResultError} when the platform could not be asked; nothing is lost
   */
  renew(current: StoredTokens): Promise<Renewal> {
    const { store } = this.#parts;
    return store.exclusively(async () => {
      const stored = await store.load();
      if (stored === undefined) return "ended";
      if (stored.accessToken !== current.accessToken && this.isFresh(stored)) return stored;
      return stored.refreshToken === "" ? "none" : this.#refresh(stored);
    });
  }

  /**
   * Signs in a guest.
   * @param rejected tokens that the platform does not accept, whatever the store says
   * @returns "none" when there are no guests, or the guest is linked to an account, which must be authorized
   */
  guest(rejected?: StoredTokens): Promise<Renewal> {
    const { store, guest } = this.#parts;
    if (guest === undefined) return Promise.resolve("none");
    return store.exclusively(async () => {
      const stored = await store.load();
      if (stored !== undefined && stored.accessToken !== rejected?.accessToken && this.isFresh(stored))
        return stored;
      const tokens = await guestOf(guest);
      if (tokens === undefined) return "none";
      const made = this.#storedOf("guest", tokens);
      await store.save(made);
      return made;
    });
  }

  async #refresh(stored: StoredTokens): Promise<Renewal> {
    const { store, refresh } = this.#parts;
    try {
      const renewed = this.#storedOf("account", await refresh(stored.refreshToken));
      await store.save(renewed);
      return renewed;
    } catch (error) {
      if (!isInvalidGrant(error)) throw error;
    }
    // A store whose lock failed: another process has used the refresh token meanwhile.
    const newer = await store.load();
    if (newer !== undefined && newer.refreshToken !== stored.refreshToken) return newer;
    await store.clear();
    return "ended";
  }

  #storedOf(kind: StoredTokens["kind"], tokens: NewTokens): StoredTokens {
    const { accessToken, refreshToken = "", expiresIn, scopes = "" } = tokens;
    const lifeMs = expiresIn * 1000;
    const expiresAt = this.#parts.unixNow() + lifeMs;
    const renewAt = expiresAt - Math.min(this.#parts.aheadMs, lifeMs / 2);
    return { kind, accessToken, refreshToken, expiresAt, renewAt, scopes };
  }
}

async function guestOf(guest: () => Promise<NewTokens>): Promise<NewTokens | undefined> {
  try {
    return await guest();
  } catch (error) {
    if (error instanceof ClientResultError && error.result.errorCode === JsonErrorCode.AccountAlreadyLinked)
      return undefined;
    throw error;
  }
}

/** The token endpoint never says why: revoked, unmerged, banned or expired. */
function isInvalidGrant(error: unknown): boolean {
  if (!(error instanceof ClientResultError)) return false;
  const { type, status, responseBody } = error.result;
  const isBadRequest = type === ErrorType.HTTPError && (status as number) === 400;
  return isBadRequest && asObject(parseJson(responseBody))?.["error"] === OAuth2ErrorName.InvalidGrant;
}
