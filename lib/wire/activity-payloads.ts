import type { Snowflake } from "./snowflake.js";

/** `assets` of an activity: per image a key or an address, a hover text, and an address to open. */
export interface ActivityAssetsPayload {
  large_image?: string | undefined;
  large_text?: string | undefined;
  large_url?: string | undefined;
  small_image?: string | undefined;
  small_text?: string | undefined;
  small_url?: string | undefined;
  invite_cover_image?: string | undefined;
}

export interface ActivityPartyPayload {
  id?: string | undefined;
  /** present members, and the maximum */
  size?: [current: number, max: number] | undefined;
  /** sent to the platform, never to others */
  privacy?: number | undefined;
}

/** Rich presence, in op 3 and in PRESENCE_UPDATE. */
export interface ActivityPayload {
  name: string;
  type: number;
  status_display_type?: number | undefined;
  details?: string | undefined;
  details_url?: string | undefined;
  state?: string | undefined;
  state_url?: string | undefined;
  /** Unix milliseconds */
  timestamps?: { start?: number | undefined; end?: number | undefined } | undefined;
  assets?: ActivityAssetsPayload | undefined;
  party?: ActivityPartyPayload | undefined;
  /** sent to the platform, never to others */
  secrets?: { join?: string | undefined } | undefined;
  /** labels; `metadata.button_urls` has their addresses */
  buttons?: string[] | undefined;
  /** sent to the platform, never to others */
  metadata?: { button_urls?: string[] | undefined } | undefined;
  supported_platforms?: string[] | undefined;
  /** streaming only */
  url?: string | undefined;
  instance?: boolean | undefined;
  // The platform adds these.
  application_id?: Snowflake | undefined;
  parent_application_id?: Snowflake | undefined;
  /** 16 hexadecimal digits */
  id?: string | undefined;
  /** Unix milliseconds */
  created_at?: number | undefined;
  session_id?: string | undefined;
  platform?: string | undefined;
  flags?: number | undefined;
}

/** Bits of an activity's `flags`. */
export const ActivityFlag = { Instance: 1 << 0, Join: 1 << 1 } as const;

/** Kinds of activity on the wire. */
export const ACTIVITY_TYPE_MAX = 6;
/** `type` of a stream, the one that may have a `url`. */
export const ACTIVITY_TYPE_STREAMING = 1;
export const STATUS_DISPLAY_TYPE_MAX = 2;
export const PARTY_PRIVACY_MAX = 1;
export const ACTIVITY_BUTTONS_MAX = 2;
export const SUPPORTED_PLATFORMS_MAX = 10;

/** `supported_platforms` by the bit that the SDK uses. */
export const GAME_PLATFORM_BITS: Readonly<Record<string, number>> = {
  desktop: 1,
  xbox: 2,
  samsung: 4,
  ios: 8,
  android: 16,
  embedded: 32,
  ps4: 64,
  ps5: 128,
};

/** Shortest and longest texts of an activity, UTF-16 units. */
export const ACTIVITY_LENGTHS = {
  name: [1, 128],
  /** details and state */
  text: [2, 128],
  /** details_url and state_url */
  textUrl: [2, 256],
  /** as the SDK accepts it */
  image: [1, 300],
  /** as the platform accepts it: it writes some addresses differently */
  imageOnWire: [1, 313],
  imageText: [2, 128],
  imageUrl: [1, 256],
  partyId: [2, 128],
  joinSecret: [2, 128],
  buttonLabel: [1, 32],
  buttonUrl: [1, 512],
} as const satisfies Record<string, readonly [min: number, max: number]>;

/** Presence updates of one session in {@link PRESENCE_WINDOW_MS}; beyond that, the newest one waits. */
export const PRESENCE_LIMIT = 5;
export const PRESENCE_WINDOW_MS = 20_000;

/** Timestamps below this are in seconds. */
export const SMALLEST_MILLISECONDS = 100_000_000_000;
