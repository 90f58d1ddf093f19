import type * as Call from "../../../call/index.js";
import type { HostedConnection } from "../../../hosting/client/hosted-connection.js";

/** The code that only calls need. It is loaded while the client connects, and not when the package is imported. */
export class CallModule {
  readonly #isHosted: boolean;
  #loaded: typeof Call | undefined;
  #hosted: typeof HostedConnection | undefined;

  /** @param isHosted whether calls are in voice processes */
  constructor(isHosted: boolean) {
    this.#isHosted = isHosted;
  }

  get loaded(): typeof Call | undefined {
    return this.#loaded;
  }

  /** The calls in voice processes. */
  get hosted(): typeof HostedConnection | undefined {
    return this.#hosted;
  }

  async load(): Promise<void> {
    if (this.#isHosted)
      this.#hosted ??= (await import("../../../hosting/client/hosted-connection.js")).HostedConnection;
    this.#loaded ??= await import("../../../call/index.js");
  }
}
