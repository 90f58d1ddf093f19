import { RedirectWait, type Clock } from "../../../net/index.js";
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
  readonly #options: SchemeRedirectOptions;
  readonly #wait: RedirectWait;

  constructor(options: SchemeRedirectOptions) {
    this.#options = options;
    this.redirectUri = options.redirectUri;
    this.#wait = new RedirectWait(options.clock);
  }

  get result(): RedirectWait["result"] {
    return this.#wait.result;
  }

  /** @returns whether the address ended the authorization */
  handle(address: string): boolean {
    if (this.#wait.isOver) return false;
    const judgement = judgeRedirectAddress(address, this.#options);
    if (judgement.kind === "rejected") {
      this.#options.rejected(judgement.reason);
      return false;
    }
    this.#wait.end(judgement);
    return true;
  }

  /** Ends the authorization; does nothing after its end. */
  abort(): void {
    this.#wait.abort();
  }
}
