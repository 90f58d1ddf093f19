/** The application that the client belongs to: set by the game, and by each new session. */
export class Application {
  #id = 0n;
  readonly #watchers: (() => void)[] = [];

  /** 0 until it is known */
  get id(): bigint {
    return this.#id;
  }

  setId(id: bigint): void {
    if (id === this.#id) return;
    this.#id = id;
    for (const watcher of this.#watchers) watcher();
  }

  /** Calls the watcher whenever the application is another one. */
  watch(watcher: () => void): void {
    this.#watchers.push(watcher);
  }
}
