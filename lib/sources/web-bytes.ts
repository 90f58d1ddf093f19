import type { IncomingMessage } from "node:http";
import { defaultUserAgent, type Clock } from "../net/index.js";
import type { ByteOrigin, OpenWishes } from "./byte-origin.js";
import { IcySplitter } from "./icy-splitter.js";
import { resolveBySystem, type Resolve } from "./reachable-address.js";
import { pause, within } from "./time-limit.js";
import { systemReason, unreadable } from "./source-error.js";
import { getWeb, nameOf } from "./web-request.js";

export interface WebOptions {
  readonly allowPrivate: boolean;
  readonly headers: Readonly<Record<string, string>>;
  /** replaces the system's, for tests */
  readonly resolve?: Resolve;
}

/** A server that says nothing for so long has gone. */
const SILENT_MS = 15_000;
/** Between attempts after a cut, as long as none gives a byte. */
const PAUSES_MS = [500, 1000, 2000, 4000, 8000];
const OK = 200;
const PARTIAL = 206;

/**
 * The answer of a web server. A stream that is cut is asked for again: a file from its next byte on, an internet radio from now on.
 */
export class WebBytes implements ByteOrigin {
  readonly isRepeatable = true;
  readonly #url: URL;
  readonly #options: WebOptions;
  #opened: Download | undefined;

  /** @param url http or https */
  constructor(url: URL, options: WebOptions) {
    this.#url = url;
    this.#options = options;
  }

  get name(): string {
    return nameOf(this.#url);
  }

  /** @throws {SdkError} ADDRESS_NOT_PUBLIC, SOURCE_UNREADABLE */
  open(wishes: OpenWishes): AsyncGenerator<Uint8Array> {
    this.#opened = new Download(this.#url, this.#options, wishes);
    return this.#readAll(this.#opened, wishes);
  }

  /** A server that gives only the whole gives the beginning in vain. @returns undefined for a stream without an end */
  openAt(position: number, wishes: OpenWishes): AsyncGenerator<Uint8Array> | undefined {
    const rest = this.#opened?.from(position, wishes);
    return rest === undefined ? undefined : this.#readAll(rest, wishes);
  }

  async *#readAll(file: Download, wishes: OpenWishes): AsyncGenerator<Uint8Array> {
    for (let attempt = 0; ; attempt += 1) {
      const before = file.received;
      const cut = yield* file.read();
      if (cut === undefined) return;
      if (file.received > before) attempt = 0;
      const pauseMs = PAUSES_MS[attempt];
      if (pauseMs === undefined || file.received === 0) throw cut;
      await pause(wishes.clock, pauseMs, wishes.signal);
    }
  }
}

/** One stream over as many responses as it takes. */
class Download {
  received = 0;
  readonly #url: URL;
  readonly #options: WebOptions;
  readonly #wishes: OpenWishes;
  /** of a file; undefined of a stream without an end */
  #total: number | undefined;
  #hasTitles = false;
  /** tells one state of a file from another */
  #validator: string | undefined;

  constructor(url: URL, options: WebOptions, wishes: OpenWishes) {
    this.#url = url;
    this.#options = options;
    this.#wishes = wishes;
  }

  /** @returns the same file from that byte on; undefined of a stream without an end, or with names of songs in it */
  from(position: number, wishes: OpenWishes): Download | undefined {
    if (this.#total === undefined || this.#hasTitles || position >= this.#total) return undefined;
    const rest = new Download(this.#url, this.#options, wishes);
    rest.received = position;
    rest.#total = this.#total;
    rest.#validator = this.#validator;
    return rest;
  }

  /** @returns how it was cut; undefined at its end @throws {SdkError} when asking again is of no use */
  async *read(): AsyncGenerator<Uint8Array, Error | undefined> {
    let response: IncomingMessage;
    try {
      response = await this.#ask();
    } catch (error) {
      if (this.received === 0) throw error;
      return error as Error;
    }
    try {
      return yield* this.#receive(response, this.#begin(response));
    } finally {
      response.destroy();
    }
  }

  async *#receive(response: IncomingMessage, skip: number): AsyncGenerator<Uint8Array, Error | undefined> {
    try {
      yield* this.#body(response, skip);
      return undefined;
    } catch (error) {
      if (this.#wishes.signal.aborted) throw error;
      return unreadable(nameOf(this.#url), systemReason(error), error);
    }
  }

  #ask(): Promise<IncomingMessage> {
    const { headers, allowPrivate, resolve = resolveBySystem } = this.#options;
    const { signal, clock } = this.#wishes;
    const asked = getWeb({
      url: this.#url,
      headers: { ...ownHeaders(), ...headers, ...this.#range() },
      allowPrivate,
      resolve,
      signal,
    });
    return within(clock, SILENT_MS, asked, (late) => late.destroy());
  }

  #range(): Record<string, string> {
    if (this.#total === undefined || this.received === 0) return {};
    const range = { Range: `bytes=${String(this.received)}-` };
    return this.#validator === undefined ? range : { ...range, "If-Range": this.#validator };
  }

  /** @returns how many bytes are known already @throws {SdkError} when it is another file, or none */
  #begin(response: IncomingMessage): number {
    const { statusCode = 0, headers } = response;
    if (statusCode !== OK && statusCode !== PARTIAL)
      throw unreadable(nameOf(this.#url), `the server answered ${String(statusCode)}`);
    const validator = headers.etag ?? headers["last-modified"];
    if (this.received > 0 && this.#total !== undefined) {
      if (statusCode === PARTIAL) return 0;
      if (validator !== this.#validator)
        throw unreadable(nameOf(this.#url), "it changed while it was played");
      return this.received;
    }
    this.#validator = validator;
    this.#hasTitles = headers["icy-metaint"] !== undefined;
    const length = headers["content-length"];
    this.#total = length === undefined ? undefined : Number(length);
    return 0;
  }

  async *#body(response: IncomingMessage, skip: number): AsyncGenerator<Uint8Array> {
    let known = skip;
    for await (const piece of this.#sound(response)) {
      const fresh = piece.subarray(known);
      known -= piece.length - fresh.length;
      this.received += fresh.length;
      if (fresh.length > 0) yield fresh;
    }
  }

  async *#sound(response: IncomingMessage): AsyncGenerator<Uint8Array> {
    const every = Number(response.headers["icy-metaint"] ?? 0);
    const icy = every >= 1 ? new IcySplitter(Math.trunc(every), this.#wishes.titled) : undefined;
    for await (const piece of pieces(response, this.#wishes.clock)) {
      if (icy === undefined) yield piece;
      else yield* icy.split(piece);
    }
  }
}

async function* pieces(response: IncomingMessage, clock: Clock): AsyncGenerator<Uint8Array> {
  const iterator = response[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  for (;;) {
    const next = await within(clock, SILENT_MS, iterator.next(), () => undefined);
    if (next.done === true) return;
    yield next.value;
  }
}

const ownHeaders = (): Record<string, string> => ({
  "User-Agent": defaultUserAgent(),
  "Accept-Encoding": "identity",
  "Icy-MetaData": "1",
});
