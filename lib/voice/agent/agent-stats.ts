/** The counters of a {@link VoiceAgent}, since it was made. */
export interface VoiceAgentStats {
  /** blocks of 20 ms that were lost between the media thread and JavaScript, whose thread was late by seconds */
  blocksLost: number;
  /** blocks of 20 ms of users who were not heard, since 25 others spoke */
  blocksWithoutEar: number;
  /** pauses that were put to a turn detector */
  detectorAsked: number;
  /** of these, those without an answer before the deadline: the policy decided */
  detectorMissed: number;
  /** of these, those at which the detector threw, rejected or gave nonsense: the policy decided */
  detectorFailed: number;
}
