import {
  ACTIVITY_TYPE_MAX,
  STATUS_DISPLAY_TYPE_MAX,
  type ActivityAssetsPayload,
  type ActivityPartyPayload,
  type ActivityPayload,
} from "../../wire/index.js";
import { asArray, asIdText, asInteger, asObject, asString, parseEach, type JsonObject } from "../checked.js";

const { MAX_SAFE_INTEGER } = Number;
const LARGEST_PARTY = 2 ** 31 - 1;

/**
 * An activity of another player: what this client shows of it, each field checked. A field that is not what it should be
 * is left out; it does not cost the rest.
 */
export function parseActivity(value: unknown): ActivityPayload | undefined {
  const activity = asObject(value);
  if (activity === undefined) return undefined;
  return {
    name: asString(activity["name"]) ?? "",
    type: asInteger(activity["type"], 0, ACTIVITY_TYPE_MAX) ?? 0,
    ...given({
      status_display_type: asInteger(activity["status_display_type"], 0, STATUS_DISPLAY_TYPE_MAX),
      details: asString(activity["details"]),
      details_url: asString(activity["details_url"]),
      state: asString(activity["state"]),
      state_url: asString(activity["state_url"]),
      timestamps: nested(activity["timestamps"], timestampsOf),
      assets: nested(activity["assets"], assetsOf),
      party: nested(activity["party"], partyOf),
      buttons: textsOf(activity["buttons"]),
      supported_platforms: textsOf(activity["supported_platforms"]),
      application_id: asIdText(activity["application_id"]),
      parent_application_id: asIdText(activity["parent_application_id"]),
      session_id: asString(activity["session_id"]),
    }),
  };
}

function timestampsOf(timestamps: JsonObject): { start?: number; end?: number } {
  return given({
    start: asInteger(timestamps["start"], 0, MAX_SAFE_INTEGER),
    end: asInteger(timestamps["end"], 0, MAX_SAFE_INTEGER),
  });
}

function assetsOf(assets: JsonObject): ActivityAssetsPayload {
  return given({
    large_image: asString(assets["large_image"]),
    large_text: asString(assets["large_text"]),
    large_url: asString(assets["large_url"]),
    small_image: asString(assets["small_image"]),
    small_text: asString(assets["small_text"]),
    small_url: asString(assets["small_url"]),
    invite_cover_image: asString(assets["invite_cover_image"]),
  });
}

function partyOf(party: JsonObject): ActivityPartyPayload {
  return given({ id: asString(party["id"]), size: sizeOf(party["size"]) });
}

function sizeOf(value: unknown): [current: number, max: number] | undefined {
  const [first, second] = asArray(value) ?? [];
  const current = asInteger(first, 1, LARGEST_PARTY);
  const max = current === undefined ? undefined : asInteger(second, current, LARGEST_PARTY);
  return current === undefined || max === undefined ? undefined : [current, max];
}

function textsOf(value: unknown): string[] | undefined {
  return asArray(value) === undefined ? undefined : parseEach(value, asString);
}

function nested<T>(value: unknown, read: (object: JsonObject) => T): T | undefined {
  const object = asObject(value);
  return object && read(object);
}

/** Without the fields that are undefined. */
function given<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  // A loop, for this runs several times for each presence that arrives.
  const present: Partial<T> = {};
  for (const key in fields) {
    const value = fields[key];
    if (value !== undefined) present[key] = value;
  }
  return present as { [K in keyof T]?: Exclude<T[K], undefined> };
}
