import type { Subscription } from "../../../call/index.js";
import type { NativeAudioDevice } from "../../../native/index.js";
import { textArgument } from "../../argument.js";
import type { ChosenDevices, DeviceSide } from "../../core/devices/chosen-devices.js";
import { DEFAULT_DEVICE_ID } from "../../core/devices/default-device.js";
import type { ClientEvents } from "../../core/events/client-events.js";
import type { DeviceLists, DeviceWatch } from "../../core/devices/device-watch.js";
import type { EventHub } from "../../core/events/event-hub.js";
import { failed, Failure, success } from "../../core/operations/failure.js";
import type { Feature } from "../../core/events/feature.js";
import { resultOnly, valueOnly, Task, type TaskOf } from "../../core/operations/task.js";
import { ErrorType } from "../../../enums/index.js";
import { AudioDevice } from "../../values/audio-device.js";

export interface AudioDevicesParts {
  deviceWatch: DeviceWatch;
  chosenDevices: ChosenDevices;
  events: EventHub<ClientEvents>;
}

const oneDevice = valueOnly(() => AudioDevice.nullobj);
const manyDevices = valueOnly((): AudioDevice[] => []);

/** The microphones and speakers of this machine, and which of them calls use. */
export class AudioDevicesArea implements Feature {
  readonly #parts: AudioDevicesParts;
  #following: Subscription | undefined;

  constructor(parts: AudioDevicesParts) {
    this.#parts = parts;
    const { deviceWatch, events } = parts;
    events.onInterest(["deviceChange"], (isWanted) => this.#follow(isWanted));
    deviceWatch.onChange(({ input, output }) =>
      events.emit("deviceChange", input.map(deviceOf), output.map(deviceOf)),
    );
  }

  list(side: DeviceSide): TaskOf<typeof manyDevices> {
    return new Task(manyDevices, async () => (await this.#lists())[side].map(deviceOf));
  }

  current(side: DeviceSide): TaskOf<typeof oneDevice> {
    return new Task(oneDevice, async () => {
      const device = this.#parts.chosenDevices.current(side, await this.#lists());
      return device === undefined ? AudioDevice.nullobj : deviceOf(device);
    });
  }

  choose(side: DeviceSide, deviceId: string): TaskOf<typeof resultOnly> {
    return new Task(resultOnly, async () => {
      const id = textArgument("deviceId", deviceId);
      if (id !== DEFAULT_DEVICE_ID) await this.#mustExist(side, id);
      this.#parts.chosenDevices.choose(side, id === DEFAULT_DEVICE_ID ? "" : id);
      return success();
    });
  }

  destroyed(): void {
    this.#follow(false);
  }

  #lists(): Promise<DeviceLists> {
    return this.#parts.deviceWatch.list();
  }

  async #mustExist(side: DeviceSide, id: string): Promise<void> {
    const lists = await this.#lists();
    if (lists[side].some((device) => device.id === id)) return;
    throw new Failure(failed(ErrorType.ValidationError, `deviceId: there is no ${side} device with this id`));
  }

  #follow(isWanted: boolean): void {
    this.#following?.dispose();
    this.#following = isWanted ? this.#parts.deviceWatch.follow() : undefined;
  }
}

function deviceOf({ id, name, isDefault }: NativeAudioDevice): AudioDevice {
  const device = new AudioDevice();
  device.id = id;
  device.name = name;
  device.isDefault = isDefault;
  return device;
}
