import { ACTIVITY_LENGTHS } from "../../wire/index.js";
import { addressOf, textOf } from "./activity-arguments.js";
import { field } from "./field.js";
import { filled, valueObject, type ValuesOf } from "./value-object.js";

interface ActivityButtonMembers {
  /** Text of the button; 1–32 characters. @mirrors ActivityButton::Label */
  label: string;

  /**
   * Sets {@link label}.
   * @throws {ArgumentError} when not a string, {@link ArgumentRangeError} outside the length
   * @mirrors ActivityButton::SetLabel
   */
  setLabel(value: string): void;

  /**
   * Address that the button opens; an http or https address of 1–512 characters. "" for other users' buttons.
   * @mirrors ActivityButton::Url
   */
  url: string;

  /**
   * Sets {@link url}.
   * @throws {ArgumentError} when not a string, {@link ArgumentRangeError} when not such an address
   * @mirrors ActivityButton::SetUrl
   */
  setUrl(value: string): void;
}

/** A button on an activity's card. A value object: copies are independent. @mirrors ActivityButton */
export class ActivityButton extends valueObject<ActivityButtonMembers>({
  label: field(textOf(ACTIVITY_LENGTHS.buttonLabel), ""),
  url: field(addressOf(ACTIVITY_LENGTHS.buttonUrl), ""),
}) {
  declare static readonly nullobj: ActivityButton;

  /** @internal values of the platform may exceed the limits of the setters */
  static of(values: Partial<ValuesOf<ActivityButtonMembers>>): ActivityButton {
    return filled(new ActivityButton(), values);
  }
}
