/** How the newest run of an operation stands. */
export interface OperationState<T> {
  readonly isRunning: boolean;
  /** of the newest run that failed; undefined as the next one begins */
  readonly error: Error | undefined;
  /** of the newest run that succeeded */
  readonly value: T | undefined;
}

/** How one run ended. */
export type Outcome<T> =
  { readonly isDone: true; readonly value: T } | { readonly isDone: false; readonly error: Error };
