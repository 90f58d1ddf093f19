import { ACTIVITY_LENGTHS } from "../../wire/index.js";
import { textOrNothing } from "./activity-arguments.js";
import { ValueObject } from "./value-object.js";

interface ActivitySecretsFields {
  join: string;
}

const defaults = (): ActivitySecretsFields => ({
  join: "",
});

/** What lets others in. A value object: copies are independent. @mirrors ActivitySecrets */
export class ActivitySecrets extends ValueObject<ActivitySecretsFields> {
  static readonly nullobj = ActivitySecrets.invalid(new ActivitySecrets());

  constructor() {
    super(defaults);
  }

  /** A copy that takes the content over; `other` becomes invalid. */
  static moveFrom(other: ActivitySecrets): ActivitySecrets {
    return new ActivitySecrets().moveAssign(other);
  }

  /** @internal what the platform tells; the limits are for what is sent */
  static of(fields: Partial<ActivitySecretsFields>): ActivitySecrets {
    const made = new ActivitySecrets();
    made.fill(fields);
    return made;
  }

  /** An independent copy; of an invalid object an invalid one. */
  clone(): ActivitySecrets {
    return new ActivitySecrets().assign(this);
  }

  /** Given only to those who were accepted; 2–128 characters. @mirrors ActivitySecrets::Join */
  get join(): string {
    return this.fields.join;
  }

  set join(value: string) {
    this.change("join", textOrNothing("join", value, ACTIVITY_LENGTHS.joinSecret));
  }

  /**
   * @throws {ArgumentRangeError} outside the length, {@link TypeError} when not a string
   * @mirrors ActivitySecrets::SetJoin
   */
  setJoin(value: string): void {
    this.join = value;
  }
}
