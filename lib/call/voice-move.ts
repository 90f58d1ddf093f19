/** A call went on in another voice process. */
export interface VoiceMove {
  /** how the process before ended, in words */
  reason: string;
  /** packets of 20 ms that were due meanwhile, as far as something played */
  framesSkipped: number;
  /** from the last sign of life of the process before, milliseconds */
  gapMs: number;
}
