import { defaultUserAgent, HttpClient, systemClock, type HttpOutcome } from "../../net/index.js";
import { API_VERSION } from "../../wire/index.js";
import type { BotOptions } from "./options.js";

const DEADLINE_MS = 10_000;

/** Reads from the API as the bot. */
export class BotApi {
  readonly #options: BotOptions;
  readonly #http = new HttpClient({
    fetch: globalThis.fetch,
    userAgent: defaultUserAgent(),
    clock: systemClock,
    timeoutMs: DEADLINE_MS,
  });

  constructor(options: BotOptions) {
    this.#options = options;
  }

  get(path: string): Promise<HttpOutcome> {
    const { api, token } = this.#options;
    const url = `${api.replace(/\/+$/, "")}/v${String(API_VERSION)}${path}`;
    return this.#http.request({ method: "GET", url, bot: token });
  }
}

/** Why there is no answer to work with. */
export function wordsOf(outcome: Exclude<HttpOutcome, { kind: "ok" }>): string {
  if (outcome.kind === "aborted") return "aborted";
  return outcome.kind === "status" ? `${String(outcome.status)} ${outcome.message}` : outcome.message;
}
