import type { VoiceConnection } from "../../call/index.js";
import type { NativeAddon, NativeDeviceChanged } from "../../native/index.js";
import type { SentDevice } from "./messages.js";

/** The microphone of a call that is about to come to this process: it is open when the call comes. */
export class PreparedMicrophone {
  readonly #addon: NativeAddon;
  readonly #device: SentDevice;
  readonly #prepared: number;
  #change: Parameters<NativeDeviceChanged> | undefined;

  /**
   * @param settled called once: it is open, or cannot be opened now
   * @throws Error (code MEDIA_UNAVAILABLE)
   */
  constructor(addon: NativeAddon, device: SentDevice, settled: () => void) {
    this.#addon = addon;
    this.#device = device;
    this.#prepared = addon.prepareDeviceInput(device.system, device.id, (...change) => {
      if (this.#change === undefined) settled();
      this.#change = change;
    });
  }

  /** @returns false: it is another device, and has to be opened */
  openAs(device: SentDevice, { media }: VoiceConnection, changed: NativeDeviceChanged): boolean {
    const { system, id } = this.#device;
    if (device.system !== system || device.id !== id) return false;
    if (!media.openPreparedInput(this.#prepared, changed)) return false;
    if (this.#change !== undefined) changed(...this.#change);
    return true;
  }

  /** Closes it, unless a call has it. */
  release(): void {
    this.#addon.releaseDeviceInput(this.#prepared);
  }
}
