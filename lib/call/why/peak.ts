const FULL_SCALE = 32_768;

/** The loudest sample of what it was given. */
export class Peak {
  #loudest: number | undefined;

  hear(samples: Int16Array): void {
    let loudest = this.#loudest ?? 0;
    for (const sample of samples) loudest = Math.max(loudest, Math.abs(sample));
    this.#loudest = loudest;
  }

  /** dBFS; −Infinity: digital silence; undefined: it was given nothing. */
  get dbfs(): number | undefined {
    return this.#loudest === undefined ? undefined : 20 * Math.log10(this.#loudest / FULL_SCALE);
  }
}
