/**
 * Calls listeners. One that throws must not keep the others from hearing, nor the page from the next frame; its error is the page's, as that of an
 * event listener.
 */
export function tell<A extends unknown[]>(listeners: Iterable<(...args: A) => void>, ...args: A): void {
  for (const listener of listeners) {
    try {
      listener(...args);
    } catch (error) {
      reportError(error);
    }
  }
}
