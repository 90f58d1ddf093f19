import type { Subscription } from "../../../call/index.js";
import type { NativeAudioDevice, NativeAudioSystem } from "../../../native/index.js";
import type { Cancel } from "../../../net/index.js";
import { reasonOf } from "../../../protocol/index.js";
import { LoggingSeverity } from "../../../enums/index.js";
import type { Host } from "../../host-options.js";
import type { ClientLogs } from "../logs/client-logs.js";

/** The microphones and speakers of this machine. */
export interface DeviceLists {
  readonly input: readonly NativeAudioDevice[];
  readonly output: readonly NativeAudioDevice[];
}

export interface DeviceWatchParts {
  host: Pick<Host, "audioDevices" | "clock" | "listDevices">;
  logs: ClientLogs;
}

/** How often devices are listed while somebody wants to know of changes, milliseconds. */
const LOOK_EVERY_MS = 1000;
const NO_DEVICES: DeviceLists = { input: [], output: [] };

/** Lists the devices, and notices when the list changes. It touches no device before somebody asks. */
export class DeviceWatch {
  readonly #parts: DeviceWatchParts;
  readonly #listeners = new Set<(lists: DeviceLists) => void>();
  #followers = 0;
  #cancel: Cancel | undefined;
  #listing: Promise<DeviceLists> | undefined;
  #nextListing: Promise<DeviceLists> | undefined;
  #known: DeviceLists | undefined;
  #problem = "";

  constructor(parts: DeviceWatchParts) {
    this.#parts = parts;
  }

  /** Calls `listener` when the devices differ from those of the list before. */
  onChange(listener: (lists: DeviceLists) => void): void {
    this.#listeners.add(listener);
  }

  /** Looks for changes every second until it is disposed of. */
  follow(): Subscription {
    this.#followers += 1;
    if (this.#followers === 1) this.#look();
    let isOver = false;
    const dispose = (): void => {
      if (isOver) return;
      isOver = true;
      this.#followers -= 1;
      if (this.#followers === 0) this.#cancel?.();
    };
    return { dispose, [Symbol.dispose]: dispose };
  }

  /**
   * The devices now; none when the audio system fails, which the voice log reports. While a listing is under way, which may
   * miss what was plugged in after it began, this is the one after it.
   */
  list(): Promise<DeviceLists> {
    const { audioDevices } = this.#parts.host;
    if (audioDevices === "off") return Promise.resolve(NO_DEVICES);
    if (this.#listing === undefined) return this.#begin(audioDevices);
    return (this.#nextListing ??= this.#listing.then(() => {
      this.#nextListing = undefined;
      return this.#begin(audioDevices);
    }));
  }

  /** The reason why the newest list did not come, in words; empty when it did. */
  get problem(): string {
    return this.#problem;
  }

  #begin(system: NativeAudioSystem): Promise<DeviceLists> {
    return (this.#listing = this.#ask(system).finally(() => (this.#listing = undefined)));
  }

  #look(): void {
    void this.list().then(() => {
      this.#cancel?.();
      if (this.#followers === 0) return;
      this.#cancel = this.#parts.host.clock.schedule(LOOK_EVERY_MS, () => this.#look());
    });
  }

  async #ask(system: NativeAudioSystem): Promise<DeviceLists> {
    try {
      const { error, inputs, outputs, isNull } = await this.#parts.host.listDevices(system);
      const absent = isNull && system === "system" ? "no audio system was found; devices are silent" : "";
      this.#report(error === "" ? absent : error);
      return this.#learn({ input: inputs, output: outputs });
    } catch (error) {
      this.#report(reasonOf(error));
      return NO_DEVICES;
    }
  }

  #learn(lists: DeviceLists): DeviceLists {
    const before = this.#known;
    this.#known = lists;
    if (before !== undefined && JSON.stringify(before) !== JSON.stringify(lists)) {
      for (const listener of this.#listeners) listener(lists);
    }
    return lists;
  }

  /** A problem that lasts is logged once. */
  #report(problem: string): void {
    if (problem !== "" && problem !== this.#problem)
      this.#parts.logs.write("voice", LoggingSeverity.Warning, problem);
    this.#problem = problem;
  }
}
