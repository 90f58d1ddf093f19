import type { Cancel, Clock } from "../../net/index.js";
import { parseTokenExpiry, reasonOf, type Secret } from "../../protocol/index.js";
import { Route } from "../../wire/index.js";
import { LoggingSeverity } from "../enums.js";
import type { Api } from "./api.js";
import type { ClientLogs } from "./client-logs.js";
import { Failure } from "./failure.js";

/** How long before a token's end the game is told: time to get another one while this one still works. */
export const EXPIRY_NOTICE_MS = 60_000;
/** After an answer that may be another one later. */
const RETRY_MS = 60_000;
/** Timers of the runtime take no longer delays. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

export interface TokenExpiryParts {
  clock: Clock;
  api: Api;
  logs: ClientLogs;
  token: () => Secret;
  /** The token is about to end. */
  tell: () => void;
}

/**
 * Watches the token of a connected client. When it ends the platform says (`/oauth2/@me`, once per token, when the client
 * is ready with it), and its answer carries the platform's own time: what is left does not depend on what time this
 * machine believes it is, and is measured by the client's clock from then on.
 */
export class TokenExpiry {
  readonly #parts: TokenExpiryParts;
  #token: Secret | undefined;
  /** by the client's clock */
  #noticeAtMs: number | undefined;
  #isTold = false;
  #isConnected = false;
  #cancel: Cancel | undefined;
  #asking = new AbortController();

  constructor(parts: TokenExpiryParts) {
    this.#parts = parts;
  }

  /** The client is ready; its token may be another one than before. */
  connected(): void {
    this.#isConnected = true;
    const isKnown = this.#token === this.#parts.token() && this.#noticeAtMs !== undefined;
    if (isKnown) this.#wait();
    else this.#begin();
  }

  /** `updateToken` gave a token: it has a notice of its own, also where it is the same text again. */
  tokenGiven(): void {
    this.#token = undefined;
    this.#stop();
    if (this.#isConnected) this.#begin();
  }

  /** Nobody is told while the client is disconnected. */
  disconnected(): void {
    this.#isConnected = false;
    this.#stop();
  }

  #begin(): void {
    this.#stop();
    this.#token = this.#parts.token();
    this.#noticeAtMs = undefined;
    this.#isTold = false;
    void this.#ask(this.#token, this.#asking.signal);
  }

  async #ask(token: Secret, signal: AbortSignal): Promise<void> {
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
      logs.write("general", LoggingSeverity.Info, `when the token ends could not be had: ${reason}`);
      if (!(error instanceof Failure) || !error.result.retryable) return;
      this.#cancel = clock.schedule(RETRY_MS, () => void this.#ask(token, signal));
    }
  }

  #wait(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    if (this.#noticeAtMs === undefined || this.#isTold) return;
    const left = this.#noticeAtMs - this.#parts.clock.now();
    this.#cancel = this.#parts.clock.schedule(Math.min(Math.max(0, left), LONGEST_WAIT_MS), () => {
      if (this.#parts.clock.now() < (this.#noticeAtMs ?? 0)) return this.#wait();
      this.#isTold = true;
      this.#parts.tell();
    });
  }

  #stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#asking.abort();
    this.#asking = new AbortController();
  }
}
