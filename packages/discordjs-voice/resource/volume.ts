/** The exponent of a loudness that sounds linear: half is half as loud to the ear. */
const LOUDNESS = 1.660964;

/** The loudness of a resource, with the members of a volume transformer of prism-media. */
export class ResourceVolume {
  /** The form of the samples, as the transformer names it. */
  readonly type = "s16le";
  #volume = 1;
  #changed: (gain: number) => void = () => undefined;

  /** Factor of the amplitude. */
  get volume(): number {
    return this.#volume;
  }

  /** The same in decibels. */
  get volumeDecibels(): number {
    return 20 * Math.log10(this.#volume);
  }

  /** The same as the ear hears it. */
  get volumeLogarithmic(): number {
    return this.#volume ** (1 / LOUDNESS);
  }

  /** @param volume factor of the amplitude; more than 4 is 4 */
  setVolume(volume: number): void {
    this.#volume = volume;
    this.#changed(volume);
  }

  setVolumeDecibels(db: number): void {
    this.setVolume(10 ** (db / 20));
  }

  /** @param value as the ear hears it */
  setVolumeLogarithmic(value: number): void {
    this.setVolume(value ** LOUDNESS);
  }

  /** @internal */
  follow(changed: (gain: number) => void): void {
    this.#changed = changed;
  }
}
