import { ACTIVITY_BUTTONS_MAX, ACTIVITY_LENGTHS, ArgumentRangeError } from "../../wire/index.js";
import { ActivityTypes, StatusDisplayTypes, type ActivityGamePlatforms } from "../../enums/index.js";
import { ActivityAssets } from "./activity-assets.js";
import { ActivityButton } from "./activity-button.js";
import { ActivityParty } from "./activity-party.js";
import { ActivitySecrets } from "./activity-secrets.js";
import { ActivityTimestamps } from "./activity-timestamps.js";
import type { IdLike } from "../argument.js";
import { addressOf, platforms, textOf } from "./activity-arguments.js";
import { copyOf } from "./copy-of.js";
import { field, hidden, id, oneOf, optional } from "./field.js";
import {
  changeField,
  defineFields,
  fieldsOf,
  filled,
  haveSameFields,
  ValueObject,
  type SettersOf,
} from "./value-object.js";

/** The properties of an {@link Activity}. */
export interface ActivityFields {
  /**
   * Name, shown in place of the application's; 1–128 characters, or "" for the application's name.
   * @throws {ArgumentError} when not a string, {@link ArgumentRangeError} outside the length
   * @mirrors Activity::Name, Activity::SetName
   */
  name: string;

  /**
   * Kind of activity; games can send `Playing`, `Listening`, `Watching` or `Competing`.
   * @throws {ArgumentError} when not a number, {@link ArgumentRangeError} for a value that the enum does not have
   * @mirrors Activity::Type, Activity::SetType
   */
  type: ActivityTypes;

  /**
   * The field that the short status shows; default: the name.
   * @throws {ArgumentError} when not a number, {@link ArgumentRangeError} for a value that the enum does not have
   * @mirrors Activity::StatusDisplayType, Activity::SetStatusDisplayType
   */
  statusDisplayType: StatusDisplayTypes | undefined;

  /**
   * State of the party; 2–128 characters.
   * @throws {ArgumentError} when not a string, {@link ArgumentRangeError} outside the length
   * @mirrors Activity::State, Activity::SetState
   */
  state: string | undefined;

  /**
   * Address that the state opens; an http or https address of 2–256 characters.
   * @throws {ArgumentError} when not a string, {@link ArgumentRangeError} when not such an address
   * @mirrors Activity::StateUrl, Activity::SetStateUrl
   */
  stateUrl: string | undefined;

  /**
   * The player's current action; 2–128 characters.
   * @throws {ArgumentError} when not a string, {@link ArgumentRangeError} outside the length
   * @mirrors Activity::Details, Activity::SetDetails
   */
  details: string | undefined;

  /**
   * Address that the details open; an http or https address of 2–256 characters.
   * @throws {ArgumentError} when not a string, {@link ArgumentRangeError} when not such an address
   * @mirrors Activity::DetailsUrl, Activity::SetDetailsUrl
   */
  detailsUrl: string | undefined;

  /**
   * The application of the activity; the platform sets it, whatever is sent.
   * @throws {ArgumentError} when not a 64-bit id
   * @mirrors Activity::ApplicationId, Activity::SetApplicationId
   */
  get applicationId(): bigint | undefined;
  set applicationId(value: IdLike | undefined);

  /**
   * The application's publisher; the platform sets it, whatever is sent.
   * @throws {ArgumentError} when not a 64-bit id
   * @mirrors Activity::ParentApplicationId, Activity::SetParentApplicationId
   */
  get parentApplicationId(): bigint | undefined;
  set parentApplicationId(value: IdLike | undefined);

  /**
   * Images; a copy.
   * @throws {ArgumentError} when not an object of the class ActivityAssets
   * @mirrors Activity::Assets, Activity::SetAssets
   */
  assets: ActivityAssets | undefined;

  /**
   * Start and end; a copy.
   * @throws {ArgumentError} when not an object of the class ActivityTimestamps
   * @mirrors Activity::Timestamps, Activity::SetTimestamps
   */
  timestamps: ActivityTimestamps | undefined;

  /**
   * The player's party; a copy.
   * @throws {ArgumentError} when not an object of the class ActivityParty
   * @mirrors Activity::Party, Activity::SetParty
   */
  party: ActivityParty | undefined;

