import { KeptClaims, type HandOverOutcome, type Keeper } from "../../call/index.js";
import { SdkError } from "../../wire/index.js";
import type { CheckedMove } from "../moving/hand-over.js";
import type { Leaving } from "../moving/leaving.js";

/** A call that is kept is handed over: its store says who has it, and what is kept goes on with it. */
export async function handOverKept(
  keeper: Keeper,
  leaving: Leaving,
  move: CheckedMove,
): Promise<HandOverOutcome> {
  // it is refused
  if (leaving.isRunning) return leaving.handOver(move);
  await keeper.hold();
  const claims = new KeptClaims(keeper.place);
  try {
    if (keeper.fence === 0n) throw silent(keeper.place.call);
    const outcome = await leaving.handOver({ ...move, claims }, keeper.fence);
    if (outcome === "kept") keeper.goOn(claims.claimed);
    else keeper.release();
    return outcome;
  } catch (error) {
    keeper.goOn();
    throw error;
  }
}

function silent(call: string): SdkError {
  return new SdkError(
    "KEEP_STORE_SILENT",
    `call ${call}: expected that its store has it, received no answer yet; hand it over when the store answers`,
  );
}
