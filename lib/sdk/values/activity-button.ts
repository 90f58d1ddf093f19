import { ACTIVITY_LENGTHS } from "../../wire/index.js";
import { addressOrNothing, textOrNothing } from "./activity-arguments.js";
import { ValueObject } from "./value-object.js";

interface ActivityButtonFields {
  label: string;
  url: string;
}

const defaults = (): ActivityButtonFields => ({
  label: "",
  url: "",
});

/** A button on an activity's card. A value object: copies are independent. @mirrors ActivityButton */
export class ActivityButton extends ValueObject<ActivityButtonFields> {
  static readonly nullobj = ActivityButton.invalid(new ActivityButton());

  constructor() {
    super(defaults);
  }

  /** A copy that takes the content over; `other` becomes invalid. */
  static moveFrom(other: ActivityButton): ActivityButton {
    return new ActivityButton().moveAssign(other);
  }

  /** @internal what the platform tells; the limits are for what is sent */
  static of(fields: Partial<ActivityButtonFields>): ActivityButton {
    const made = new ActivityButton();
    made.fill(fields);
    return made;
  }

  /** An independent copy; of an invalid object an invalid one. */
  clone(): ActivityButton {
    return new ActivityButton().assign(this);
  }

  /** 1–32 characters. @mirrors ActivityButton::Label */
  get label(): string {
    return this.fields.label;
  }

  set label(value: string) {
    this.change("label", textOrNothing("label", value, ACTIVITY_LENGTHS.buttonLabel));
  }

  /**
   * @throws {ArgumentRangeError} outside the length, {@link TypeError} when not a string
   * @mirrors ActivityButton::SetLabel
   */
  setLabel(value: string): void {
    this.label = value;
  }

  /**
   * What it opens; an http or https address of 1–512 characters. Of others' buttons "".
   * @mirrors ActivityButton::Url
   */
  get url(): string {
    return this.fields.url;
  }

  set url(value: string) {
    this.change("url", addressOrNothing("url", value, ACTIVITY_LENGTHS.buttonUrl));
  }

  /**
   * @throws {ArgumentRangeError} outside the length or when no http address, {@link TypeError} when not a string
   * @mirrors ActivityButton::SetUrl
   */
  setUrl(value: string): void {
    this.url = value;
  }
}
