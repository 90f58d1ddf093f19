/** What is known of the encryption of a call; replaced as a whole on every change. */
export interface DaveStatus {
  /** "off": frames go in the clear. "pending": they wait for a key. "on": they are sealed end to end. */
  readonly state: "off" | "pending" | "on";
  /** protocol version in force, 0 or 1 */
  readonly version: number;
  /** MLS epoch of the group, 0 outside of one */
  readonly epoch: bigint;
  /** 30 digits, equal on all members of an epoch; "" outside of a group */
  readonly privacyCode: string;
}

/** What the session wants done; drained with `poll`. */
export type DaveOutput =
  /** op 23 */
  | { type: "ready"; transitionId: number }
  /** op 31 */
  | { type: "invalidCommitWelcome"; transitionId: number }
  /** op 26 */
  | { type: "keyPackage"; bytes: Uint8Array }
  /** op 28 */
  | { type: "commitWelcome"; commit: Uint8Array; welcome: Uint8Array | undefined }
  // What becomes of own frames: as they are, none, or sealed with a ratchet.
  | { type: "sendClear" }
  | { type: "sendNothing" }
  | { type: "installSend"; ratchetId: number; base: Uint8Array }
  | { type: "executeSend"; ratchetId: number }
  // Received frames. Whoever takes a base wipes it.
  | { type: "installReceive"; userId: bigint; ratchetId: number; base: Uint8Array }
  | { type: "expireReceive"; userId: bigint }
  /** how long frames in the clear are still taken, milliseconds; Infinity: until further notice */
  | { type: "passthrough"; durationMs: number }
  /** every ratchet goes */
  | { type: "reset" }
  | { type: "status"; status: DaveStatus }
  /** one line for the log of phases; never holds a secret */
  | { type: "phase"; phase: string; detail: string };
