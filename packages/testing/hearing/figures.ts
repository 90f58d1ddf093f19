import type { Verdict } from "../listening/judge.js";

/** Figures of a sound on its way from a speaker to a listener. Counts are of the time that was listened to. */
export interface HearingFigures extends Verdict {
  /** packets that the speaker has sent; undefined: it is no actor */
  readonly packetsSent?: number | undefined;
  /** packets of the speaker that have reached the platform */
  readonly packetsAtPlatform: number;
  /** packets of the speaker that have reached the listener */
  readonly packetsReceived: number;
  /** of these, the ones that no key of the listener opens */
  readonly undecryptable: number;
  /** packets that did not come in time, of those that had to */
  readonly packetsLost: number;
  /** seconds of sound that came out of the decoder */
  readonly decodedSeconds: number;
  /** the loudest sample of it, dBFS; −Infinity: digital silence */
  readonly peakDbfs: number;
}
