import { ACTIVITY_LENGTHS } from "../../wire/index.js";
import { ActivityPartyPrivacy } from "../../enums/index.js";
import { textOf } from "./activity-arguments.js";
import { field, integer, oneOf } from "./field.js";
import { filled, valueObject, type ValuesOf } from "./value-object.js";

/** What 32 bits hold. */
const LARGEST_PARTY = 2 ** 31 - 1;

interface ActivityPartyMembers {
  /** Id of the party, equal for all its members; 2–128 characters. @mirrors ActivityParty::Id */
  id: string;

  /**
   * Sets {@link id}.
   * @throws {ArgumentError} when not a string, {@link ArgumentRangeError} outside the length
   * @mirrors ActivityParty::SetId
   */
  setId(value: string): void;

  /** Number of members; at least 1, and 0 until set. @mirrors ActivityParty::CurrentSize */
  currentSize: number;

  /**
   * Sets {@link currentSize}.
   * @throws {ArgumentError} when not an integer, {@link ArgumentRangeError} outside the range
   * @mirrors ActivityParty::SetCurrentSize
   */
  setCurrentSize(value: number): void;

  /** Largest number of members; 0: no maximum, and no size is shown. @mirrors ActivityParty::MaxSize */
  maxSize: number;

  /**
   * Sets {@link maxSize}.
   * @throws {ArgumentError} when not an integer, {@link ArgumentRangeError} outside the range
   * @mirrors ActivityParty::SetMaxSize
   */
  setMaxSize(value: number): void;

  /** Who may join. It is only sent: for other users it is always `Private`. @mirrors ActivityParty::Privacy */
  privacy: ActivityPartyPrivacy;

  /**
   * Sets {@link privacy}.
   * @throws {ArgumentError} when not a number, {@link ArgumentRangeError} for a value that the enum does not have
   * @mirrors ActivityParty::SetPrivacy
   */
  setPrivacy(value: ActivityPartyPrivacy): void;
}

/** The player's party. A value object: copies are independent. @mirrors ActivityParty */
export class ActivityParty extends valueObject<ActivityPartyMembers>({
  id: field(textOf(ACTIVITY_LENGTHS.partyId), ""),
  currentSize: field(integer(1, LARGEST_PARTY), 0),
  maxSize: field(integer(0, LARGEST_PARTY), 0),
  privacy: field(oneOf(ActivityPartyPrivacy), ActivityPartyPrivacy.Private),
}) {
  declare static readonly nullobj: ActivityParty;

  /** @internal values of the platform may exceed the limits of the setters */
  static of(values: Partial<ValuesOf<ActivityPartyMembers>>): ActivityParty {
    return filled(new ActivityParty(), values);
  }
}
