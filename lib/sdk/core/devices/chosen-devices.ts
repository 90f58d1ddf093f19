import type { Subscription } from "../../../call/index.js";
import type { NativeAudioDevice, NativeDeviceChanged } from "../../../native/index.js";
import type { Cancel, Clock } from "../../../net/index.js";
import { LoggingSeverity } from "../../../enums/index.js";
import type { ClientLogs } from "../logs/client-logs.js";
import type { DeviceLists, DeviceWatch } from "./device-watch.js";

export type DeviceSide = keyof DeviceLists;

/** A call, as far as it uses devices. */
export interface DeviceUser {
  /** @param id as the addon has it; "" is the default device */
  openDevice(side: DeviceSide, id: string, changed: NativeDeviceChanged): void;
}

/** One direction of all calls. */
interface Side {
  chosen: string;
  /** what was opened last */
  opened: string;
  /** when the chosen device failed: how long to wait before it is tried again, milliseconds */
  delayMs: number;
  retry: Cancel | undefined;
  /** what was logged last */
  problem: string;
}

/** A chosen device that failed is tried again after this long, then after twice as long, up to the last. */
const FIRST_RETRY_MS = 5000;
const LAST_RETRY_MS = 60_000;

const SIDES: readonly DeviceSide[] = ["input", "output"];
const WORDS: Readonly<Record<DeviceSide, string>> = { input: "microphone", output: "speaker" };

/** Which microphone and speaker the calls of a client use. Calls follow the default device, and return to a chosen one. */
export class ChosenDevices {
  readonly #watch: DeviceWatch;
  readonly #logs: ClientLogs;
  readonly #clock: Clock;
  readonly #users = new Set<DeviceUser>();
  readonly #sides: Readonly<Record<DeviceSide, Side>> = {
    input: { chosen: "", opened: "", delayMs: FIRST_RETRY_MS, retry: undefined, problem: "" },
    output: { chosen: "", opened: "", delayMs: FIRST_RETRY_MS, retry: undefined, problem: "" },
  };
  #defaults: Record<DeviceSide, string> | undefined;
  #following: Subscription | undefined;

  constructor(parts: { deviceWatch: DeviceWatch; logs: ClientLogs; clock: Clock }) {
    const { deviceWatch, logs, clock } = parts;
    this.#watch = deviceWatch;
    this.#logs = logs;
    this.#clock = clock;
    deviceWatch.onChange((lists) => this.#devicesChanged(lists));
  }

  /** @param id as the addon has it; "" is the default device */
  choose(side: DeviceSide, id: string): void {
    this.#sides[side].chosen = id;
    this.#sides[side].delayMs = FIRST_RETRY_MS;
    this.#reopen(side, id);
  }

  /** The device in use, or the one that a call would use. */
  current(side: DeviceSide, lists: DeviceLists): NativeAudioDevice | undefined {
    const { chosen, opened } = this.#sides[side];
    const id = this.#users.size > 0 ? opened : chosen;
    return lists[side].find((device) => (id === "" ? device.isDefault : device.id === id));
  }

  /** Opens the devices of a call. */
  attach(user: DeviceUser): void {
    this.#users.add(user);
    if (this.#following === undefined) {
      this.#following = this.#watch.follow();
      void this.#watch.list().then((lists) => (this.#defaults = defaultsOf(lists)));
    }
    for (const side of SIDES) this.#open(user, side, this.#sides[side].chosen);
  }

  detach(user: DeviceUser): void {
    this.#users.delete(user);
    if (this.#users.size > 0) return;
    for (const side of SIDES) this.#sides[side].retry?.();
    this.#following?.dispose();
    this.#following = undefined;
  }

  #open(user: DeviceUser, side: DeviceSide, id: string): void {
    this.#sides[side].opened = id;
    user.openDevice(side, id, (kind, reported, text) => this.#changed(side, kind, reported, text));
  }

  #reopen(side: DeviceSide, id: string): void {
    this.#sides[side].retry?.();
    for (const user of this.#users) this.#open(user, side, id);
  }

  #changed(side: DeviceSide, kind: Parameters<NativeDeviceChanged>[0], id: string, text: string): void {
    const which = deviceWords(side, id);
    if (kind === "opened") {
      this.#sides[side].opened = id;
      this.#sides[side].problem = "";
      this.#logs.write("voice", LoggingSeverity.Info, `${which} is open`);
    } else {
      this.#sides[side].opened = "";
      if (id !== "") this.#retryLater(side, id);
      this.#report(side, `${which} ${kind}: ${text}`);
    }
  }

  /** A device that fails is tried again every other second: what lasts is logged once. */
  #report(side: DeviceSide, problem: string): void {
    if (this.#sides[side].problem === problem) return;
    this.#sides[side].problem = problem;
    this.#logs.write("voice", LoggingSeverity.Warning, problem);
  }

  /** A chosen device that is still there is returned to, although the list does not change. */
  #retryLater(side: DeviceSide, id: string): void {
    const state = this.#sides[side];
    if (state.chosen !== id) return;
    state.retry?.();
    state.retry = this.#clock.schedule(state.delayMs, () => {
      void this.#watch.list().then((lists) => {
        const isListed = lists[side].some((device) => device.id === id);
        if (isListed && state.chosen === id && state.opened !== id) this.#reopen(side, id);
      });
    });
    state.delayMs = Math.min(state.delayMs * 2, LAST_RETRY_MS);
  }

  #devicesChanged(lists: DeviceLists): void {
    const before = this.#defaults;
    this.#defaults = defaultsOf(lists);
    for (const side of SIDES) {
      const { chosen, opened } = this.#sides[side];
      const isBack = chosen !== "" && opened !== chosen && lists[side].some(({ id }) => id === chosen);
      const hasMoved = opened === "" && before !== undefined && before[side] !== this.#defaults[side];
      if (isBack) this.#reopen(side, chosen);
      else if (hasMoved) this.#reopen(side, "");
    }
  }
}

/** A device in a sentence. @param id "" is the default device */
export function deviceWords(side: DeviceSide, id: string): string {
  return `the ${id === "" ? "default " : ""}${WORDS[side]}`;
}

function defaultsOf(lists: DeviceLists): Record<DeviceSide, string> {
  const idOf = (devices: readonly NativeAudioDevice[]): string =>
    devices.find(({ isDefault }) => isDefault)?.id ?? "";
  return { input: idOf(lists.input), output: idOf(lists.output) };
}
