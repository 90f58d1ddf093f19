import { REDIRECT_TIME_LIMIT_MS, type Cancel, type Clock, type RedirectResult } from "../../../net/index.js";
import { judgeRedirectAddress } from "../../../protocol/index.js";

export interface SchemeRedirectOptions {
  clock: Clock;
  redirectUri: string;
  state: string;
  /** Base address of the server that the user is sent to. */
  issuer: string;
  /** called for each rejected address; the authorization continues */
  rejected: (reason: string) => void;
}

/** Waits for the redirect of an authorization to a scheme of the game, which the operating system delivers to it. */
export class SchemeRedirect {
  readonly redirectUri: string;
  readonly result: Promise<RedirectResult>;
  readonly #options: SchemeRedirectOptions;
  readonly #cancelLimit: Cancel;
  #settle: ((result: RedirectResult) => void) | undefined;

  constructor(options: SchemeRedirectOptions) {
    this.#options = options;
    this.redirectUri = options.redirectUri;
    this.result = new Promise((resolve) => (this.#settle = resolve));
    this.#cancelLimit = options.clock.schedule(REDIRECT_TIME_LIMIT_MS, () => this.#end({ kind: "expired" }));
  }

  /** @returns whether the address ended the authorization */
  handle(address: string): boolean {
    if (this.#settle === undefined) return false;
    const judgement = judgeRedirectAddress(address, this.#options);
    if (judgement.kind === "rejected") {
      this.#options.rejected(judgement.reason);
      return false;
    }
    this.#end(judgement);
    return true;
  }

  /** Ends the authorization; does nothing after its end. */
  abort(): void {
    this.#end({ kind: "aborted" });
  }

  #end(result: RedirectResult): void {
    const settle = this.#settle;
    this.#settle = undefined;
    this.#cancelLimit();
    settle?.(result);
  }
}
