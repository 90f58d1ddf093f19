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

  size(): Promise<number | undefined> {
    return Promise.resolve(this.#opened?.size);
  }

  /** @throws {SdkError} ADDRESS_NOT_PUBLIC, SOURCE_UNREADABLE */
  readAt(position: number, size: number, wishes: OpenWishes): Promise<Uint8Array | undefined> {
    return this.#opened?.from(position, wishes)?.part(size) ?? Promise.resolve(undefined);
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

  /** of a file; undefined of a stream without an end, or with names of songs in it */
  get size(): number | undefined {
    return this.#hasTitles ? undefined : this.#total;
  }

  /** @returns the same file from that byte on; undefined behind its end, and where there is none */
  from(position: number, wishes: OpenWishes): Download | undefined {
    if (this.size === undefined || position >= this.size) return undefined;
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
      response = await this.#ask(this.#range());
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

  /** @returns so many bytes of a file from here on, fewer at its end; undefined when the server gives only the whole */
  async part(size: number): Promise<Uint8Array | undefined> {
    const response = await this.#ask({ ...this.#ifSame(), Range: byteRange(this.received, size) });
    try {
      if (response.statusCode !== PARTIAL || partOf(response, this.received).from !== this.received)
        return undefined;
      return await someOf(response, size, this.#wishes.clock);
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

  #ask(range: Record<string, string>): Promise<IncomingMessage> {
    const { headers, allowPrivate, resolve = resolveBySystem } = this.#options;
    const { signal, clock } = this.#wishes;
    const asked = getWeb({
      url: this.#url,
      headers: { ...ownHeaders(), ...headers, ...range },
      allowPrivate,
      resolve,
      signal,
    });
    return within(clock, SILENT_MS, asked, (late) => late.destroy());
  }

  #range(): Record<string, string> {
    if (this.#total === undefined || this.received === 0) return {};
    return { ...this.#ifSame(), Range: byteRange(this.received) };
  }

  #ifSame(): Record<string, string> {
    return this.#validator === undefined ? {} : { "If-Range": this.#validator };
  }

  /** @returns how many bytes are known already @throws {SdkError} when it is another file, or none */
  #begin(response: IncomingMessage): number {
    const { statusCode = 0, headers } = response;
    if (statusCode !== OK && statusCode !== PARTIAL)
      throw unreadable(nameOf(this.#url), `the server answered ${String(statusCode)}`);
    const validator = headers.etag ?? headers["last-modified"];
    if (this.received > 0 && this.#total !== undefined) {
      const part = statusCode === PARTIAL ? partOf(response, this.received) : undefined;
      if (part !== undefined ? (part.total ?? this.#total) !== this.#total : validator !== this.#validator)
        throw unreadable(nameOf(this.#url), "it changed while it was played");
      const from = part?.from ?? 0;
      if (from <= this.received) return this.received - from;
      const wanted = `byte ${String(this.received)} was asked for`;
      throw unreadable(nameOf(this.#url), `${wanted}, and the server sends from byte ${String(from)} on`);
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

async function someOf(response: IncomingMessage, size: number, clock: Clock): Promise<Uint8Array> {
  const found: Uint8Array[] = [];
  let left = size;
  for await (const piece of pieces(response, clock)) {
    found.push(piece);
    left -= piece.length;
    if (left <= 0) break;
  }
  return Buffer.concat(found).subarray(0, size);
}

/**
 * The part that a response says it is. Some servers do not say: then it is the part that was asked for.
 * @param asked its first byte
 */
function partOf({ headers }: IncomingMessage, asked: number): { from: number; total: number | undefined } {
  const [, from, total] = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers["content-range"] ?? "") ?? [];
  return {
    from: from === undefined ? asked : Number(from),
    total: total === undefined || total === "*" ? undefined : Number(total),
  };
}

/** @param size to the end when it is left out */
function byteRange(from: number, size?: number): string {
  return `bytes=${String(from)}-${size === undefined ? "" : String(from + size - 1)}`;
}

const ownHeaders = (): Record<string, string> => ({
  "User-Agent": defaultUserAgent(),
  "Accept-Encoding": "identity",
  "Icy-MetaData": "1",
});
