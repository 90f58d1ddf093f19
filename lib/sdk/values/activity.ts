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
import { filled, valueObject, type ValuesOf } from "./value-object.js";

interface ActivityMembers {
  /**
   * Name, shown in place of the application's; 1–128 characters, or "" for the application's name.
   * @mirrors Activity::Name
   */
  name: string;

  /**
   * Sets {@link name}.
   * @throws {ArgumentError} when not a string, {@link ArgumentRangeError} outside the length
   * @mirrors Activity::SetName
   */
  setName(value: string): void;

  /** Kind of activity; games can send `Playing`, `Listening`, `Watching` or `Competing`. @mirrors Activity::Type */
  type: ActivityTypes;

  /**
   * Sets {@link type}.
   * @throws {ArgumentError} when not a number, {@link ArgumentRangeError} for a value that the enum does not have
   * @mirrors Activity::SetType
   */
  setType(value: ActivityTypes): void;

  /** The field that the short status shows; default: the name. @mirrors Activity::StatusDisplayType */
  statusDisplayType: StatusDisplayTypes | undefined;

  /**
   * Sets {@link statusDisplayType}.
   * @throws {ArgumentError} when not a number, {@link ArgumentRangeError} for a value that the enum does not have
   * @mirrors Activity::SetStatusDisplayType
   */
  setStatusDisplayType(value: StatusDisplayTypes | undefined): void;

  /** State of the party; 2–128 characters. @mirrors Activity::State */
  state: string | undefined;

  /**
   * Sets {@link state}.
   * @throws {ArgumentError} when not a string, {@link ArgumentRangeError} outside the length
   * @mirrors Activity::SetState
   */
  setState(value: string | undefined): void;

  /** Address that the state opens; an http or https address of 2–256 characters. @mirrors Activity::StateUrl */
  stateUrl: string | undefined;

  /**
   * Sets {@link stateUrl}.
   * @throws {ArgumentError} when not a string, {@link ArgumentRangeError} when not such an address
   * @mirrors Activity::SetStateUrl
   */
  setStateUrl(value: string | undefined): void;

  /** What the player is doing; 2–128 characters. @mirrors Activity::Details */
  details: string | undefined;

  /**
   * Sets {@link details}.
   * @throws {ArgumentError} when not a string, {@link ArgumentRangeError} outside the length
   * @mirrors Activity::SetDetails
   */
  setDetails(value: string | undefined): void;

  /** Address that the details open; an http or https address of 2–256 characters. @mirrors Activity::DetailsUrl */
  detailsUrl: string | undefined;

  /**
   * Sets {@link detailsUrl}.
   * @throws {ArgumentError} when not a string, {@link ArgumentRangeError} when not such an address
   * @mirrors Activity::SetDetailsUrl
   */
  setDetailsUrl(value: string | undefined): void;

  /** The application of the activity; the platform sets it, whatever is sent. @mirrors Activity::ApplicationId */
  get applicationId(): bigint | undefined;
  set applicationId(value: IdLike | undefined);

  /**
   * Sets {@link applicationId}.
   * @throws {ArgumentError} when not a 64-bit id
   * @mirrors Activity::SetApplicationId
   */
  setApplicationId(value: IdLike | undefined): void;

  /** The application's publisher; the platform sets it, whatever is sent. @mirrors Activity::ParentApplicationId */
  get parentApplicationId(): bigint | undefined;
  set parentApplicationId(value: IdLike | undefined);

  /**
   * Sets {@link parentApplicationId}.
   * @throws {ArgumentError} when not a 64-bit id
   * @mirrors Activity::SetParentApplicationId
   */
  setParentApplicationId(value: IdLike | undefined): void;

  /** Images; a copy. @mirrors Activity::Assets */
  assets: ActivityAssets | undefined;

  /**
   * Sets {@link assets}.
   * @throws {ArgumentError} when not an object of the class ActivityAssets
   * @mirrors Activity::SetAssets
   */
  setAssets(value: ActivityAssets | undefined): void;

  /** Start and end; a copy. @mirrors Activity::Timestamps */
  timestamps: ActivityTimestamps | undefined;

  /**
   * Sets {@link timestamps}.
   * @throws {ArgumentError} when not an object of the class ActivityTimestamps
   * @mirrors Activity::SetTimestamps
   */
  setTimestamps(value: ActivityTimestamps | undefined): void;

  /** The player's party; a copy. @mirrors Activity::Party */
  party: ActivityParty | undefined;

  /**
   * Sets {@link party}.
   * @throws {ArgumentError} when not an object of the class ActivityParty
   * @mirrors Activity::SetParty
   */
  setParty(value: ActivityParty | undefined): void;

  /** Secrets for joining; a copy. Undefined for other users. @mirrors Activity::Secrets */
  secrets: ActivitySecrets | undefined;

  /**
   * Sets {@link secrets}.
   * @throws {ArgumentError} when not an object of the class ActivitySecrets
   * @mirrors Activity::SetSecrets
   */
  setSecrets(value: ActivitySecrets | undefined): void;

  /** Bits of `ActivityGamePlatforms` on which users can join; 0: not set. @mirrors Activity::SupportedPlatforms */
  supportedPlatforms: ActivityGamePlatforms;

  /**
   * Sets {@link supportedPlatforms}.
   * @throws {ArgumentError} when not an integer, {@link ArgumentRangeError} for unknown bits
   * @mirrors Activity::SetSupportedPlatforms
   */
  setSupportedPlatforms(value: ActivityGamePlatforms): void;
}

interface Hidden {
  readonly buttons: readonly ActivityButton[];
}

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
export class Activity extends valueObject<ActivityMembers, Hidden>({
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
}) {
  declare static readonly nullobj: Activity;

  /** @internal values of the platform may exceed the limits of the setters */
  static of(values: Partial<ValuesOf<ActivityMembers, Hidden>>): Activity {
    return filled(new Activity(), values);
  }

  /**
   * Adds a copy of a button. Only other users see it.
   * @throws {ArgumentRangeError} for a third button, or one without a label or an address
   * @mirrors Activity::AddButton
   */
  addButton(button: ActivityButton): void {
    const { buttons } = this.fields;
    if (buttons.length >= ACTIVITY_BUTTONS_MAX)
      throw new ArgumentRangeError("button", `at most ${String(ACTIVITY_BUTTONS_MAX)}`, "another one");
    const copy = copyOf(ActivityButton)("button", button);
    if (copy.label === "" || copy.url === "")
      throw new ArgumentRangeError("button", "a label and a url", "a button without one of them");
    this.change("buttons", [...buttons, copy]);
  }

  /** Gets copies of the buttons. @mirrors Activity::GetButtons */
  getButtons(): ActivityButton[] {
    return this.fields.buttons.map((button) => button.clone());
  }

  /** Whether all fields are equal, buttons included. @mirrors Activity::Equals */
  equals(other: Activity): boolean {
    return this.hasSameFields(other);
  }
}
