import { boolean, field, text } from "./field.js";
import { defineFields, ValueObject, type SettersOf } from "./value-object.js";

/** The properties of an {@link AudioDevice}. */
export interface AudioDeviceFields {
  /**
   * The audio system's id of the device.
   * @throws {ArgumentError} when not a string
   * @mirrors AudioDevice::Id, AudioDevice::SetId
   */
  id: string;

  /**
   * Readable name.
   * @throws {ArgumentError} when not a string
   * @mirrors AudioDevice::Name, AudioDevice::SetName
   */
  name: string;

  /**
   * Whether the system uses the device by default.
   * @throws {ArgumentError} when not a boolean
   * @mirrors AudioDevice::IsDefault, AudioDevice::SetIsDefault
   */
  isDefault: boolean;
}

export interface AudioDevice extends AudioDeviceFields, SettersOf<AudioDeviceFields> {}

/**
 * A microphone or a loudspeaker. A value object, created by the client: copies are independent.
 * @mirrors AudioDevice
 */
export class AudioDevice extends ValueObject {
  declare static readonly nullobj: AudioDevice;

  /** Creates one with the defaults, or a copy of `other`. @throws {ArgumentError} when `other` is not of the class */
  constructor(other?: AudioDevice) {
    super(other);
  }

  /** Whether both are the same device, by their ids. @mirrors AudioDevice::Equals */
  equals(rhs: AudioDevice): boolean {
    return this.id === rhs.id;
  }
}

defineFields<AudioDevice>(AudioDevice, {
  id: field(text, ""),
  name: field(text, ""),
  isDefault: field(boolean, false),
});
