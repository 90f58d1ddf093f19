import type { NativeSettings } from "../../native/index.js";
import { SETTINGS, type Setting, type SettingName } from "./messages.js";

type Setters = Pick<NativeSettings, SettingName>;

/** These are of one user each. */
const OF_USERS: readonly SettingName[] = ["setUserVolume", "setLocalMute"];

/** The settings of a call in a voice process: those of now go to each process that gets it. */
export class HostedSettings {
  readonly #say: (setting: Setting) => void;
  readonly #newest = new Map<string, Setting>();

  constructor(say: (setting: Setting) => void) {
    this.#say = say;
  }

  /** As the addon has them. */
  get setters(): Setters {
    const setter = (name: SettingName) => [name, (...args: unknown[]) => this.#set(name, args)] as const;
    return Object.fromEntries(SETTINGS.map(setter)) as unknown as Setters;
  }

  /** Those that were set, each once. */
  get all(): readonly Setting[] {
    return [...this.#newest.values()];
  }

  #set(name: SettingName, args: readonly unknown[]): void {
    const key = OF_USERS.includes(name) ? `${name} ${String(args[0])}` : name;
    const setting: Setting = [name, args];
    this.#newest.set(key, setting);
    this.#say(setting);
  }
}
