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
  /** Of the account there. */
  readonly id: string;
  readonly name: string;
  readonly verified: boolean;
  /** Whether others see it. */
  readonly isVisible: boolean;
}

/** The services of one company, which applications never see. */
const FILTERED: ReadonlySet<ConnectionType> = new Set(["riotgames", "leagueoflegends"]);

export function isShownToApplications({ type }: Connection): boolean {
  return !FILTERED.has(type);
}
