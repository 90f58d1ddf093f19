import { ACTIVITY_LENGTHS } from "../../wire/index.js";
import { addressOf, textOf } from "./activity-arguments.js";
import { field } from "./field.js";
import { defineFields, filled, ValueObject, type SettersOf } from "./value-object.js";

/** The properties of an {@link ActivityButton}. */
export interface ActivityButtonFields {
  /**
   * Text of the button; 1–32 characters.
   * @throws {ArgumentError} when not a string, {@link ArgumentRangeError} outside the length
   * @mirrors ActivityButton::Label, ActivityButton::SetLabel
   */
  label: string;

  /**
   * Address that the button opens; an http or https address of 1–512 characters. "" for other users' buttons.
   * @throws {ArgumentError} when not a string, {@link ArgumentRangeError} when not such an address
   * @mirrors ActivityButton::Url, ActivityButton::SetUrl
   */
  url: string;
}

export interface ActivityButton extends ActivityButtonFields, SettersOf<ActivityButtonFields> {}

/** A button on an activity's card. A value object: copies are independent. @mirrors ActivityButton */
export class ActivityButton extends ValueObject {
  declare static readonly nullobj: ActivityButton;

  /** Creates one with the defaults, or a copy of `other`. @throws {ArgumentError} when `other` is not of the class */
  constructor(other?: ActivityButton) {
    super(other);
  }
}

defineFields<ActivityButton>(ActivityButton, {
  label: field(textOf(ACTIVITY_LENGTHS.buttonLabel), ""),
  url: field(addressOf(ACTIVITY_LENGTHS.buttonUrl), ""),
});

/** Makes one from values of the platform, which may exceed the limits of the setters. */
export function activityButtonOf(values: Partial<ActivityButtonFields>): ActivityButton {
  return filled(new ActivityButton(), values);
}
