import { showAs } from "../shown.js";
import { ACTIVITY_LENGTHS } from "../../wire/index.js";
import { textOf } from "./activity-arguments.js";
import { field } from "./field.js";
import { defineFields, filled, ValueObject, type SettersOf } from "./value-object.js";

/** The properties of an {@link ActivitySecrets}. */
export interface ActivitySecretsFields {
  /**
   * Secret that only accepted users receive; 2–128 characters.
   * @throws {ArgumentError} when not a string, {@link ArgumentRangeError} outside the length
   * @mirrors ActivitySecrets::Join, ActivitySecrets::SetJoin
   */
  join: string;
}

export interface ActivitySecrets extends ActivitySecretsFields, SettersOf<ActivitySecretsFields> {}

/** The secrets that users join with. A value object: copies are independent. @mirrors ActivitySecrets */
export class ActivitySecrets extends ValueObject {
  declare static readonly nullobj: ActivitySecrets;

  /** Creates one with the defaults, or a copy of `other`. @throws {ArgumentError} when `other` is not of the class */
  constructor(other?: ActivitySecrets) {
    super(other);
  }
}

defineFields<ActivitySecrets>(ActivitySecrets, {
  join: field(textOf(ACTIVITY_LENGTHS.joinSecret), ""),
});
showAs(ActivitySecrets, { secrets: ["join"] });

/** Makes one from values of the platform, which may exceed the limits of the setters. */
export function activitySecretsOf(values: Partial<ActivitySecretsFields>): ActivitySecrets {
  return filled(new ActivitySecrets(), values);
}
