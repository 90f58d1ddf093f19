import type { BargeIn } from "./barge-in.js";
import type { EndOfTurn, SpeechStart, TurnPause } from "./turn-events.js";
import type { Utterance } from "./utterance.js";

/** The events of a {@link VoiceAgent}. Turns are told of users whose turns are watched. */
export interface VoiceAgentEvents {
  /** a user's turn begins; told when it is certain enough, some 100 ms behind `speechBegan` */
  speechStart: (start: SpeechStart) => void;
  /** a user pauses within a turn, which may be over: every 100 ms of silence */
  pause: (pause: TurnPause) => void;
  /** a user goes on to speak behind a pause that was told */
  resume: (start: SpeechStart) => void;
  /** a user's turn is over: by the policy or the detector, or because the user has gone */
  endOfTurn: (end: EndOfTurn) => void;
  /** a turn detector threw, rejected or gave nonsense; the policy decided */
  detectorFailed: (userId: bigint, error: unknown) => void;
  /** somebody spoke over the agent, as `bargeIn` tells it to heed */
  bargeIn: (bargeIn: BargeIn) => void;
  /** it came to nothing: the agent goes on where it stopped, or as loud as before */
  resumed: (bargeIn: BargeIn) => void;
  /** an utterance has nothing to be said now, because its source is slow; silence is sent until it has */
  starved: (utterance: Utterance) => void;
  /** an utterance goes on, after so many milliseconds without sound */
  refilled: (utterance: Utterance, starvedMs: number) => void;
  /** the agent was closed, or its connection is over */
  closed: () => void;
}
