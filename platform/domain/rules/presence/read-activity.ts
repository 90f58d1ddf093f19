import {
  ACTIVITY_BUTTONS_MAX,
  ACTIVITY_LENGTHS,
  ACTIVITY_TYPE_MAX,
  ACTIVITY_TYPE_STREAMING,
  GAME_PLATFORM_BITS,
  isWebAddress,
  PARTY_PRIVACY_MAX,
  STATUS_DISPLAY_TYPE_MAX,
  SUPPORTED_PLATFORMS_MAX,
  type ActivityAssetsPayload,
  type ActivityPartyPayload,
} from "sdkpp/wire";
import type { ActivityFields } from "../../records/presence/session-presence.js";

/** What a reader answers for a field that breaks a rule. */
const BAD = Symbol("bad");

type Read<T> = T | undefined | typeof BAD;

type Fields = Readonly<Record<string, unknown>>;

type Lengths = readonly [min: number, max: number];

/** Seven and a half million years: more than any clock shows. */
const LATEST_MS = Number.MAX_SAFE_INTEGER;
const LARGEST_PARTY = 2 ** 31 - 1;

/**
 * Reads one activity of op 3 by the table of G§6. Null counts as left out; unknown fields are left out.
 * @param defaultName of the application, where the client names none
 * @returns undefined when a field breaks its rule: the activity is dropped then, without a word
 */
export function readActivity(value: unknown, defaultName: string): ActivityFields | undefined {
  const given = asFields(value);
  if (given === undefined) return undefined;
  const { name, text, textUrl } = ACTIVITY_LENGTHS;
  const type = integer(given["type"], 0, ACTIVITY_TYPE_MAX);
  return whole({
    name: given["name"] == null ? defaultName : string(given["name"], name),
    type: type ?? 0,
    status_display_type: integer(given["status_display_type"], 0, STATUS_DISPLAY_TYPE_MAX),
    details: string(given["details"], text),
    details_url: address(given["details_url"], textUrl),
    state: string(given["state"], text),
    state_url: address(given["state_url"], textUrl),
    timestamps: nested(given["timestamps"], readTimestamps),
    assets: nested(given["assets"], readAssets),
    party: nested(given["party"], readParty),
    secrets: nested(given["secrets"], readSecrets),
    ...readButtons(given),
    supported_platforms: readPlatforms(given["supported_platforms"]),
    url: type === ACTIVITY_TYPE_STREAMING ? address(given["url"], textUrl) : undefined,
    instance: typeof given["instance"] === "boolean" ? given["instance"] : undefined,
  }) as ActivityFields | undefined;
}

function readTimestamps(given: Fields): Fields | undefined {
  return whole({
    start: integer(given["start"], 0, LATEST_MS),
    end: integer(given["end"], 0, LATEST_MS),
  });
}

function readAssets(given: Fields): ActivityAssetsPayload | undefined {
  const { imageOnWire, imageText, imageUrl } = ACTIVITY_LENGTHS;
  return whole({
    large_image: image(given["large_image"], imageOnWire),
    large_text: string(given["large_text"], imageText),
    large_url: address(given["large_url"], imageUrl),
    small_image: image(given["small_image"], imageOnWire),
    small_text: string(given["small_text"], imageText),
    small_url: address(given["small_url"], imageUrl),
    invite_cover_image: image(given["invite_cover_image"], imageOnWire),
  });
}

function readParty(given: Fields): ActivityPartyPayload | undefined {
  return whole({
    id: string(given["id"], ACTIVITY_LENGTHS.partyId),
    size: readPartySize(given["size"]),
    privacy: integer(given["privacy"], 0, PARTY_PRIVACY_MAX),
  }) as ActivityPartyPayload | undefined;
}

function readPartySize(value: unknown): Read<number[]> {
  if (value == null) return undefined;
  if (!Array.isArray(value) || value.length !== 2) return BAD;
  const current = integer(value[0], 1, LARGEST_PARTY);
  if (typeof current !== "number") return BAD;
  const max = integer(value[1], current, LARGEST_PARTY);
  return typeof max === "number" ? [current, max] : BAD;
}

function readSecrets(given: Fields): Fields | undefined {
  return whole({ join: string(given["join"], ACTIVITY_LENGTHS.joinSecret) });
}

function readButtons(given: Fields): Record<"buttons" | "metadata", Read<unknown>> {
  const { buttonLabel, buttonUrl } = ACTIVITY_LENGTHS;
  const labels = list(given["buttons"], ACTIVITY_BUTTONS_MAX, (label) => string(label, buttonLabel));
  const urls = list(asFields(given["metadata"])?.["button_urls"], ACTIVITY_BUTTONS_MAX, (url) =>
    address(url, buttonUrl),
  );
  if (labels === BAD || urls === BAD) return { buttons: BAD, metadata: BAD };
  if ((labels?.length ?? 0) !== (urls?.length ?? 0)) return { buttons: BAD, metadata: BAD };
  return { buttons: labels, metadata: urls && { button_urls: urls } };
}

function readPlatforms(value: unknown): Read<string[]> {
  return list(value, SUPPORTED_PLATFORMS_MAX, (each) =>
    typeof each === "string" && Object.hasOwn(GAME_PLATFORM_BITS, each) ? each : BAD,
  );
}

/** Without what was left out; undefined when anything is bad. */
function whole<T extends Record<string, unknown>>(
  fields: T,
): { [K in keyof T]?: Exclude<T[K], undefined | symbol> } | undefined {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  if (given.some(([, value]) => value === BAD)) return undefined;
  return Object.fromEntries(given) as { [K in keyof T]?: Exclude<T[K], undefined | symbol> };
}

function nested<T>(value: unknown, read: (given: Fields) => T | undefined): Read<T> {
  if (value == null) return undefined;
  const given = asFields(value);
  return given === undefined ? BAD : (read(given) ?? BAD);
}

function list(value: unknown, max: number, read: (each: unknown) => Read<string>): Read<string[]> {
  if (value == null) return undefined;
  if (!Array.isArray(value) || value.length > max) return BAD;
  const good = value.map(read).filter((each) => typeof each === "string");
  return good.length === value.length ? good : BAD;
}

function string(value: unknown, [min, max]: Lengths): Read<string> {
  if (value == null) return undefined;
  return typeof value === "string" && value.length >= min && value.length <= max ? value : BAD;
}

function address(value: unknown, lengths: Lengths): Read<string> {
  const text = string(value, lengths);
  return typeof text !== "string" || isWebAddress(text) ? text : BAD;
}

/** An address as it is; the key of an uploaded picture in lower case, as they are stored. */
function image(value: unknown, lengths: Lengths): Read<string> {
  const text = string(value, lengths);
  return typeof text !== "string" || isWebAddress(text) ? text : text.toLowerCase();
}

function integer(value: unknown, min: number, max: number): Read<number> {
  if (value == null) return undefined;
  return typeof value === "number" && Number.isInteger(value) && value >= min && value <= max ? value : BAD;
}

function asFields(value: unknown): Fields | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}
