/** Services whose accounts users can connect. */
export const CONNECTION_TYPES = [
  "battlenet",
  "bluesky",
  "bungie",
  "ebay",
  "epicgames",
  "facebook",
  "github",
  "instagram",
  "leagueoflegends",
  "mastodon",
  "paypal",
  "playstation",
  "reddit",
  "riotgames",
  "roblox",
  "skype",
  "spotify",
  "steam",
  "tiktok",
  "twitch",
  "twitter",
  "xbox",
  "youtube",
  "domain",
] as const;
export type ConnectionType = (typeof CONNECTION_TYPES)[number];

/** An account of another service that a user has connected. */
export interface Connection {
  readonly type: ConnectionType;
  /** Id of the account there. */
  readonly id: string;
  readonly name: string;
  readonly verified: boolean;
  /** Whether others see it. */
  readonly isVisible: boolean;
}

/** Services of one company, which applications do not see: their new accounts never, the older ones not since 2026-07-10. */
const NEVER: ConnectionType = "riotgames";
const LEGACY: ConnectionType = "leagueoflegends";
const LEGACY_HIDDEN_FROM = Date.UTC(2026, 6, 10);

/** @param now Unix milliseconds */
export function isShownToApplications({ type }: Connection, now: number): boolean {
  return type !== NEVER && (type !== LEGACY || now < LEGACY_HIDDEN_FROM);
}
