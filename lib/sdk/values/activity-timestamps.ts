import { milliseconds, type TimeLike } from "./activity-arguments.js";
import { field } from "./field.js";
import { filled, valueObject, type ValuesOf } from "./value-object.js";

interface ActivityTimestampsMembers {
  /**
   * Start, Unix milliseconds; 0: not set. Without an end, the elapsed time is shown. Values below 10¹¹ are taken as
   * seconds.
   * @mirrors ActivityTimestamps::Start
   */
  get start(): bigint;
  set start(value: TimeLike);

  /**
   * Sets {@link start}.
   * @throws {ArgumentError} when not a whole number, a bigint or a decimal string, {@link ArgumentRangeError} above 2⁵³ − 1
   * @mirrors ActivityTimestamps::SetStart
   */
  setStart(value: TimeLike): void;

  /**
   * End, Unix milliseconds; 0: not set. The remaining time is shown. Values below 10¹¹ are taken as seconds.
   * @mirrors ActivityTimestamps::End
   */
  get end(): bigint;
  set end(value: TimeLike);

  /**
   * Sets {@link end}.
   * @throws {ArgumentError} when not a whole number, a bigint or a decimal string, {@link ArgumentRangeError} above 2⁵³ − 1
   * @mirrors ActivityTimestamps::SetEnd
   */
  setEnd(value: TimeLike): void;
}

/** Start and end of an activity. A value object: copies are independent. @mirrors ActivityTimestamps */
export class ActivityTimestamps extends valueObject<ActivityTimestampsMembers>({
  start: field(milliseconds, 0n),
  end: field(milliseconds, 0n),
}) {
  declare static readonly nullobj: ActivityTimestamps;

  /** @internal values of the platform may exceed the limits of the setters */
  static of(values: Partial<ValuesOf<ActivityTimestampsMembers>>): ActivityTimestamps {
    return filled(new ActivityTimestamps(), values);
  }
}
