const MASK = "[secret]";
/** Shorter texts would blank out ordinary words. */
const MIN_LENGTH = 6;
/** Old tokens leave in order; a client sees a handful in its life. */
const MAX_REMEMBERED = 64;

/** Keeps secrets out of text that leaves the program: log lines, error texts of others. */
export class Redactor {
  readonly #texts: string[] = [];

  remember(text: string): void {
    if (text.length < MIN_LENGTH || this.#texts.includes(text)) return;
    this.#texts.push(text);
    if (this.#texts.length > MAX_REMEMBERED) this.#texts.shift();
  }

  redact(line: string): string {
    let clean = line;
    for (const text of this.#texts)
      clean = clean.replaceAll(text, MASK).replaceAll(encodeURIComponent(text), MASK);
    return clean.replace(/\b(Bearer|Bot) [\w.~+/=-]{6,}/g, `$1 ${MASK}`);
  }
}
