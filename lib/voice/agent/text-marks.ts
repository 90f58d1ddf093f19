/** Texts, each with the place in the sound at which it begins. */
export class TextMarks {
  readonly #marks: { readonly samples: number; readonly text: string }[] = [];

  /** Texts are added in the order of their places. @param samples per channel at 48 kHz in front of it */
  add(samples: number, text: string): void {
    this.#marks.push({ samples, text });
  }

  /** The texts that have begun by then, joined. */
  upTo(samples: number): string {
    return this.#marks
      .filter((mark) => mark.samples < samples)
      .map(({ text }) => text)
      .join("");
  }
}
