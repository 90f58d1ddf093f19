import { Client } from "sdkpp";
import type { OperationName } from "sdkpp/surface";
import { runOperation } from "../social/index.js";
import { PRESENCE_SETTINGS, Settings, type Setting } from "./settings.js";

export interface KeptPresenceParts {
  readonly client: Client;
  /** of a client before this one */
  readonly settings: readonly Setting[];
  /** whether that client was signed in: then its presence is set again when this one is */
  readonly follows: boolean;
  readonly tell: (settings: readonly Setting[]) => void;
}

/** The player's online status and activity: those of a client before are set again, and what pages set is told. */
export class KeptPresence {
  readonly #parts: KeptPresenceParts;
  #settings: Settings;
  /** those that this client has not taken yet */
  readonly #missing: Set<OperationName>;

  constructor(parts: KeptPresenceParts) {
    const { client, settings, follows } = parts;
    this.#parts = parts;
    this.#settings = new Settings(PRESENCE_SETTINGS, settings);
    this.#missing = new Set(settings.map(([name]) => name));
    client.on("statusChanged", (status) => status === Client.Status.Ready && this.#setAgain());
    // without a session the desktop app shows the activity
    if (!follows) this.#setAgain();
  }

  /** A page has done an operation, which may have set something of the presence. */
  done(name: OperationName, args: readonly unknown[]): void {
    const isChanged =
      name === "clearRichPresence"
        ? this.#settings.forget("updateRichPresence")
        : this.#settings.set(name, args);
    if (!isChanged) return;
    this.#missing.delete(name === "clearRichPresence" ? "updateRichPresence" : name);
    this.#parts.tell(this.#settings.list);
  }

  /** The player has signed out: the next one has none of it. */
  forget(): void {
    this.#settings = new Settings(PRESENCE_SETTINGS);
    this.#missing.clear();
  }

  #setAgain(): void {
    for (const setting of this.#settings.list) if (this.#missing.has(setting[0])) void this.#set(setting);
  }

  /** A presence that cannot be set is tried again with the next session. */
  async #set([name, ...args]: Setting): Promise<void> {
    const { client } = this.#parts;
    try {
      await runOperation({ client, signIn: undefined }, name, args, NEVER);
      this.#missing.delete(name);
    } catch {
      // without a session: the next one is another try
    }
  }
}

/** Setting a presence again is never cancelled. */
const NEVER = new AbortController().signal;
