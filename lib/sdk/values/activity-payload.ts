import {
  type ActivityPartyPayload,
  type ActivityPayload,
  ArgumentRangeError,
  GAME_PLATFORM_BITS,
} from "../../wire/index.js";
import { ActivityTypes } from "../../enums/index.js";
import { ActivityAssets, activityAssetsOf } from "./activity-assets.js";
import { type ActivityButton, activityButtonOf } from "./activity-button.js";
import { type ActivityParty, activityPartyOf } from "./activity-party.js";
import { ActivitySecrets, activitySecretsOf } from "./activity-secrets.js";
import { validArgument } from "./copy-of.js";
import { ActivityTimestamps, activityTimestampsOf } from "./activity-timestamps.js";
import { Activity, activityOf } from "./activity.js";

const GAME_TYPES: readonly ActivityTypes[] = [
  ActivityTypes.Playing,
  ActivityTypes.Listening,
  ActivityTypes.Watching,
  ActivityTypes.Competing,
];

/** [field of the payload, field of the value object] */
const TEXTS = [
  ["details", "details"],
  ["details_url", "detailsUrl"],
  ["state", "state"],
  ["state_url", "stateUrl"],
] as const;
const ASSETS = [
  ["large_image", "largeImage"],
  ["large_text", "largeText"],
  ["large_url", "largeUrl"],
  ["small_image", "smallImage"],
  ["small_text", "smallText"],
  ["small_url", "smallUrl"],
  ["invite_cover_image", "inviteCoverImage"],
] as const;

/**
 * Writes an activity as the platform receives it: without empty fields and without those that only the platform sets.
 * @param defaultName name to send when the activity has none
 * @throws {ArgumentError} when it is not a valid activity, {@link ArgumentRangeError} when its fields contradict each other
 */
export function writeActivity(activity: Activity, defaultName: string): ActivityPayload {
  validArgument(Activity, "activity", activity);
  if (!GAME_TYPES.includes(activity.type))
    throw new ArgumentRangeError("activity.type", `one of ${GAME_TYPES.join(", ")}`, String(activity.type));
  const { join } = activity.secrets ?? new ActivitySecrets();
  return {
    name: activity.name === "" ? defaultName : activity.name,
    type: activity.type,
    ...optional("status_display_type", activity.statusDisplayType),
    ...writeTexts(activity, TEXTS),
    ...object("timestamps", writeTimestamps(activity.timestamps ?? new ActivityTimestamps())),
    ...object("assets", writeTexts(activity.assets ?? new ActivityAssets(), ASSETS)),
    ...object("party", writeParty(activity.party)),
    ...object("secrets", optional("join", join)),
    ...writeButtons(activity.getButtons()),
    ...list("supported_platforms", platformNames(activity.supportedPlatforms)),
  };
}

/** Reads an activity as the platform sends it. */
export function readActivity(payload: ActivityPayload): Activity {
  const { application_id, parent_application_id, assets, timestamps, party, secrets } = payload;
  const { start, end } = timestamps ?? {};
  return activityOf({
    name: payload.name,
    type: payload.type as ActivityTypes,
    statusDisplayType: payload.status_display_type as Activity["statusDisplayType"],
    ...readTexts(payload, TEXTS),
    applicationId: application_id === undefined ? undefined : BigInt(application_id),
    parentApplicationId: parent_application_id === undefined ? undefined : BigInt(parent_application_id),
    assets: assets && activityAssetsOf(readTexts(assets, ASSETS)),
    timestamps: timestamps && activityTimestampsOf({ start: BigInt(start ?? 0), end: BigInt(end ?? 0) }),
    party: party && readParty(party),
    secrets: secrets && activitySecretsOf({ join: secrets.join ?? "" }),
    supportedPlatforms: platformBits(payload.supported_platforms ?? []),
    buttons: (payload.buttons ?? []).map((label) => activityButtonOf({ label })),
  });
}

type Pairs = readonly (readonly [wire: string, field: string])[];
type WireOf<P extends Pairs> = P[number][0];
type FieldOf<P extends Pairs> = P[number][1];

function writeTexts<P extends Pairs>(
  from: Readonly<Record<FieldOf<P>, string | undefined>>,
  pairs: P,
): Partial<Record<WireOf<P>, string>> {
  const texts = pairs.map(([wire, field]) => [wire, from[field as FieldOf<P>]] as const);
  return Object.fromEntries(texts.filter(([, text]) => text !== undefined && text !== "")) as Partial<
    Record<WireOf<P>, string>
  >;
}

function readTexts<P extends Pairs>(
  from: Readonly<Partial<Record<WireOf<P>, string | undefined>>>,
  pairs: P,
): Record<FieldOf<P>, string | undefined> {
  const texts = pairs.map(([wire, field]) => [field, from[wire as WireOf<P>]] as const);
  return Object.fromEntries(texts) as Record<FieldOf<P>, string | undefined>;
}

function writeTimestamps({ start, end }: ActivityTimestamps): { start?: number; end?: number } {
  return { ...optional("start", Number(start)), ...optional("end", Number(end)) };
}

function writeParty(party: ActivityParty | undefined): ActivityPartyPayload {
  if (party?.isValid() !== true) return {};
  const { id, currentSize, maxSize, privacy } = party;
  if (maxSize > 0 && currentSize > maxSize)
    throw new ArgumentRangeError(
      "activity.party.currentSize",
      `at most the maxSize of ${String(maxSize)}`,
      String(currentSize),
    );
  const hasSize = maxSize > 0 && currentSize > 0;
  return { ...optional("id", id), ...(hasSize ? { size: [currentSize, maxSize] } : {}), privacy };
}

/** The platform sends no privacy for other users' parties: they read as private. */
function readParty({ id = "", size: [currentSize, maxSize] = [0, 0], privacy = 0 }: ActivityPartyPayload) {
  return activityPartyOf({ id, currentSize, maxSize, privacy: privacy as ActivityParty["privacy"] });
}

function writeButtons(buttons: readonly ActivityButton[]): Pick<ActivityPayload, "buttons" | "metadata"> {
  if (buttons.length === 0) return {};
  return {
    buttons: buttons.map(({ label }) => label),
    metadata: { button_urls: buttons.map(({ url }) => url) },
  };
}

function platformNames(bits: number): string[] {
  return Object.keys(GAME_PLATFORM_BITS).filter((name) => (bits & (GAME_PLATFORM_BITS[name] ?? 0)) !== 0);
}

function platformBits(names: readonly string[]): number {
  return names.reduce((bits, name) => bits | (GAME_PLATFORM_BITS[name] ?? 0), 0);
}

/** Omits a value that is undefined, "" or 0. */
function optional<K extends string, V>(name: K, value: V): { [k in K]?: Exclude<V, undefined> } {
  const isEmpty = value === undefined || value === "" || value === 0;
  return (isEmpty ? {} : { [name]: value }) as { [k in K]?: Exclude<V, undefined> };
}

function object<K extends string, V extends object>(name: K, value: V): { [k in K]?: V } {
  return (Object.keys(value).length === 0 ? {} : { [name]: value }) as { [k in K]?: V };
}

function list<K extends string>(name: K, values: string[]): { [k in K]?: string[] } {
  return (values.length === 0 ? {} : { [name]: values }) as { [k in K]?: string[] };
}
