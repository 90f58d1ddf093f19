/** Keeps a call outside of its process, on behalf of the connection that has it. */
export interface CallGuard {
  /** Something that a successor needs has changed. */
  changed(): void;
  /** Resolves when all that changed until now is written, or the call is not kept any more. */
  written(): Promise<void>;
  /** Whether this process stood still for so long that another one may have the call. */
  hasStalled(): boolean;
  /** Whether this process still has the call: not when nobody knows. */
  isOurs(): Promise<boolean>;
}
