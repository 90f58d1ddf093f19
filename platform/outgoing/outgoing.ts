import type { WebAddress } from "sdkpp/wire";
import { request as requestPlain, type ClientRequest, type IncomingMessage } from "node:http";
import { request as requestSecure } from "node:https";
import type { TimerClock } from "../clock/clock.js";
import { NO_TAP, type WireTap } from "../taps/wire-tap.js";
import { always, mayConnect, resolveHost, type NumericAddress } from "./addresses.js";

/** Why there is no response, in words. */
export interface Problem {
  readonly problem: string;
}

/** The outcome of a request: the status of its response, or the reason why there is none. */
export type Answer = { readonly status: number } | Problem;

/** The body of a response with status 200, or why there is none. */
export type Page = { readonly body: string } | Problem;

/** A whole response, or why there is none. */
export type Reply =
  { readonly status: number; readonly contentType: string; readonly body: Buffer } | Problem;

export interface OutgoingOptions {
  readonly clock: TimerClock;
  /** Whether requests may go to this machine and private networks, without TLS, too. */
  readonly isLocalAllowed: boolean;
  /** Finds the addresses of a host; default: the system. */
  readonly resolve?: typeof resolveHost;
  /** Hears what is posted; default: nobody. */
  readonly tap?: WireTap;
}

/** A request, and how its response is read. */
interface Exchange<T> {
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body?: string;
  read(response: IncomingMessage): Promise<T>;
}

/** How long a server may take to answer. */
const TIME_LIMIT_MS = 3000;
const HEADERS_MAX_BYTES = 16_384;
const USER_AGENT = "sdkpp-platform/1";
const OK = 200;

/**
 * Sends requests to addresses that guests have chosen: only to public addresses by TLS unless told otherwise, to the address
 * that was checked, without following redirects, and within a time limit.
 */
export class Outgoing {
  readonly #options: OutgoingOptions;
  readonly #running = new Set<AbortController>();
  #isStopped = false;

  constructor(options: OutgoingOptions) {
    this.#options = options;
  }

  /** Posts JSON, and reads the status of the response only. */
  post(url: WebAddress, headers: Readonly<Record<string, string>>, body: string): Promise<Answer> {
    const described = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    return this.#run(url, { method: "POST", headers: { ...headers, ...described }, body, read: statusOf });
  }

  /** Posts JSON, and reads the whole response. @param bytesMax a longer one is not read to its end */
  ask(
    url: WebAddress,
    headers: Readonly<Record<string, string>>,
    body: string,
    bytesMax: number,
  ): Promise<Reply> {
    const described = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    const read = (response: IncomingMessage) => replyOf(response, bytesMax);
    return this.#run<Reply>(url, { method: "POST", headers: { ...headers, ...described }, body, read });
  }

  /** Gets a document. @param bytesMax a longer one is not read to its end */
  get(url: WebAddress | URL, bytesMax: number): Promise<Page> {
    const headers = { accept: "application/json", "accept-encoding": "identity" };
    return this.#run<Page>(url, { method: "GET", headers, read: (response) => pageOf(response, bytesMax) });
  }

  /** Ends all requests; later ones are not sent. */
  stop(): void {
    this.#isStopped = true;
    for (const abort of this.#running) abort.abort();
  }

  async #run<T>(url: WebAddress | URL, exchange: Exchange<T>): Promise<T | Problem> {
    if (this.#isStopped) return { problem: "the platform has stopped" };
    const target = new URL(url);
    const isPlain = target.protocol === "http:";
    if (!isPlain && target.protocol !== "https:") return { problem: "the address is neither http nor https" };
    if (isPlain && !this.#options.isLocalAllowed) return { problem: "the address must begin with https" };
    const abort = new AbortController();
    this.#running.add(abort);
    const timer = this.#options.clock.after(TIME_LIMIT_MS, () => abort.abort());
    const startedAt = this.#options.tap?.elapsed() ?? 0;
    try {
      const answer = await Promise.race([this.#exchange(target, exchange, abort.signal), whenAborted(abort)]);
      this.#tell(target, exchange, startedAt, answer);
      return answer;
    } catch (error) {
      const answer = { problem: `could not be reached: ${reasonOf(error)}` };
      this.#tell(target, exchange, startedAt, answer);
      return answer;
    } finally {
      timer.cancel();
      abort.abort();
      this.#running.delete(abort);
    }
  }

  #tell(target: URL, { body }: Exchange<unknown>, startedAt: number, answer: unknown): void {
    const { tap = NO_TAP } = this.#options;
    if (!tap.isOn || body === undefined) return;
    const { status = 0, problem } = answer as { readonly status?: number } & Partial<Problem>;
    tap.delivery({ target, body, durationMs: tap.elapsed() - startedAt, outcome: problem ?? status });
  }

  async #exchange<T>(target: URL, exchange: Exchange<T>, signal: AbortSignal): Promise<T | Problem> {
    const { resolve = resolveHost, isLocalAllowed } = this.#options;
    const addresses = await resolve(target.hostname);
    const [first] = addresses;
    if (first === undefined || !addresses.every((one) => mayConnect(one, isLocalAllowed)))
      return { problem: "the address is not public" };
    return exchange.read(await send(target, first, exchange, signal));
  }
}

function whenAborted({ signal }: AbortController): Promise<Problem> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve({ problem: "did not answer within 3 s" }), { once: true });
  });
}

function send(
  target: URL,
  to: NumericAddress,
  { method, headers, body }: Exchange<unknown>,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const options = {
      method,
      headers: { ...headers, "user-agent": USER_AGENT },
      signal,
      agent: false,
      maxHeaderSize: HEADERS_MAX_BYTES,
      lookup: always(to),
    };
    const request: ClientRequest =
      target.protocol === "http:" ? requestPlain(target, options) : requestSecure(target, options);
    request.on("response", (response) => {
      response.on("error", () => undefined);
      resolve(response);
    });
    request.on("error", reject);
    request.end(body);
  });
}

function statusOf(response: IncomingMessage): Promise<Answer> {
  response.destroy();
  return Promise.resolve({ status: response.statusCode ?? 0 });
}

async function pageOf(response: IncomingMessage, bytesMax: number): Promise<Page> {
  if (response.statusCode !== OK) {
    response.destroy();
    return { problem: `answered ${String(response.statusCode)}` };
  }
  const body = await bytesOf(response, bytesMax);
  return Buffer.isBuffer(body) ? { body: body.toString("utf8") } : body;
}

async function replyOf(response: IncomingMessage, bytesMax: number): Promise<Reply> {
  const body = await bytesOf(response, bytesMax);
  if (!Buffer.isBuffer(body)) return body;
  const { statusCode: status = 0, headers } = response;
  return { status, contentType: headers["content-type"] ?? "", body };
}

async function bytesOf(response: IncomingMessage, bytesMax: number): Promise<Buffer | Problem> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    bytes += part.byteLength;
    // Leaving the loop closes the connection.
    if (bytes > bytesMax) return { problem: `answered more than ${String(bytesMax)} bytes` };
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** The system's code of an error; its message may have more than its reader should know. */
function reasonOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === "string" ? code : "unknown error";
}
