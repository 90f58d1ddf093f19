/**
 * Why nothing is heard, or why nobody hears this side:
 * - `NOT_CONNECTED`: the call is not connected, or over
 * - `PATH_SILENT`: no UDP packet arrives any more, not even answers
 * - `NO_KEY`: end-to-end encryption has no key yet, or ended although it is required
 * - `ALONE`: nobody else is in the call
 * - `SELF_MUTED`, `SELF_DEAF`: this side's own switches
 * - `SERVER_MUTED`, `SERVER_DEAF`: a moderator's switches
 * - `SUPPRESSED`: this side is in the audience of a stage
 * - `PUSH_TO_TALK`: the key is not down
 * - `VOLUME_ZERO`: the volume of the input, of the output, or of a user is 0
 * - `NO_INPUT`: there is no source of sound, or the source is silent
 * - `NOTHING_SENT`: the source has sound, and no packet leaves
 * - `LOCALLY_MUTED`: this side has silenced the user
 * - `NOT_SUBSCRIBED`: nothing takes the user's sound
 * - `USER_MUTED`, `USER_DEAF`: the user's own switches; a deaf user does not hear this side
 * - `NOT_SPEAKING`: the user has neither announced that it speaks nor sent anything
 * - `UNANNOUNCED`: packets arrive of somebody whom the voice gateway has not announced
 * - `NOTHING_RECEIVED`: the user has announced that it speaks, and no packet arrives
 * - `UNDECRYPTABLE`: no key opens what arrives of the user
 * - `SILENT`: what arrives is silence
 * - `LOSS`: a tenth of the packets is lost, or more
 */
export type SoundCause =
  | "NOT_CONNECTED"
  | "PATH_SILENT"
  | "NO_KEY"
  | "ALONE"
  | "SELF_MUTED"
  | "SELF_DEAF"
  | "SERVER_MUTED"
  | "SERVER_DEAF"
  | "SUPPRESSED"
  | "PUSH_TO_TALK"
  | "VOLUME_ZERO"
  | "NO_INPUT"
  | "NOTHING_SENT"
  | "LOCALLY_MUTED"
  | "NOT_SUBSCRIBED"
  | "USER_MUTED"
  | "USER_DEAF"
  | "NOT_SPEAKING"
  | "UNANNOUNCED"
  | "NOTHING_RECEIVED"
  | "UNDECRYPTABLE"
  | "SILENT"
  | "LOSS";

/** One reason why sound does not arrive, in two sentences for a developer. */
export interface SoundFinding {
  /** "hearing": this side does not hear; "being heard": the others do not hear this side */
  readonly about: "hearing" | "being heard";
  /** the other user; without one it concerns all of them */
  readonly userId?: bigint;
  readonly cause: SoundCause;
  /** the state that stands in the way, as a sentence */
  readonly found: string;
  /** what to do about it */
  readonly remedy: string;
}
