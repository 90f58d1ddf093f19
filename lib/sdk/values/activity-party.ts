import { ACTIVITY_LENGTHS } from "../../wire/index.js";
import { ActivityPartyPrivacy } from "../../enums/index.js";
import { textOf } from "./activity-arguments.js";
import { field, integer, oneOf } from "./field.js";
import { defineFields, filled, ValueObject, type SettersOf } from "./value-object.js";

/** Largest signed 32-bit integer. */
const LARGEST_PARTY = 2 ** 31 - 1;

/** The properties of an {@link ActivityParty}. */
export interface ActivityPartyFields {
  /**
   * Id of the party, equal for all its members; 2–128 characters.
   * @throws {ArgumentError} when not a string, {@link ArgumentRangeError} outside the length
   * @mirrors ActivityParty::Id, ActivityParty::SetId
   */
  id: string;

  /**
   * Number of members; at least 1, and 0 until set.
   * @throws {ArgumentError} when not an integer, {@link ArgumentRangeError} outside the range
   * @mirrors ActivityParty::CurrentSize, ActivityParty::SetCurrentSize
   */
  currentSize: number;

  /**
   * Largest number of members; 0: no maximum, and no size is shown.
   * @throws {ArgumentError} when not an integer, {@link ArgumentRangeError} outside the range
   * @mirrors ActivityParty::MaxSize, ActivityParty::SetMaxSize
   */
  maxSize: number;

  /**
   * The players who may join. It is only sent: for other users it is always `Private`.
   * @throws {ArgumentError} when not a number, {@link ArgumentRangeError} for a value that the enum does not have
   * @mirrors ActivityParty::Privacy, ActivityParty::SetPrivacy
   */
  privacy: ActivityPartyPrivacy;
}

export interface ActivityParty extends ActivityPartyFields, SettersOf<ActivityPartyFields> {}

/** The player's party. A value object: copies are independent. @mirrors ActivityParty */
export class ActivityParty extends ValueObject {
  declare static readonly nullobj: ActivityParty;

  /** Creates one with the defaults, or a copy of `other`. @throws {ArgumentError} when `other` is not of the class */
  constructor(other?: ActivityParty) {
    super(other);
  }
}

defineFields<ActivityParty>(ActivityParty, {
  id: field(textOf(ACTIVITY_LENGTHS.partyId), ""),
  currentSize: field(integer(1, LARGEST_PARTY), 0),
  maxSize: field(integer(0, LARGEST_PARTY), 0),
  privacy: field(oneOf(ActivityPartyPrivacy), ActivityPartyPrivacy.Private),
});

/** Makes one from values of the platform, which may exceed the limits of the setters. */
export function activityPartyOf(values: Partial<ActivityPartyFields>): ActivityParty {
  return filled(new ActivityParty(), values);
}
