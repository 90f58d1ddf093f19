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

/** A field of an activity that breaks its rule, and the rule. */
export class ActivityRefusal {
  /** @param path of the field, as in `assets.large_text`; empty for the activity itself */
  constructor(
    readonly path: string,
    readonly expected: string,
  ) {}

  /** The same refusal, seen from the object that has this field. */
  within(field: string): ActivityRefusal {
    return new ActivityRefusal(this.path === "" ? field : `${field}.${this.path}`, this.expected);
  }
}

type Read<T> = T | undefined | ActivityRefusal;

type Fields = Readonly<Record<string, unknown>>;

type Lengths = readonly [min: number, max: number];

const refused = (expected: string): ActivityRefusal => new ActivityRefusal("", expected);

/** Seven and a half million years: more than any clock shows. */
const LATEST_MS = Number.MAX_SAFE_INTEGER;
const LARGEST_PARTY = 2 ** 31 - 1;

/**
 * Reads one activity of op 3 by the table of G§6. Null counts as left out; unknown fields are left out.
 * @param defaultName of the application, where the client names none
 * @returns a refusal for the first field that breaks its rule
 */
export function readActivity(value: unknown, defaultName: string): ActivityFields | ActivityRefusal {
  const given = asFields(value);
  if (given === undefined) return refused("an object");
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
  }) as ActivityFields | ActivityRefusal;
}

function readTimestamps(given: Fields): Fields | ActivityRefusal {
  return whole({
    start: integer(given["start"], 0, LATEST_MS),
    end: integer(given["end"], 0, LATEST_MS),
  });
}

function readAssets(given: Fields): ActivityAssetsPayload | ActivityRefusal {
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

function readParty(given: Fields): ActivityPartyPayload | ActivityRefusal {
  return whole({
    id: string(given["id"], ACTIVITY_LENGTHS.partyId),
    size: readPartySize(given["size"]),
    privacy: integer(given["privacy"], 0, PARTY_PRIVACY_MAX),
  }) as ActivityPartyPayload | ActivityRefusal;
}

function readPartySize(value: unknown): Read<number[]> {
  if (value == null) return undefined;
  const [current, max] = Array.isArray(value) && value.length === 2 ? (value as unknown[]) : [];
  const isSize = isWhole(current, 1, LARGEST_PARTY) && isWhole(max, current, LARGEST_PARTY);
  return isSize ? [current, max] : refused(`[current, max] with 1 <= current <= max <= ${LARGEST_PARTY}`);
}

function readSecrets(given: Fields): Fields | ActivityRefusal {
  return whole({ join: string(given["join"], ACTIVITY_LENGTHS.joinSecret) });
}

function readButtons(given: Fields): Record<"buttons" | "metadata", Read<unknown>> {
  const { buttonLabel, buttonUrl } = ACTIVITY_LENGTHS;
  const labels = list(given["buttons"], ACTIVITY_BUTTONS_MAX, (label) => string(label, buttonLabel));
  const urls = list(asFields(given["metadata"])?.["button_urls"], ACTIVITY_BUTTONS_MAX, (url) =>
    address(url, buttonUrl),
  );
  if (labels instanceof ActivityRefusal) return { buttons: labels, metadata: undefined };
  if (urls instanceof ActivityRefusal) return { buttons: undefined, metadata: urls.within("button_urls") };
  if ((labels?.length ?? 0) !== (urls?.length ?? 0))
    return { buttons: refused("as many labels as metadata.button_urls"), metadata: undefined };
  return { buttons: labels, metadata: urls && { button_urls: urls } };
}

function readPlatforms(value: unknown): Read<string[]> {
  return list(value, SUPPORTED_PLATFORMS_MAX, (each) =>
    typeof each === "string" && Object.hasOwn(GAME_PLATFORM_BITS, each)
      ? each
      : refused(`one of ${Object.keys(GAME_PLATFORM_BITS).join(", ")}`),
  );
}

/** The record without omitted fields, or the first refusal. */
function whole<T extends Record<string, unknown>>(
  fields: T,
): { [K in keyof T]?: Exclude<T[K], undefined | ActivityRefusal> } | ActivityRefusal {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  for (const [field, value] of given) if (value instanceof ActivityRefusal) return value.within(field);
  return Object.fromEntries(given) as { [K in keyof T]?: Exclude<T[K], undefined | ActivityRefusal> };
}

function nested<T>(value: unknown, read: (given: Fields) => T | ActivityRefusal): Read<T> {
  if (value == null) return undefined;
  const given = asFields(value);
  return given === undefined ? refused("an object") : read(given);
}

function list(value: unknown, max: number, read: (each: unknown) => Read<string>): Read<string[]> {
  if (value == null) return undefined;
  if (!Array.isArray(value) || value.length > max) return refused(`a list of at most ${max}`);
  const good: string[] = [];
  for (const [index, each] of value.entries()) {
    const one = read(each) ?? refused("a text");
    if (one instanceof ActivityRefusal) return one.within(String(index));
    good.push(one);
  }
  return good;
}

function string(value: unknown, [min, max]: Lengths): Read<string> {
  if (value == null) return undefined;
  const isText = typeof value === "string" && value.length >= min && value.length <= max;
  return isText ? value : refused(`a text of ${min} to ${max} characters`);
}

function address(value: unknown, lengths: Lengths): Read<string> {
  const text = string(value, lengths);
  return typeof text !== "string" || isWebAddress(text) ? text : refused("an http or https address");
}

/** An address as it is; the key of an uploaded picture in lower case, as they are stored. */
function image(value: unknown, lengths: Lengths): Read<string> {
  const text = string(value, lengths);
  return typeof text !== "string" || isWebAddress(text) ? text : text.toLowerCase();
}

function integer(value: unknown, min: number, max: number): Read<number> {
  if (value == null) return undefined;
  return isWhole(value, min, max) ? value : refused(`a whole number from ${min} to ${max}`);
}

function isWhole(value: unknown, min: number, max: number): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= min && value <= max;
}

function asFields(value: unknown): Fields | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}
