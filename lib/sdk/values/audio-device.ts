import { booleanArgument, textArgument } from "../argument.js";
import { ValueObject } from "./value-object.js";

interface AudioDeviceFields {
  id: string;
  name: string;
  isDefault: boolean;
}

const defaults = (): AudioDeviceFields => ({ id: "", name: "", isDefault: false });

/** A microphone or a loudspeaker. A value object: copies are independent. @mirrors AudioDevice */
export class AudioDevice extends ValueObject<AudioDeviceFields> {
  static readonly nullobj = AudioDevice.invalid(new AudioDevice());

  /** @internal made by the client only */
  constructor() {
    super(defaults);
  }

  /** A copy that takes the content over; `other` becomes invalid. */
  static moveFrom(other: AudioDevice): AudioDevice {
    return new AudioDevice().moveAssign(other);
  }

  /** An independent copy; of an invalid object an invalid one. */
  clone(): AudioDevice {
    return new AudioDevice().assign(this);
  }

  /** Whether both are the same device: the ids decide, and nothing else. @mirrors AudioDevice::Equals */
  equals(rhs: AudioDevice): boolean {
    return this.id === rhs.id;
  }

  /** What the audio system calls it. @mirrors AudioDevice::Id */
  get id(): string {
    return this.fields.id;
  }

  /** @throws {ArgumentError} when not a string */
  set id(value: string) {
    this.change("id", textArgument("id", value));
  }

  /** @throws {ArgumentError} when not a string. @mirrors AudioDevice::SetId */
  setId(value: string): void {
    this.id = value;
  }

  /** For people to read. @mirrors AudioDevice::Name */
  get name(): string {
    return this.fields.name;
  }

  /** @throws {ArgumentError} when not a string */
  set name(value: string) {
    this.change("name", textArgument("name", value));
  }

  /** @throws {ArgumentError} when not a string. @mirrors AudioDevice::SetName */
  setName(value: string): void {
    this.name = value;
  }

  /** Whether it is the one the system uses by itself. @mirrors AudioDevice::IsDefault */
  get isDefault(): boolean {
    return this.fields.isDefault;
  }

  /** @throws {ArgumentError} when not a boolean */
  set isDefault(value: boolean) {
    this.change("isDefault", booleanArgument("isDefault", value));
  }

  /** @throws {ArgumentError} when not a boolean. @mirrors AudioDevice::SetIsDefault */
  setIsDefault(value: boolean): void {
    this.isDefault = value;
  }
}
