import { listDevices, type NativeAddon, type NativeAudioSystem } from "../../native/index.js";
import type { CallOrder, CallReport } from "../messages.js";
import { sendError } from "../sent-error.js";

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

  async #answer({ call, id, args }: CallOrder & { type: "command" }): Promise<void> {
    try {
      const value = await listDevices(this.#addon, ...(args as [NativeAudioSystem]));
      this.#send({ type: "answer", call, id, value });
    } catch (error) {
      this.#send({ type: "answer", call, id, error: sendError(error) });
    }
  }
}
