/** State of a voice session's group on the client (DAVE 1.1.4). */
export type DaveState =
  /** protocol version 0: frames go in the clear */
  | "off"
  /** a key package is out; without the external sender there is no local group yet */
  | "awaiting"
  /** alone in a local group at epoch 0 */
  | "pending"
  /** in a group at epoch 1 or later */
  | "established";

/** Inputs of the machine. MLS messages are processed and judged before the table is asked. */
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
  | "reinitialized"
  /** op 24 with epoch 1 while the key package of the last one is still unused */
  | "asked"
  /** the voice session or the connection is over */
  | "ended";

/** Conditions of a transition beside state and input. The first transition whose guard holds is taken. */
export type DaveGuard =
  /** op 25 came: a local group can be made */
  "hasSender";

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
  | "forget"
  /** nothing of the session is left */
  | "reset";

export interface DaveTransition {
  /** always, unless given */
  readonly guard?: DaveGuard;
  readonly next: DaveState;
  readonly actions: readonly DaveAction[];
}

type Transitions = readonly DaveTransition[];
type Row = Readonly<Partial<Record<DaveInput, Transitions>>>;

const to = (next: DaveState, ...actions: DaveAction[]): Transitions => [{ next, actions }];

/** The local group is made at once, or when its external sender comes. */
const begin = (...actions: DaveAction[]): Transitions => [
  { guard: "hasSender", next: "pending", actions: [...actions, "createGroup"] },
  { next: "awaiting", actions },
];

const END: Row = { ended: to("off", "reset") };

const ON: Row = {
  ...END,
  disabled: to("off", "forget", "endEncryption"),
  downgraded: to("off", "forget", "endEncryption"),
};

const OFFER = ["newKeyPackage", "sendKeyPackage"] as const;
const START_OVER = ["dropGroup", ...OFFER, "createGroup"] as const;

/**
 * The group as a table; a pair that is absent does nothing: an established group is not left by a welcome, and keeps its
 * external sender.
 */
export const DAVE_TRANSITIONS: Readonly<Record<DaveState, Row>> = {
  off: {
    ...END,
    enabled: begin("hold", ...OFFER),
    reinitialized: begin("prepareUpgrade", ...OFFER),
    disabled: to("off", "endEncryption"),
    downgraded: to("off", "endEncryption"),
  },
  awaiting: {
    ...ON,
    externalSender: to("pending", "createGroup"),
    failed: to("awaiting", "report", ...OFFER),
    reinitialized: to("awaiting", ...OFFER),
    asked: to("awaiting", "sendKeyPackage"),
  },
  pending: {
    ...ON,
    externalSender: to("pending", "createGroup"),
    proposals: to("pending", "commit"),
    advanced: to("established", "adopt"),
    welcomed: to("established", "adopt"),
    failed: to("pending", "report", ...START_OVER),
    reinitialized: to("pending", ...START_OVER),
    asked: to("pending", "sendKeyPackage"),
  },
  established: {
    ...ON,
    proposals: to("established", "commit"),
    advanced: to("established", "adopt"),
    failed: to("pending", "report", ...START_OVER),
    reinitialized: to("pending", ...START_OVER),
  },
};
