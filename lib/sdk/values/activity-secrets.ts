import { ACTIVITY_LENGTHS } from "../../wire/index.js";
import { textOf } from "./activity-arguments.js";
import { field } from "./field.js";
import { filled, valueObject, type ValuesOf } from "./value-object.js";

interface ActivitySecretsMembers {
  /** Secret that only accepted users receive; 2–128 characters. @mirrors ActivitySecrets::Join */
  join: string;

  /**
   * Sets {@link join}.
   * @throws {ArgumentError} when not a string, {@link ArgumentRangeError} outside the length
   * @mirrors ActivitySecrets::SetJoin
   */
  setJoin(value: string): void;
}

/** The secrets by which users join. A value object: copies are independent. @mirrors ActivitySecrets */
export class ActivitySecrets extends valueObject<ActivitySecretsMembers>({
  join: field(textOf(ACTIVITY_LENGTHS.joinSecret), ""),
}) {
  static readonly secrets = ["join"];
  declare static readonly nullobj: ActivitySecrets;

  /** @internal values of the platform may exceed the limits of the setters */
  static of(values: Partial<ValuesOf<ActivitySecretsMembers>>): ActivitySecrets {
    return filled(new ActivitySecrets(), values);
  }
}
