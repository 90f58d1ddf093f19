/** The rates of the frames that an agent hears, Hz. */
export type EarRate = 16000 | 24000;

/** The users that an agent listens to beside those who are named: everyone, or nobody else. */
export type EarsOf = "named" | "everyone";

/** The policy by which a turn ends. */
export interface NativeTurnPolicy {
  /** no turn ends before this silence, 0 to 60,000 ms */
  minSilenceMs: number;
  /** after this silence every turn ends, 0 to 60,000 ms */
  maxSilenceMs: number;
  /** the probability of an end, 0 to 1, with which a turn ends between these two */
  threshold: number;
  /** the probability, 0 to 1, from which a frame counts as speech */
  minProbability: number;
  /** whether melody and loudness count */
  usesProsody: boolean;
  /** each pause waits for `judgeTurn` */
  asksDetector: boolean;
  /** for so long, 0 to 60,000 ms; the policy decides behind it */
  detectorDeadlineMs: number;
}

/** The answer of a detector to a pause: the turn is over, or goes on until the next pause, or the policy decides. */
export type TurnVerdict = "ends" | "goesOn" | "policy";

/** Ears of a voice agent. Frames and turns come with `takeReceived`, for `readEars`. */
export interface NativeListening {
  /**
   * Listens to these users at this rate, in place of those before; users that are heard already are heard on. Up to 25 speakers at once:
   * who is named keeps an ear, others who speak get those of who has been silent for longest. Frames of 16 kHz tell turns, too.
   * @param userIds at most 25 count
   */
  setListening(rate: EarRate, whom: EarsOf, userIds: bigint[]): void;
  stopListening(rate: EarRate): void;
  /**
   * Replaces the policies of everyone who is listened to.
   * @param own of each of `userIds`, in their order
   * @throws Error (code TOO_MANY_POLICIES) for more than 25 users
   */
  setTurnPolicies(usual: NativeTurnPolicy, userIds: bigint[], own: NativeTurnPolicy[]): void;
  /**
   * The detector's answer. Nothing when another pause is in question, as when the deadline of this one is over.
   * @param pause the timestamp of the pause, a whole number up to 2^53
   */
  judgeTurn(userId: bigint, pause: number, verdict: TurnVerdict): void;
  /** Milliseconds on the clock of `decidedAtMs` of turns. */
  mediaTime(): number;
}
