import type { NativeAudioSystem, NativeDeviceChanged } from "../../native/index.js";
import type { SentDevice } from "./messages.js";

/** The devices that calls in voice processes use, and who is told of their changes. The next process opens them anew. */
export class HostedDevices {
  readonly #listeners = new Map<number, NativeDeviceChanged>();
  #openings = 0;

  /** @param before what it takes the place of */
  open(
    system: NativeAudioSystem,
    id: string,
    changed: NativeDeviceChanged,
    before: SentDevice | undefined,
  ): SentDevice {
    this.close(before);
    const opening = (this.#openings += 1);
    this.#listeners.set(opening, changed);
    return { system, id, opening };
  }

  close(device: SentDevice | undefined): void {
    if (device !== undefined) this.#listeners.delete(device.opening);
  }

  changed(opening: number, change: Parameters<NativeDeviceChanged>): void {
    this.#listeners.get(opening)?.(...change);
  }
}
