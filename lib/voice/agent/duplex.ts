import type { BargeIn } from "./barge-in.js";
import type { EarFrame } from "./ear-frame.js";
import type { SayOptions } from "./say-options.js";
import type { SpeechSource } from "./speech-chunks.js";
import type { EndOfTurn, SpeechStart, TurnPause } from "./turn-events.js";
import type { UtteranceEnd } from "./utterance.js";

/** The input of an adapter: frames, and the turns and interruptions found in them, in the order of each user's times. */
export type DuplexInput =
  /** a part of what somebody says, the time before it included */
  | { readonly type: "frame"; readonly frame: EarFrame }
  | { readonly type: "speechStart"; readonly start: SpeechStart }
  | { readonly type: "pause"; readonly pause: TurnPause }
  | { readonly type: "resume"; readonly start: SpeechStart }
  /** all frames of the turn have been told */
  | { readonly type: "endOfTurn"; readonly end: EndOfTurn }
  /** somebody spoke over the agent */
  | { readonly type: "bargeIn"; readonly bargeIn: BargeIn }
  /** it came to nothing */
  | { readonly type: "resumed"; readonly bargeIn: BargeIn }
  /** an answer has ended: how much of it was heard */
  | { readonly type: "said"; readonly answer: DuplexAnswer; readonly end: UtteranceEnd };

/** An answer of an adapter: chunks of sound with their texts, and how they are said. */
export interface DuplexAnswer extends SpeechSource, SayOptions {}

/**
 * Answers people: a realtime service behind a socket, a recognizer with a synthesizer behind it, or anything else that takes frames and gives chunks. It is
 * usually an asynchronous generator, which yields an answer as soon as the first chunk is near.
 * @param input ends with the conversation
 * @param signal aborted when the conversation is over
 */
export type DuplexAdapter = (
  input: AsyncIterable<DuplexInput>,
  signal: AbortSignal,
) => AsyncIterable<DuplexAnswer>;
