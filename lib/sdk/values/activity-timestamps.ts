import type { IdLike } from "../argument.js";
import { millisecondsArgument } from "./activity-arguments.js";
import { ValueObject } from "./value-object.js";

interface ActivityTimestampsFields {
  start: bigint;
  end: bigint;
}

const defaults = (): ActivityTimestampsFields => ({
  start: 0n,
  end: 0n,
});

/** When an activity began and ends. A value object: copies are independent. @mirrors ActivityTimestamps */
export class ActivityTimestamps extends ValueObject<ActivityTimestampsFields> {
  static readonly nullobj = ActivityTimestamps.invalid(new ActivityTimestamps());

  constructor() {
    super(defaults);
  }

  /** A copy that takes the content over; `other` becomes invalid. */
  static moveFrom(other: ActivityTimestamps): ActivityTimestamps {
    return new ActivityTimestamps().moveAssign(other);
  }

  /** @internal what the platform tells; the limits are for what is sent */
  static of(fields: Partial<ActivityTimestampsFields>): ActivityTimestamps {
    const made = new ActivityTimestamps();
    made.fill(fields);
    return made;
  }

  /** An independent copy; of an invalid object an invalid one. */
  clone(): ActivityTimestamps {
    return new ActivityTimestamps().assign(this);
  }

  /**
   * Unix milliseconds; 0: not said. Alone it counts up. Values below 10¹¹ are taken as seconds.
   * @mirrors ActivityTimestamps::Start
   */
  get start(): bigint {
    return this.fields.start;
  }

  set start(value: IdLike) {
    this.change("start", millisecondsArgument("start", value));
  }

  /**
   * @throws {ArgumentError} when not a bigint or decimal string, {@link ArgumentRangeError} above 2⁵³ − 1
   * @mirrors ActivityTimestamps::SetStart
   */
  setStart(value: IdLike): void {
    this.start = value;
  }

  /**
   * Unix milliseconds; 0: not said. Counts down. Values below 10¹¹ are taken as seconds.
   * @mirrors ActivityTimestamps::End
   */
  get end(): bigint {
    return this.fields.end;
  }

  set end(value: IdLike) {
    this.change("end", millisecondsArgument("end", value));
  }

  /**
   * @throws {ArgumentError} when not a bigint or decimal string, {@link ArgumentRangeError} above 2⁵³ − 1
   * @mirrors ActivityTimestamps::SetEnd
   */
  setEnd(value: IdLike): void {
    this.end = value;
  }
}
