import { ACTIVITY_LENGTHS } from "../../wire/index.js";
import { enumArgument, integerArgument } from "../argument.js";
import { ActivityPartyPrivacy } from "../enums.js";
import { textOrNothing } from "./activity-arguments.js";
import { ValueObject } from "./value-object.js";

/** What 32 bits hold. */
const LARGEST_PARTY = 2 ** 31 - 1;

interface ActivityPartyFields {
  id: string;
  currentSize: number;
  maxSize: number;
  privacy: ActivityPartyPrivacy;
}

const defaults = (): ActivityPartyFields => ({
  id: "",
  currentSize: 0,
  maxSize: 0,
  privacy: ActivityPartyPrivacy.Private,
});

/** The party a player is in. A value object: copies are independent. @mirrors ActivityParty */
export class ActivityParty extends ValueObject<ActivityPartyFields> {
  static readonly nullobj = ActivityParty.invalid(new ActivityParty());

  constructor() {
    super(defaults);
  }

  /** A copy that takes the content over; `other` becomes invalid. */
  static moveFrom(other: ActivityParty): ActivityParty {
    return new ActivityParty().moveAssign(other);
  }

  /** @internal what the platform tells; the limits are for what is sent */
  static of(fields: Partial<ActivityPartyFields>): ActivityParty {
    const made = new ActivityParty();
    made.fill(fields);
    return made;
  }

  /** An independent copy; of an invalid object an invalid one. */
  clone(): ActivityParty {
    return new ActivityParty().assign(this);
  }

  /** The same for all members; 2–128 characters. @mirrors ActivityParty::Id */
  get id(): string {
    return this.fields.id;
  }

  set id(value: string) {
    this.change("id", textOrNothing("id", value, ACTIVITY_LENGTHS.partyId));
  }

  /**
   * @throws {ArgumentRangeError} outside the length, {@link TypeError} when not a string
   * @mirrors ActivityParty::SetId
   */
  setId(value: string): void {
    this.id = value;
  }

  /** How many are in it; at least 1. 0 until set. @mirrors ActivityParty::CurrentSize */
  get currentSize(): number {
    return this.fields.currentSize;
  }

  set currentSize(value: number) {
    this.change("currentSize", integerArgument("currentSize", value, 1, LARGEST_PARTY));
  }

  /**
   * @throws {ArgumentRangeError} below 1, {@link TypeError} when not an integer
   * @mirrors ActivityParty::SetCurrentSize
   */
  setCurrentSize(value: number): void {
    this.currentSize = value;
  }

  /** How many it takes; 0: no maximum, then no size is shown. @mirrors ActivityParty::MaxSize */
  get maxSize(): number {
    return this.fields.maxSize;
  }

  set maxSize(value: number) {
    this.change("maxSize", integerArgument("maxSize", value, 0, LARGEST_PARTY));
  }

  /**
   * @throws {ArgumentRangeError} below 0, {@link TypeError} when not an integer
   * @mirrors ActivityParty::SetMaxSize
   */
  setMaxSize(value: number): void {
    this.maxSize = value;
  }

  /** Who may join. Only sent: of others it is always `Private`. @mirrors ActivityParty::Privacy */
  get privacy(): ActivityPartyPrivacy {
    return this.fields.privacy;
  }

  set privacy(value: ActivityPartyPrivacy) {
    this.change("privacy", enumArgument("privacy", ActivityPartyPrivacy, value));
  }

  /** @throws {ArgumentRangeError} for a value the enum does not have @mirrors ActivityParty::SetPrivacy */
  setPrivacy(value: ActivityPartyPrivacy): void {
    this.privacy = value;
  }
}
