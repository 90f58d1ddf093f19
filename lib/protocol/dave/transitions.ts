/** Where the group of a voice session stands, seen from its client (DAVE 1.1.4). */
export type DaveState =
  /** protocol version 0: frames go in the clear */
  | "off"
  /** a key package is out; without the external sender there is no local group yet */
  | "awaiting"
  /** alone in a local group at epoch 0 */
  | "pending"
  /** in a group at epoch 1 or later */
  | "established";

/** What can happen to it. MLS messages are processed and judged before the table is asked. */
export type DaveInput =
  /** op 4 with a version above 0, or an executed transition to one without a group */
  | "enabled"
  /** op 4 with version 0 */
  | "disabled"
  /** an executed transition to version 0, or op 24 with version 0 */
  | "downgraded"
  /** op 25 that says something new */
  | "externalSender"
  /** op 27 that changed what is cached */
  | "proposals"
  /** op 29 led to a new epoch */
  | "advanced"
  /** op 30 led into a group */
  | "welcomed"
  /** op 29 or 30 that cannot be followed, or a member whose frames cannot be opened */
  | "failed"
  /** op 24 with epoch 1 */
  | "reinitialised"
  /** op 24 with epoch 1 while the key package of the last one is still unused */
  | "asked";

export type DaveAction =
  | "hold"
  /** clear frames, or none at all where encryption is required */
  | "endEncryption"
  | "prepareUpgrade"
  | "newKeyPackage"
  | "sendKeyPackage"
  | "createGroup"
  | "dropGroup"
  | "commit"
  | "adopt"
  | "report"
  | "forget";

export interface DaveTransition {
  readonly next: DaveState;
  readonly actions: readonly DaveAction[];
}

type Row = Readonly<Partial<Record<DaveInput, DaveTransition>>>;

const to = (next: DaveState, ...actions: DaveAction[]): DaveTransition => ({ next, actions });

const OFF: Row = {
  disabled: to("off", "forget", "endEncryption"),
  downgraded: to("off", "forget", "endEncryption"),
};

const START_OVER = ["dropGroup", "newKeyPackage", "sendKeyPackage", "createGroup"] as const;

/**
 * The group as a table; a pair that is absent does nothing: an established group is not left by a welcome, and keeps its
 * external sender. Without one `createGroup` does nothing
 * and `pending` becomes `awaiting`.
 */
export const DAVE_TRANSITIONS: Readonly<Record<DaveState, Row>> = {
  off: {
    enabled: to("pending", "hold", "newKeyPackage", "sendKeyPackage", "createGroup"),
    reinitialised: to("pending", "prepareUpgrade", ...START_OVER),
    disabled: to("off", "endEncryption"),
    downgraded: to("off", "endEncryption"),
  },
  awaiting: {
    ...OFF,
    externalSender: to("pending", "createGroup"),
    failed: to("awaiting", "report", ...START_OVER),
    reinitialised: to("awaiting", ...START_OVER),
    asked: to("awaiting", "sendKeyPackage"),
  },
  pending: {
    ...OFF,
    externalSender: to("pending", "createGroup"),
    proposals: to("pending", "commit"),
    advanced: to("established", "adopt"),
    welcomed: to("established", "adopt"),
    failed: to("pending", "report", ...START_OVER),
    reinitialised: to("pending", ...START_OVER),
    asked: to("pending", "sendKeyPackage"),
  },
  established: {
    ...OFF,
    proposals: to("established", "commit"),
    advanced: to("established", "adopt"),
    failed: to("pending", "report", ...START_OVER),
    reinitialised: to("pending", ...START_OVER),
  },
};
