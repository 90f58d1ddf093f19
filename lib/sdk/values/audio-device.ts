import { boolean, field, text } from "./field.js";
import { valueObject } from "./value-object.js";

interface AudioDeviceMembers {
  /** The audio system's id of the device. @mirrors AudioDevice::Id */
  id: string;

  /**
   * Sets {@link id}.
   * @throws {ArgumentError} when not a string
   * @mirrors AudioDevice::SetId
   */
  setId(value: string): void;

  /** Readable name. @mirrors AudioDevice::Name */
  name: string;

  /**
   * Sets {@link name}.
   * @throws {ArgumentError} when not a string
   * @mirrors AudioDevice::SetName
   */
  setName(value: string): void;

  /** Whether the system uses the device by default. @mirrors AudioDevice::IsDefault */
  isDefault: boolean;

  /**
   * Sets {@link isDefault}.
   * @throws {ArgumentError} when not a boolean
   * @mirrors AudioDevice::SetIsDefault
   */
  setIsDefault(value: boolean): void;
}

/**
 * A microphone or a loudspeaker. A value object, created by the client: copies are independent.
 * @mirrors AudioDevice
 */
export class AudioDevice extends valueObject<AudioDeviceMembers>({
  id: field(text, ""),
  name: field(text, ""),
  isDefault: field(boolean, false),
}) {
  declare static readonly nullobj: AudioDevice;

  /** Whether both are the same device, by their ids. @mirrors AudioDevice::Equals */
  equals(rhs: AudioDevice): boolean {
    return this.id === rhs.id;
  }
}
