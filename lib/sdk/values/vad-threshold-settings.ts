import { booleanArgument, numberArgument } from "../argument.js";
import { ValueObject } from "./value-object.js";

interface VADThresholdSettingsFields {
  vadThreshold: number;
  automatic: boolean;
}

const defaults = (): VADThresholdSettingsFields => ({ vadThreshold: -60, automatic: true });

/**
 * When the microphone opens by voice. A value object: copies are independent.
 * @mirrors VADThresholdSettings
 */
export class VADThresholdSettings extends ValueObject<VADThresholdSettingsFields> {
  static readonly nullobj = VADThresholdSettings.invalid(new VADThresholdSettings());

  /** @internal made by the client only */
  constructor() {
    super(defaults);
  }

  /** A copy that takes the content over; `other` becomes invalid. */
  static moveFrom(other: VADThresholdSettings): VADThresholdSettings {
    return new VADThresholdSettings().moveAssign(other);
  }

  /** An independent copy; of an invalid object an invalid one. */
  clone(): VADThresholdSettings {
    return new VADThresholdSettings().assign(this);
  }

  /** dBFS, −100 to 0; used when not automatic. @mirrors VADThresholdSettings::VadThreshold */
  get vadThreshold(): number {
    return this.fields.vadThreshold;
  }

  set vadThreshold(value: number) {
    this.change("vadThreshold", numberArgument("vadThreshold", value, -100, 0));
  }

  /**
   * @param value dBFS. @throws {ArgumentError} when not a number, {@link ArgumentRangeError} outside −100 to 0
   * @mirrors VADThresholdSettings::SetVadThreshold
   */
  setVadThreshold(value: number): void {
    this.vadThreshold = value;
  }

  /** Whether the threshold follows the noise. @mirrors VADThresholdSettings::Automatic */
  get automatic(): boolean {
    return this.fields.automatic;
  }

  set automatic(value: boolean) {
    this.change("automatic", booleanArgument("automatic", value));
  }

  /** @throws {ArgumentError} when not a boolean. @mirrors VADThresholdSettings::SetAutomatic */
  setAutomatic(value: boolean): void {
    this.automatic = value;
  }
}
