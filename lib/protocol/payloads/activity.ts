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
 * is left out; it does not cost the rest. Absent fields are undefined, so that all activities have one shape: that takes the
 * least memory and the least time to make and to compare. The fields that change most often come first.
 */
export function parseActivity(value: unknown): ActivityPayload | undefined {
  const activity = asObject(value);
  if (activity === undefined) return undefined;
  return {
    details: asString(activity["details"]),
    state: asString(activity["state"]),
    party: nested(activity["party"], partyOf),
    timestamps: nested(activity["timestamps"], timestampsOf),
    assets: nested(activity["assets"], assetsOf),
    session_id: asString(activity["session_id"]),
    application_id: asIdText(activity["application_id"]),
    parent_application_id: asIdText(activity["parent_application_id"]),
    name: asString(activity["name"]) ?? "",
    type: asInteger(activity["type"], 0, ACTIVITY_TYPE_MAX) ?? 0,
    status_display_type: asInteger(activity["status_display_type"], 0, STATUS_DISPLAY_TYPE_MAX),
    details_url: asString(activity["details_url"]),
    state_url: asString(activity["state_url"]),
    buttons: textsOf(activity["buttons"]),
    supported_platforms: textsOf(activity["supported_platforms"]),
  };
}

function timestampsOf(timestamps: JsonObject): NonNullable<ActivityPayload["timestamps"]> {
  return {
    start: asInteger(timestamps["start"], 0, MAX_SAFE_INTEGER),
    end: asInteger(timestamps["end"], 0, MAX_SAFE_INTEGER),
  };
}

function assetsOf(assets: JsonObject): ActivityAssetsPayload {
  return {
    large_image: asString(assets["large_image"]),
    large_text: asString(assets["large_text"]),
    large_url: asString(assets["large_url"]),
    small_image: asString(assets["small_image"]),
    small_text: asString(assets["small_text"]),
    small_url: asString(assets["small_url"]),
    invite_cover_image: asString(assets["invite_cover_image"]),
  };
}

function partyOf(party: JsonObject): ActivityPartyPayload {
  return { id: asString(party["id"]), size: sizeOf(party["size"]) };
}

function sizeOf(value: unknown): [current: number, max: number] | undefined {
  const size = asArray(value);
  const current = asInteger(size?.[0], 1, LARGEST_PARTY);
  const max = current === undefined ? undefined : asInteger(size?.[1], current, LARGEST_PARTY);
  return current === undefined || max === undefined ? undefined : [current, max];
}

function textsOf(value: unknown): string[] | undefined {
  return asArray(value) === undefined ? undefined : parseEach(value, asString);
}

function nested<T>(value: unknown, read: (object: JsonObject) => T): T | undefined {
  const object = asObject(value);
  return object && read(object);
}
