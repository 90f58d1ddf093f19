/** What a delivery service did, for tests and operators. */
export interface DaveCounters {
  /** commits that were announced */
  epochs: number;
  /** ids that were executed */
  transitions: number;
  /** of these, after waiting in vain for somebody */
  lateTransitions: number;
  /** valid ones that came too late, or not valid ones */
  droppedCommits: number;
  refusedKeyPackages: number;
  /** members whose session was closed because their key packages were refused again and again */
  barred: number;
  /** epochs that nobody committed although members could have: then adds are tried one by one */
  ignoredEpochs: number;
  /** members that were found to make epochs fail */
  suspects: number;
  /** op 31 */
  failures: number;
  /** failures that had to wait before they were added again */
  braked: number;
  /** members that were asked for a key package */
  asked: number;
  /** groups that were begun anew because nobody committed or could */
  restarts: number;
  /** groups that ended with one member left */
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
