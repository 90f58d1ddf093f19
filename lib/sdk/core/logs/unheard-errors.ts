import { stackOf } from "../../../protocol/index.js";

/** Places that are remembered; a program that throws at more of them has been warned enough. */
const PLACES_MAX = 100;

/** Warns of exceptions in a game's callbacks that no log hears, once for each place in the code. */
export class UnheardErrors {
  readonly #places = new Set<string>();

  /** @param what names the callback, as in "a callback" @param text what is shown, without secrets */
  warn(what: string, error: unknown, text: string): void {
    const place = `${what} ${placeOf(error)}`;
    if (this.#places.has(place) || this.#places.size >= PLACES_MAX) return;
    this.#places.add(place);
    process.emitWarning(`${text}\n(addLogCallback or setLogDir hears of every one)`, "SdkWarning");
  }
}

/** The innermost line of the stack; of a value without a stack nothing, so that all of them share one place. */
function placeOf(error: unknown): string {
  return /^\s+at .*$/m.exec(error instanceof Error ? stackOf(error) : "")?.[0] ?? "";
}
