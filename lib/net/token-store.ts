import { asObject, parseJson } from "../protocol/index.js";

/** The tokens of a player who is signed in. */
export interface StoredTokens {
  /** "guest": a provisional account, whose tokens cannot be refreshed */
  readonly kind: "account" | "guest";
  readonly accessToken: string;
  /** empty for a guest */
  readonly refreshToken: string;
  /** Unix milliseconds of this machine */
  readonly expiresAt: number;
  /** from when on they should be renewed, Unix milliseconds; at most `expiresAt` */
  readonly renewAt: number;
  /** separated by spaces */
  readonly scopes: string;
}

/**
 * Keeps a player's tokens between runs and between processes. Use the safest storage of the system, for example Electron's
 * `safeStorage`: anyone who can read a refresh token can act for the player.
 */
export interface TokenStore {
  /** @returns undefined when there are none */
  load(): Promise<StoredTokens | undefined>;
  /** Replaces the tokens at once: a reader gets the old ones or the new ones. */
  save(tokens: StoredTokens): Promise<void>;
  clear(): Promise<void>;
  /**
   * Runs `work` while no other process, and no other caller of this one, runs its own. A process that has ended no longer
   * counts.
   */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
}

/** Reads tokens from a text. @returns undefined for any other text */
export function parseStoredTokens(text: string): StoredTokens | undefined {
  const value = asObject(parseJson(text));
  if (value === undefined) return undefined;
  const { kind, accessToken, refreshToken, expiresAt, renewAt, scopes } = value;
  if (kind !== "account" && kind !== "guest") return undefined;
  if (typeof accessToken !== "string" || accessToken === "" || typeof refreshToken !== "string")
    return undefined;
  if (!isTime(expiresAt) || !isTime(renewAt) || typeof scopes !== "string") return undefined;
  return { kind, accessToken, refreshToken, expiresAt, renewAt, scopes };
}

function isTime(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}
