import { listDevices, type NativeAddon, type NativeAudioSystem } from "../../native/index.js";
import { answered } from "../answered.js";
import type { CallOrder, CallReport } from "../messages.js";

/** Lists devices in a voice process. */
export class ServedDeviceList {
  readonly #addon: NativeAddon;
  readonly #send: (report: CallReport) => void;

  constructor(addon: NativeAddon, send: (report: CallReport) => void) {
    this.#addon = addon;
    this.#send = send;
  }

  order(order: CallOrder): void {
    if (order.type === "command") void this.#answer(order);
  }

  async #answer(order: CallOrder & { type: "command" }): Promise<void> {
    const [system] = order.args as [NativeAudioSystem];
    this.#send(await answered(order, () => listDevices(this.#addon, system)));
  }
}
