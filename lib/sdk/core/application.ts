/** The application that the client belongs to: set by the game, and by each new session. */
export class Application {
  #id = 0n;

  /** 0 until it is known */
  get id(): bigint {
    return this.#id;
  }

  setId(id: bigint): void {
    this.#id = id;
  }
}
