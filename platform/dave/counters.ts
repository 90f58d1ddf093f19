/** Counters of the delivery services, for tests and operators. */
export interface DaveCounters {
  /** announced commits */
  epochs: number;
  /** executed transitions */
  transitions: number;
  /** of these, executed after a member did not answer in time */
  lateTransitions: number;
  /** commits that were late or invalid */
  droppedCommits: number;
  refusedKeyPackages: number;
  /** members whose session was closed because their key packages were rejected repeatedly */
  barred: number;
  /** epochs that no able member committed; adds are then tried one at a time */
  ignoredEpochs: number;
  /** times that a member was found to make epochs fail */
  suspects: number;
  /** op 31 messages */
  failures: number;
  /** failures after which the member had to wait before it was added again */
  braked: number;
  /** requests to a member for a key package */
  asked: number;
  /** groups that were restarted because no member committed or could commit */
  restarts: number;
  /** groups that ended when one member was left */
  alone: number;
  excludedCommitters: number;
  downgrades: number;
  upgrades: number;
}

export function noDaveCounters(): DaveCounters {
  return {
    epochs: 0,
    transitions: 0,
    lateTransitions: 0,
    droppedCommits: 0,
    refusedKeyPackages: 0,
    barred: 0,
    ignoredEpochs: 0,
    suspects: 0,
    failures: 0,
    braked: 0,
    asked: 0,
    restarts: 0,
    alone: 0,
    excludedCommitters: 0,
    downgrades: 0,
    upgrades: 0,
  };
}
