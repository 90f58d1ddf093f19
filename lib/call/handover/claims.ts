/** The one place that decides which process has a call. */
export interface Claims {
  /**
   * Compare-and-set: `owner` has the call from now on, if nobody had this fence or a newer one before.
   * @param fence counts the owners of a call
   * @returns whether `owner` has it. A rejection means that nobody knows
   */
  claim(call: string, fence: bigint, owner: string): Promise<boolean>;
}

/** The claims of the processes of one machine, which their supervisor keeps. */
export class ClaimTable implements Claims {
  readonly #owners = new Map<string, { readonly fence: bigint; readonly owner: string }>();

  claim(call: string, fence: bigint, owner: string): Promise<boolean> {
    const isNewer = fence > this.fenceOf(call);
    if (isNewer) this.#owners.set(call, { fence, owner });
    return Promise.resolve(isNewer);
  }

  /** That of the present owner; 0: nobody has had the call. */
  fenceOf(call: string): bigint {
    return this.#owners.get(call)?.fence ?? 0n;
  }

  ownerOf(call: string): string | undefined {
    return this.#owners.get(call)?.owner;
  }

  /** The call is over. */
  forget(call: string): void {
    this.#owners.delete(call);
  }
}
