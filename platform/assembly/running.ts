/** Ends what was started. */
type Stop = () => void | Promise<void>;

/** What has been started, in order. It stops in the reverse order. */
export class Running {
  readonly #stops: Stop[] = [];

  add(stop: Stop): void {
    this.#stops.push(stop);
  }

  /** @returns the part, which now stops with the others */
  keep<Part extends { stop(): void | Promise<void> }>(part: Part): Part {
    this.add(() => part.stop());
    return part;
  }

  /** Stops each part once, even if others fail. @throws the first failure */
  async stop(): Promise<void> {
    const errors: unknown[] = [];
    for (let stop = this.#stops.pop(); stop !== undefined; stop = this.#stops.pop()) {
      try {
        await stop();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }
}
