import { isRetryableStatus, parseJson, readHttpError, type Secret } from "../protocol/index.js";
import type { Clock } from "./clock.js";

export type Fetch = typeof globalThis.fetch;

export interface HttpRequest {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  url: string;
  /** sent as `Authorization: Bearer …` */
  bearer?: Secret | undefined;
  /** sent as `Authorization: Bot …`, in place of `bearer` */
  bot?: Secret | undefined;
  json?: unknown;
  /** sent URL-encoded, in place of `json` */
  form?: Record<string, string> | undefined;
  signal?: AbortSignal | undefined;
}

/** The outcomes of a request, which never throws. */
export type HttpOutcome =
  /** `dateMs`: the server's time, Unix milliseconds; this machine's time when the response has none */
  | { kind: "ok"; status: number; body: unknown; dateMs: number }
  | {
      kind: "status";
      status: number;
      code: number;
      message: string;
      text: string;
      retryable: boolean;
      retryAfter: number;
    }
  | { kind: "network"; message: string; cause?: unknown }
  | { kind: "timeout"; message: string }
  | { kind: "aborted" };

export interface HttpClientOptions {
  fetch: Fetch;
  userAgent: string;
  clock: Clock;
  timeoutMs: number;
}

/** Largest response body, bytes. */
const MAX_BODY = 8 * 1024 * 1024;

/** Sends requests with the given `fetch`, under a time limit that includes the body. */
export class HttpClient {
  readonly #options: HttpClientOptions;
  #timeoutMs: number;

  constructor(options: HttpClientOptions) {
    this.#options = options;
    this.#timeoutMs = options.timeoutMs;
  }

  setTimeout(timeoutMs: number): void {
    this.#timeoutMs = timeoutMs;
  }

  async request(request: HttpRequest): Promise<HttpOutcome> {
    // Outside the try block: a failure here is an internal error, not a network error.
    const init = this.#initOf(request);
    const ending = new AbortController();
    let isTimedOut = false;
    const cancel = this.#options.clock.schedule(this.#timeoutMs, () => {
      isTimedOut = true;
      ending.abort();
    });
    const abort = (): void => ending.abort();
    if (request.signal?.aborted === true) ending.abort();
    request.signal?.addEventListener("abort", abort, { once: true });
    try {
      return await this.#exchange(request.url, { ...init, signal: ending.signal });
    } catch (error) {
      if (request.signal?.aborted === true) return { kind: "aborted" };
      if (isTimedOut) return { kind: "timeout", message: `no response within ${String(this.#timeoutMs)} ms` };
      return { kind: "network", message: reasonOf(error), cause: error };
    } finally {
      request.signal?.removeEventListener("abort", abort);
      cancel();
    }
  }

  #initOf(request: HttpRequest): RequestInit {
    const body = bodyOf(request);
    return {
      method: request.method,
      headers: this.#headers(request),
      // A redirect would send the token to an unknown address.
      redirect: "manual",
      ...(body === undefined ? {} : { body }),
    };
  }

  async #exchange(url: string, init: RequestInit & { signal: AbortSignal }): Promise<HttpOutcome> {
    const { signal } = init;
    const response = await untilAborted(this.#options.fetch(url, init), signal);
    const text = await untilAborted(readBody(response), signal);
    if (response.ok) {
      const dateMs = dateOf(response.headers.get("date"));
      const body = parseJson(text);
      // Some networks respond to every request with their own page; the request never reached the platform.
      if (body === undefined && text !== "") return { kind: "network", message: "the response is not JSON" };
      return { kind: "ok", status: response.status, body, dateMs };
    }
    const { code, message, retryAfter } = readHttpError(
      response.status,
      text,
      response.headers.get("retry-after"),
    );
    return {
      kind: "status",
      status: response.status,
      code,
      message,
      text,
      retryable: isRetryableStatus(response.status),
      retryAfter,
    };
  }

  #headers(request: HttpRequest): Record<string, string> {
    const headers: Record<string, string> = {
      "User-Agent": this.#options.userAgent,
      Accept: "application/json",
    };
    if (request.bearer !== undefined) headers["Authorization"] = `Bearer ${request.bearer.reveal()}`;
    if (request.bot !== undefined) headers["Authorization"] = `Bot ${request.bot.reveal()}`;
    if (request.form !== undefined) headers["Content-Type"] = "application/x-www-form-urlencoded";
    else if (request.json !== undefined) headers["Content-Type"] = "application/json";
    return headers;
  }
}

function bodyOf(request: HttpRequest): string | undefined {
  if (request.form !== undefined) return new URLSearchParams(request.form).toString();
  return request.json === undefined ? undefined : JSON.stringify(request.json);
}

/** A custom `fetch` may ignore its signal. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(new DOMException("aborted", "AbortError"));
    if (signal.aborted) return abort();
    signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

function dateOf(header: string | null): number {
  const unixMs = header === null ? NaN : Date.parse(header);
  return Number.isNaN(unixMs) ? Date.now() : unixMs;
}

async function readBody(response: Response): Promise<string> {
  if (response.body === null) return "";
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body) {
    length += part.length;
    if (length > MAX_BODY) throw new Error("the response is too large");
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

/** The built-in fetch throws "fetch failed" with the reason in its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
