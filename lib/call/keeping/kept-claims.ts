import type { Claims } from "../handover/claims.js";
import { StoredClaim, type ClaimPlace } from "./stored-claim.js";

/** Decides which process has a call that is kept while it moves: the store does. */
export class KeptClaims implements Claims {
  readonly #place: Omit<ClaimPlace, "owner">;
  #claimed: StoredClaim | undefined;

  constructor({ store, call }: Omit<ClaimPlace, "owner">) {
    this.#place = { store, call };
  }

  /** The claim of this process, once it has the call. */
  get claimed(): StoredClaim | undefined {
    return this.#claimed;
  }

  /** @param _call as the processes of the move name it; the store has its own name */
  async claim(_call: string, fence: bigint, owner: string): Promise<boolean> {
    this.#claimed = await StoredClaim.following({ ...this.#place, owner }, fence);
    return this.#claimed !== undefined;
  }
}
