import { boolean, field, number } from "./field.js";
import { defineFields, ValueObject, type SettersOf } from "./value-object.js";

/** The properties of a {@link VADThresholdSettings}. */
export interface VADThresholdSettingsFields {
  /**
   * Threshold in dBFS, −100 to 0; used when it is not automatic.
   * @throws {ArgumentError} when not a number, {@link ArgumentRangeError} outside the range
   * @mirrors VADThresholdSettings::VadThreshold, VADThresholdSettings::SetVadThreshold
   */
  vadThreshold: number;

  /**
   * Whether the threshold follows the noise level.
   * @throws {ArgumentError} when not a boolean
   * @mirrors VADThresholdSettings::Automatic, VADThresholdSettings::SetAutomatic
   */
  automatic: boolean;
}

export interface VADThresholdSettings
  extends VADThresholdSettingsFields, SettersOf<VADThresholdSettingsFields> {}

/**
 * When voice opens the microphone. A value object, created by the client: copies are independent.
 * @mirrors VADThresholdSettings
 */
export class VADThresholdSettings extends ValueObject {
  declare static readonly nullobj: VADThresholdSettings;

  /** Creates one with the defaults, or a copy of `other`. @throws {ArgumentError} when `other` is not of the class */
  constructor(other?: VADThresholdSettings) {
    super(other);
  }
}

defineFields<VADThresholdSettings>(VADThresholdSettings, {
  vadThreshold: field(number(-100, 0), -60),
  automatic: field(boolean, true),
});
