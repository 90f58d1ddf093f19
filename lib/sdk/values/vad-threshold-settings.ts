import { boolean, field, number } from "./field.js";
import { valueObject } from "./value-object.js";

interface VADThresholdSettingsMembers {
  /** Threshold in dBFS, −100 to 0; used when it is not automatic. @mirrors VADThresholdSettings::VadThreshold */
  vadThreshold: number;

  /**
   * Sets {@link vadThreshold}.
   * @throws {ArgumentError} when not a number, {@link ArgumentRangeError} outside the range
   * @mirrors VADThresholdSettings::SetVadThreshold
   */
  setVadThreshold(value: number): void;

  /** Whether the threshold follows the noise level. @mirrors VADThresholdSettings::Automatic */
  automatic: boolean;

  /**
   * Sets {@link automatic}.
   * @throws {ArgumentError} when not a boolean
   * @mirrors VADThresholdSettings::SetAutomatic
   */
  setAutomatic(value: boolean): void;
}

/**
 * When voice opens the microphone. A value object, created by the client: copies are independent.
 * @mirrors VADThresholdSettings
 */
export class VADThresholdSettings extends valueObject<VADThresholdSettingsMembers>({
  vadThreshold: field(number(-100, 0), -60),
  automatic: field(boolean, true),
}) {
  declare static readonly nullobj: VADThresholdSettings;
}
