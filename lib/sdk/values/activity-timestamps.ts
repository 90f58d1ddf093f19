import { milliseconds, type TimeLike } from "./activity-arguments.js";
import { field } from "./field.js";
import { defineFields, filled, ValueObject, type SettersOf } from "./value-object.js";

/** The properties of an {@link ActivityTimestamps}. */
export interface ActivityTimestampsFields {
  /**
   * Start, Unix milliseconds; 0: not set. Without an end, the elapsed time is shown. Values below 10¹¹ are taken as
   * seconds.
   * @throws {ArgumentError} when not a whole number, a bigint or a decimal string, {@link ArgumentRangeError} above 2⁵³ − 1
   * @mirrors ActivityTimestamps::Start, ActivityTimestamps::SetStart
   */
  get start(): bigint;
  set start(value: TimeLike);

  /**
   * End, Unix milliseconds; 0: not set. The remaining time is shown. Values below 10¹¹ are taken as seconds.
   * @throws {ArgumentError} when not a whole number, a bigint or a decimal string, {@link ArgumentRangeError} above 2⁵³ − 1
   * @mirrors ActivityTimestamps::End, ActivityTimestamps::SetEnd
   */
  get end(): bigint;
  set end(value: TimeLike);
}

export interface ActivityTimestamps
  extends ActivityTimestampsFields, SettersOf<ActivityTimestampsFields, { start: TimeLike; end: TimeLike }> {}

/** Start and end of an activity. A value object: copies are independent. @mirrors ActivityTimestamps */
export class ActivityTimestamps extends ValueObject {
  declare static readonly nullobj: ActivityTimestamps;

  /** Creates one with the defaults, or a copy of `other`. @throws {ArgumentError} when `other` is not of the class */
  constructor(other?: ActivityTimestamps) {
    super(other);
  }
}

defineFields<ActivityTimestamps>(ActivityTimestamps, {
  start: field(milliseconds, 0n),
  end: field(milliseconds, 0n),
});

/** Makes one from values of the platform, which may exceed the limits of the setters. */
export function activityTimestampsOf(values: Partial<ActivityTimestampsFields>): ActivityTimestamps {
  return filled(new ActivityTimestamps(), values);
}
