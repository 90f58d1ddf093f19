import type { Client } from "sdkpp";
import type { OperationName } from "sdkpp/surface";
import type { TimerClock } from "../bridge/system-clock.js";
import { callMember } from "../social/index.js";
import { ChosenAgain, type Choice } from "./chosen-again.js";
import { Settings, SOUND_SETTINGS, type Setting } from "./settings.js";

/** A device that is not chosen by then delays calls and pages no longer: the audio system may hang. */
const LONGEST_MS = 5000;

export interface KeptSoundParts {
  readonly client: Client;
  /** of a client before this one */
  readonly settings: readonly Setting[];
  readonly tell: (settings: readonly Setting[]) => void;
  /** A device of a client before this one is chosen again. */
  readonly chosen: () => void;
  readonly clock: TimerClock;
}

/** The settings of all calls and the chosen devices: those of a client before are set again, and what pages set is told. */
export class KeptSound {
  readonly #parts: KeptSoundParts;
  readonly #settings: Settings;
  readonly #choices = new Map<OperationName, ChosenAgain>();

  constructor(parts: KeptSoundParts) {
    const { settings } = parts;
    this.#parts = parts;
    this.#settings = new Settings(SOUND_SETTINGS, settings);
    for (const setting of settings) this.#setAgain(setting);
  }

  /** Resolves when each chosen device is chosen again, or is not there; after 5 s at the latest. */
  restored(): Promise<void> {
    const tried = [...this.#choices.values()].map((one) => one.tried);
    return new Promise((resolve) => {
      const cancel = this.#parts.clock.schedule(LONGEST_MS, resolve);
      void Promise.all(tried).then(() => {
        cancel();
        resolve();
      });
    });
  }

  /** A page has done an operation, which may have set something of all calls. */
  done(name: OperationName, args: readonly unknown[]): void {
    if (!Object.hasOwn(SOUND_SETTINGS, name)) return;
    this.#choices.get(name)?.end();
    if (this.#settings.set(name, args)) this.#parts.tell(this.#settings.list);
  }

  #setAgain([name, ...args]: Setting): void {
    const { client, chosen } = this.#parts;
    if (isChoice(name)) this.#choices.set(name, new ChosenAgain(client, name, String(args[0]), chosen));
    else callMember(client, name, args);
  }
}

function isChoice(name: OperationName): name is Choice {
  return name === "setInputDevice" || name === "setOutputDevice";
}
