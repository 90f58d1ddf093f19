/** Something that changes, as React reads it: between two changes `read` returns the same value. */
export interface Source<T> {
  /** @returns ends it */
  readonly watch: (listener: () => void) => () => void;
  readonly read: () => T;
}

/** Nobody listens to what does not exist. */
export function watchNothing(): () => void {
  return () => undefined;
}
