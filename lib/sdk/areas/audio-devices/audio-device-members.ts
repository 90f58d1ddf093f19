import type { ClientEvents } from "../../core/events/client-events.js";
import type { AudioDevice } from "../../values/audio-device.js";
import type { AudioDevicesArea } from "./audio-devices-area.js";
import type { EventHub } from "../../core/events/event-hub.js";
import type { MembersOf, Operation } from "../../core/operations/members.js";

/** Members of `Client`: microphones and speakers. */
export interface AudioDeviceMembers {
  /**
   * Lists the microphones. The first call of this or of {@link getOutputDevices} loads the audio libraries of the system. The list
   * is empty when the audio system fails, which the voice log reports.
   * @example
   * for (const { name, isDefault } of await client.getInputDevices()) console.log(name, isDefault);
   * @mirrors Client::GetInputDevices
   */
  getInputDevices: Operation<[], AudioDevice[], [devices: AudioDevice[]]>;

  /** Lists the speakers, as {@link getInputDevices} lists microphones. @mirrors Client::GetOutputDevices */
  getOutputDevices: Operation<[], AudioDevice[], [devices: AudioDevice[]]>;

  /**
   * Gets the microphone that calls use; without a call, the one that they would use. `AudioDevice.nullobj` when there is none.
   * @mirrors Client::GetCurrentInputDevice
   */
  getCurrentInputDevice: Operation<[], AudioDevice, [device: AudioDevice]>;

  /** Gets the speaker, as {@link getCurrentInputDevice} gets the microphone. @mirrors Client::GetCurrentOutputDevice */
  getCurrentOutputDevice: Operation<[], AudioDevice, [device: AudioDevice]>;

  /**
   * Chooses the microphone of all calls, running ones included. While it is away, calls use the default device.
   * @param deviceId id of a device of {@link getInputDevices}, or {@link getDefaultAudioDeviceId}
   * @returns `ValidationError` when there is no such microphone
   * @mirrors Client::SetInputDevice
   */
  setInputDevice: Operation<[deviceId: string]>;

  /** Chooses the speaker, as {@link setInputDevice} chooses the microphone. @mirrors Client::SetOutputDevice */
  setOutputDevice: Operation<[deviceId: string]>;

  /**
   * Sets the callback for changes of the devices, with the full lists; undefined removes it. While it is set, devices are
   * listed every second.
   * @throws {ArgumentError} when not a function
   * @mirrors Client::SetDeviceChangeCallback
   */
  setDeviceChangeCallback(callback: ClientEvents["deviceChange"] | undefined): void;
}

interface Parts {
  audioDevices: AudioDevicesArea;
  events: EventHub<ClientEvents>;
}

export const audioDeviceMembers: MembersOf<AudioDeviceMembers, Parts> = {
  getInputDevices: ({ audioDevices }) => audioDevices.list("input"),
  getOutputDevices: ({ audioDevices }) => audioDevices.list("output"),
  getCurrentInputDevice: ({ audioDevices }) => audioDevices.current("input"),
  getCurrentOutputDevice: ({ audioDevices }) => audioDevices.current("output"),
  setInputDevice: ({ audioDevices }, deviceId) => audioDevices.choose("input", deviceId),
  setOutputDevice: ({ audioDevices }, deviceId) => audioDevices.choose("output", deviceId),
  setDeviceChangeCallback: ({ events }, callback) => events.setCallback("deviceChange", callback),
};