  /**
   * Secrets for joining; a copy. Undefined for other users.
   * @throws {ArgumentError} when not an object of the class ActivitySecrets
   * @mirrors Activity::Secrets, Activity::SetSecrets
   */
  secrets: ActivitySecrets | undefined;

  /**
   * Bits of `ActivityGamePlatforms` on which users can join; 0: not set.
   * @throws {ArgumentError} when not an integer, {@link ArgumentRangeError} for unknown bits
   * @mirrors Activity::SupportedPlatforms, Activity::SetSupportedPlatforms
   */
  supportedPlatforms: ActivityGamePlatforms;
}

interface Hidden {
  readonly buttons: readonly ActivityButton[];
}

export interface Activity extends ActivityFields, SettersOf<ActivityFields> {}

/**
 * A player's rich presence. A value object: copies are independent.
 *
 * @example
 * const timestamps = new ActivityTimestamps();
 * timestamps.start = BigInt(Date.now());
 * const activity = new Activity();
 * activity.name = "Chess";
 * activity.details = "Ranked match";
 * activity.timestamps = timestamps;
 * const copy = activity.clone();
 * console.log(copy.equals(activity));
 * @mirrors Activity
 */
export class Activity extends ValueObject {
  declare static readonly nullobj: Activity;

  /** Creates one with the defaults, or a copy of `other`. @throws {ArgumentError} when `other` is not of the class */
  constructor(other?: Activity) {
    super(other);
  }

  /**
   * Adds a copy of a button. Only other users see it.
   * @throws {ArgumentRangeError} for a third button, or one without a label or an address
   * @mirrors Activity::AddButton
   */
  addButton(button: ActivityButton): void {
    const { buttons } = hiddenOf(this);
    if (buttons.length >= ACTIVITY_BUTTONS_MAX)
      throw new ArgumentRangeError("button", `at most ${String(ACTIVITY_BUTTONS_MAX)}`, "another one");
    const copy = copyOf(ActivityButton)("button", button);
    if (copy.label === "" || copy.url === "")
      throw new ArgumentRangeError("button", "a label and a url", "a button without one of them");
    changeField(this, "buttons", [...buttons, copy]);
  }

  /** Gets copies of the buttons. @mirrors Activity::GetButtons */
  getButtons(): ActivityButton[] {
    return hiddenOf(this).buttons.map((button) => button.clone());
  }

  /** Whether all fields are equal, buttons included. @mirrors Activity::Equals */
  equals(other: Activity): boolean {
    return haveSameFields(this, other);
  }
}

defineFields<Activity, Hidden>(Activity, {
  name: field(textOf(ACTIVITY_LENGTHS.name), ""),
  type: field(oneOf(ActivityTypes), ActivityTypes.Playing),
  statusDisplayType: field(optional(oneOf(StatusDisplayTypes)), undefined),
  state: field(optional(textOf(ACTIVITY_LENGTHS.text)), undefined),
  stateUrl: field(optional(addressOf(ACTIVITY_LENGTHS.textUrl)), undefined),
  details: field(optional(textOf(ACTIVITY_LENGTHS.text)), undefined),
  detailsUrl: field(optional(addressOf(ACTIVITY_LENGTHS.textUrl)), undefined),
  applicationId: field(optional(id), undefined),
  parentApplicationId: field(optional(id), undefined),
  assets: field(optional(copyOf(ActivityAssets)), undefined),
  timestamps: field(optional(copyOf(ActivityTimestamps)), undefined),
  party: field(optional(copyOf(ActivityParty)), undefined),
  secrets: field(optional(copyOf(ActivitySecrets)), undefined),
  supportedPlatforms: field(platforms, 0),
  buttons: hidden<readonly ActivityButton[]>([]),
});

function hiddenOf(activity: Activity): Hidden {
  return fieldsOf(activity) as unknown as Hidden;
}

/** Makes one from values of the platform, which may exceed the limits of the setters. */
export function activityOf(values: Partial<ActivityFields & Hidden>): Activity {
  return filled(new Activity(), values);
}
