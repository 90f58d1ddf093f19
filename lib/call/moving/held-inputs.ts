export type Input = (nowMs: number) => void;

/** Inputs of a call that stands still: they wait, in their order, until it goes on. */
export class HeldInputs {
  #waiting: Input[] | undefined;

  get isHolding(): boolean {
    return this.#waiting !== undefined;
  }

  hold(): void {
    this.#waiting ??= [];
  }

  /** @returns whether the input waits: it is not to be carried out now */
  take(input: Input): boolean {
    this.#waiting?.push(input);
    return this.isHolding;
  }

  /** @returns those that waited; later ones do not */
  release(): Input[] {
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    return waiting;
  }
}
