import type * as Call from "../../../call/index.js";

/** The code that only calls need. It is loaded while the client connects, and not when the package is imported. */
export class CallModule {
  #loaded: typeof Call | undefined;

  get loaded(): typeof Call | undefined {
    return this.#loaded;
  }

  async load(): Promise<void> {
    this.#loaded ??= await import("../../../call/index.js");
  }
}
