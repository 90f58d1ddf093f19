/** The reason of a move that was asked for. */
export const PLANNED = "planned";

/** A call went on in another voice process. */
export interface VoiceMove {
  /** how the process before ended, in words; "planned": it was replaced, and has not ended by itself */
  reason: string;
  /** packets of 20 ms that were due meanwhile, as far as something played; 0 when the process before handed the call over */
  framesSkipped: number;
  /** from the last sign of life of the process before, or from when it stopped the call to hand it over, milliseconds */
  gapMs: number;
}
