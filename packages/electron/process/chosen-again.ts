import type { Client, Subscription } from "sdkpp";

/** The operation that chooses a device. */
export type Choice = "setInputDevice" | "setOutputDevice";

/** Chooses a device that the player had chosen. One that is not there is chosen when it comes back. */
export class ChosenAgain {
  readonly #client: Client;
  readonly #choice: Choice;
  readonly #deviceId: string;
  readonly #chosen: () => void;
  #waiting: Subscription | undefined;
  #isOver = false;
  /** resolves when it was tried for the first time */
  readonly tried: Promise<void>;

  /** @param chosen it is in use from now on */
  constructor(client: Client, choice: Choice, deviceId: string, chosen: () => void) {
    this.#client = client;
    this.#choice = choice;
    this.#deviceId = deviceId;
    this.#chosen = chosen;
    this.tried = this.#try();
  }

  /** Another one is chosen. */
  end(): void {
    this.#isOver = true;
    this.#waiting?.dispose();
  }

  async #try(): Promise<void> {
    try {
      await this.#client[this.#choice](this.#deviceId);
      if (this.#isOver) return;
      this.end();
      this.#chosen();
    } catch {
      // it is not there, or nothing can be listed
      if (!this.#isOver) this.#waiting ??= this.#client.on("deviceChange", () => void this.#try());
    }
  }
}
