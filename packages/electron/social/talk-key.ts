import type { Call } from "sdkpp";

/** The calls that a key talks in, by lobby. */
export type TalkedIn = () => ReadonlyMap<string, { readonly call: Pick<Call, "setPTTActive"> }>;

/** The push-to-talk key that main watches, in all calls of the player: those that begin while it is down hear of it, too. */
export class TalkKey {
  readonly #calls: TalkedIn;
  #isDown = false;

  constructor(calls: TalkedIn) {
    this.#calls = calls;
  }

  set(isDown: boolean): void {
    this.#isDown = isDown;
    for (const { call } of this.#calls().values()) call.setPTTActive(isDown);
  }

  /** Calls have begun or ended. @returns whether that changed one */
  callsChanged(): boolean {
    if (this.#isDown) this.set(true);
    return this.#isDown;
  }
}
