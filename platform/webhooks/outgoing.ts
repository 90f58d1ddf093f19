import { request as requestPlain, type ClientRequest, type RequestOptions } from "node:http";
import { request as requestSecure } from "node:https";
import type { LookupFunction } from "node:net";
import type { TimerClock } from "../clock/clock.js";
import { mayConnect, resolveHost, type NumericAddress } from "./addresses.js";

/** What came of a request: the status of its response, or why there is none. */
export type Answer = { readonly status: number } | { readonly problem: string };

export interface OutgoingOptions {
  readonly clock: TimerClock;
  /** Whether requests may go to this machine and private networks, without TLS, too. */
  readonly isLocalAllowed: boolean;
}

/** How long an application may take to answer. */
const TIME_LIMIT_MS = 3000;
const HEADERS_MAX_BYTES = 16_384;
const USER_AGENT = "sdkpp-platform/1";

/**
 * Sends requests to addresses that guests have chosen: only to public addresses by TLS unless told otherwise, to the address
 * that was checked, without following redirects, and within a time limit. Of a response it reads the status only.
 */
export class Outgoing {
  readonly #options: OutgoingOptions;
  readonly #running = new Set<AbortController>();

  constructor(options: OutgoingOptions) {
    this.#options = options;
  }

  /** Posts JSON. @param url `http:` or `https:` */
  async post(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<Answer> {
    const target = new URL(url);
    const isPlain = target.protocol === "http:";
    if (!isPlain && target.protocol !== "https:") return { problem: "the address is neither http nor https" };
    if (isPlain && !this.#options.isLocalAllowed) return { problem: "the address must begin with https" };
    const abort = new AbortController();
    this.#running.add(abort);
    const timer = this.#options.clock.after(TIME_LIMIT_MS, () => abort.abort());
    try {
      return await Promise.race([this.#exchange(target, headers, body, abort.signal), whenAborted(abort)]);
    } catch (error) {
      return { problem: `could not be reached: ${reasonOf(error)}` };
    } finally {
      timer.cancel();
      abort.abort();
      this.#running.delete(abort);
    }
  }

  /** Ends all requests. */
  stop(): void {
    for (const abort of this.#running) abort.abort();
  }

  async #exchange(
    target: URL,
    headers: Readonly<Record<string, string>>,
    body: string,
    signal: AbortSignal,
  ): Promise<Answer> {
    const addresses = await resolveHost(target.hostname);
    const [first] = addresses;
    if (first === undefined || !addresses.every((one) => mayConnect(one, this.#options.isLocalAllowed)))
      return { problem: "the address is not public" };
    return send(target, first, { ...headers, ...describe(body) }, body, signal);
  }
}

function whenAborted({ signal }: AbortController): Promise<Answer> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve({ problem: "did not answer within 3 s" }), { once: true });
  });
}

function send(
  target: URL,
  to: NumericAddress,
  headers: Readonly<Record<string, string | number>>,
  body: string,
  signal: AbortSignal,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options: RequestOptions = {
      method: "POST",
      headers,
      signal,
      agent: false,
      maxHeaderSize: HEADERS_MAX_BYTES,
      lookup: always(to),
    };
    const request: ClientRequest =
      target.protocol === "http:" ? requestPlain(target, options) : requestSecure(target, options);
    request.on("response", (response) => {
      response.on("error", () => undefined);
      response.destroy();
      resolve({ status: response.statusCode ?? 0 });
    });
    request.on("error", reject);
    request.end(body);
  });
}

/** Connects to one address, whatever the name resolves to by now. */
function always({ address, family }: NumericAddress): LookupFunction {
  return (_hostname, options, callback) => {
    if (options.all === true) callback(null, [{ address, family }]);
    else callback(null, address, family);
  };
}

function describe(body: string): Record<string, string | number> {
  return {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    "user-agent": USER_AGENT,
  };
}

/** The system's code of an error; its message may have more than its reader should know. */
function reasonOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === "string" ? code : "unknown error";
}
