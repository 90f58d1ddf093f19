import type { Cancel, Clock } from "../../../net/index.js";
import { parseTokenExpiry, reasonOf, type Secret } from "../../../protocol/index.js";
import { Route } from "../../../wire/index.js";
import { LoggingSeverity } from "../../../enums/index.js";
import type { Api } from "../../core/api/api.js";
import type { ClientLogs } from "../../core/logs/client-logs.js";
import { Failure } from "../../core/operations/failure.js";

/** How long before a token expires the game is notified: enough to get another one while this one works. */
export const EXPIRY_NOTICE_MS = 60_000;
/** Delay before a request is repeated that may succeed later. */
const RETRY_MS = 60_000;
/** The longest delay that a timer of the runtime accepts. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

export interface TokenExpiryParts {
  clock: Clock;
  api: Api;
  logs: ClientLogs;
  session: { readonly token: Secret };
  /** called when the token is about to expire */
  expiring: () => void;
}

/**
 * Watches the token of a connected client. The platform gives its expiry (`/oauth2/@me`, once per token, when the client
 * becomes ready) together with the platform's own time. The remaining time therefore does not depend on this machine's
 * date; the client's clock measures it from then on.
 */
export class TokenExpiry {
  readonly #parts: TokenExpiryParts;
  #token: Secret | undefined;
  /** by the client's clock */
  #noticeAtMs: number | undefined;
  #isNotified = false;
  #isConnected = false;
  #cancel: Cancel | undefined;
  #request = new AbortController();

  constructor(parts: TokenExpiryParts) {
    this.#parts = parts;
  }

  /** The client is ready; its token may have changed. */
  connected(): void {
    this.#isConnected = true;
    const isKnown = this.#token === this.#parts.session.token && this.#noticeAtMs !== undefined;
    if (isKnown) this.#wait();
    else this.#begin();
  }

  /** `updateToken` set a token: it gets its own notice, even when the text is the same. */
  tokenUpdated(): void {
    this.#token = undefined;
    this.#stop();
    if (this.#isConnected) this.#begin();
  }

  /** There is no notice while the client is disconnected. */
  disconnected(): void {
    this.#isConnected = false;
    this.#stop();
  }

  #begin(): void {
    this.#stop();
    this.#token = this.#parts.session.token;
    this.#noticeAtMs = undefined;
    this.#isNotified = false;
    void this.#fetch(this.#token, this.#request.signal);
  }

  async #fetch(token: Secret, signal: AbortSignal): Promise<void> {
    const { api, clock, logs } = this.#parts;
    try {
      const { body, dateMs } = await api.dated({ method: "GET", path: Route.oauth2Me(), signal }, token);
      if (signal.aborted) return;
      const expiry = parseTokenExpiry(body);
      if (expiry === undefined) return;
      this.#noticeAtMs = clock.now() + expiry - dateMs - EXPIRY_NOTICE_MS;
      this.#wait();
    } catch (error) {
      if (signal.aborted) return;
      const reason = reasonOf(error);
      logs.write("general", LoggingSeverity.Info, `could not find out when the token expires: ${reason}`);
      if (!(error instanceof Failure) || !error.result.retryable) return;
      this.#cancel = clock.schedule(RETRY_MS, () => void this.#fetch(token, signal));
    }
  }

  #wait(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    if (this.#noticeAtMs === undefined || this.#isNotified) return;
    const left = this.#noticeAtMs - this.#parts.clock.now();
    this.#cancel = this.#parts.clock.schedule(Math.min(Math.max(0, left), LONGEST_WAIT_MS), () => {
      if (this.#parts.clock.now() < (this.#noticeAtMs ?? 0)) return this.#wait();
      this.#isNotified = true;
      this.#parts.expiring();
    });
  }

  #stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#request.abort();
    this.#request = new AbortController();
  }
}
