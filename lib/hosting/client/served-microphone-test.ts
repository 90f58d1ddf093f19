import { LoopbackSession, type NativeAddon } from "../../native/index.js";
import { randomBytes, type Clock } from "../../net/index.js";
import { applySetting } from "./apply-setting.js";
import type { DeviceOrder, TestReport } from "./device-messages.js";
import type { SentDevice } from "./messages.js";

const SEED_BYTES = 32;

export interface ServedTestParts {
  readonly order: DeviceOrder & { type: "testMicrophone" };
  readonly addon: NativeAddon;
  readonly clock: Clock;
  send(report: TestReport): void;
}

/** A test of the microphone, in its voice process. */
export class ServedMicrophoneTest {
  readonly #parts: ServedTestParts;
  readonly #session: LoopbackSession;

  /** @throws {SdkError} MEDIA_UNAVAILABLE */
  constructor(parts: ServedTestParts) {
    const { order, addon, clock, send } = parts;
    const { call, settings, microphone, speaker } = order;
    this.#parts = parts;
    this.#session = new LoopbackSession({
      addon,
      now: () => clock.now(),
      seed: randomBytes(SEED_BYTES),
      level: (dbfs) => send({ type: "level", call, dbfs }),
    });
    for (const setting of settings) applySetting(this.#session.media, setting);
    if (microphone !== undefined) this.#open("input", microphone);
    if (speaker !== undefined) this.#open("output", speaker);
  }

  order(order: DeviceOrder): void {
    if (order.type === "set") applySetting(this.#session.media, order.setting);
    else if (order.type === "openDevice") this.#open(order.side, order.device);
    else if (order.type === "destroy") this.#session.close();
  }

  #open(side: "input" | "output", { system, id, opening }: SentDevice): void {
    const { send, order } = this.#parts;
    const open = side === "input" ? "openDeviceInput" : "openDeviceOutput";
    this.#session.media[open](system, id, (...change) =>
      send({ type: "device", call: order.call, opening, change }),
    );
  }
}
