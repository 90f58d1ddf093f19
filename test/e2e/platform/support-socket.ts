import { createInflate, constants, type Inflate } from "node:zlib";
import { Decompress } from "fzstd";
import WebSocket, { type ClientOptions } from "ws";
import { GATEWAY_EVENT_SHAPES } from "../../../platform/control/event-shapes/gateway-events.js";

export interface Frame {
  readonly op: number;
  readonly d: unknown;
  readonly s?: number | null;
  readonly t?: string | null;
  readonly seq?: number;
}

const DEADLINE_MS = 5000;

/**
 * Heartbeat interval of platforms with sockets that stay open for a whole file: they send no heartbeats, and a busy machine needs
 * longer than the usual 124 s.
 */
export const SILENCE_MS = 3_600_000;

/** A WebSocket with promises for matching messages. It sends no heartbeats. */
export class FrameSocket {
  readonly binary: Buffer[] = [];
  closeCode: number | undefined;
  /** Reason of the close frame; "" without one. */
  closeReason = "";
  readonly socket: WebSocket;
  readonly #inflate: Inflate | undefined;
  readonly #zstd: Decompress | undefined;
  readonly #unsent: (string | Buffer)[] = [];
  #waiters: (() => void)[] = [];
  readonly #frames: Frame[] = [];
  #misshapen: unknown;

  constructor(url: string, options: ClientOptions & { zlibStream?: boolean; zstdStream?: boolean } = {}) {
    this.socket = new WebSocket(url, options);
    this.#inflate =
      options.zlibStream === true ? createInflate({ flush: constants.Z_SYNC_FLUSH }) : undefined;
    let text = "";
    this.#inflate?.on("data", (chunk: Buffer) => {
      text += chunk.toString("utf8");
      try {
        this.#take(JSON.parse(text) as Frame);
        text = "";
      } catch {
        // incomplete
      }
    });
    this.#zstd = options.zstdStream === true ? new Decompress((data) => unpacked.push(data)) : undefined;
    const unpacked: Uint8Array[] = [];
    this.socket.on("error", () => undefined);
    this.socket.on("open", () => {
      for (const data of this.#unsent.splice(0)) this.socket.send(data);
    });
    this.socket.on("message", (data: Buffer, isBinary: boolean) => {
      if (!isBinary) this.#take(JSON.parse(data.toString("utf8")) as Frame);
      else if (this.#inflate !== undefined) this.#inflate.write(data);
      else if (this.#zstd !== undefined) {
        this.#zstd.push(data);
        this.#take(JSON.parse(Buffer.concat(unpacked.splice(0)).toString("utf8")) as Frame);
      } else this.#takeBinary(data);
    });
    this.socket.on("close", (code, reason) => {
      this.closeCode = code;
      this.closeReason = reason.toString("utf8");
      this.#wake();
    });
  }

  /**
   * The messages that nobody has taken yet.
   * @throws when an event has not the form that the platform demands of events with a developer's own data
   */
  get frames(): Frame[] {
    if (this.#misshapen !== undefined) throw this.#misshapen;
    return this.#frames;
  }

  send(op: number, d: unknown): void {
    this.sendRaw(JSON.stringify({ op, d }));
  }

  sendRaw(data: string | Buffer): void {
    if (this.socket.readyState === WebSocket.CONNECTING) this.#unsent.push(data);
    else this.socket.send(data);
  }

  /** Removes and returns the first matching frame. @throws {Error} after five seconds, or when the socket closes first */
  async next(fits: (frame: Frame) => boolean, what = "a frame"): Promise<Frame> {
    return this.#until(() => {
      const index = this.frames.findIndex(fits);
      if (index >= 0) return this.frames.splice(index, 1)[0];
      if (this.closeCode !== undefined)
        throw new Error(`closed with ${this.closeCode} while waiting for ${what}`);
      return undefined;
    }, what);
  }

  op(op: number): Promise<Frame> {
    return this.next((frame) => frame.op === op, `op ${op}`);
  }

  event<D = Record<string, unknown>>(t: string): Promise<D> {
    return this.next((frame) => frame.t === t, t).then((frame) => frame.d as D);
  }

  closed(): Promise<number> {
    return this.#until(() => this.closeCode, "the close");
  }

  /** The code and the reason of the close. */
  async closing(): Promise<[code: number, reason: string]> {
    return [await this.closed(), this.closeReason];
  }

  close(code = 1000): void {
    this.socket.close(code);
  }

  async #until<T>(look: () => T | undefined, what: string): Promise<T> {
    const deadline = Date.now() + DEADLINE_MS;
    for (;;) {
      const found = look();
      if (found !== undefined) return found;
      const left = deadline - Date.now();
      if (left <= 0)
        throw new Error(`no ${what} in time; received ${JSON.stringify(this.frames).slice(0, 500)}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#waiters.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }

  #take(frame: Frame): void {
    this.#frames.push(frame);
    try {
      GATEWAY_EVENT_SHAPES.get(frame.t ?? "")?.(frame.t!, frame.d);
    } catch (error) {
      this.#misshapen ??= error;
    }
    this.#wake();
  }

  #takeBinary(data: Buffer): void {
    this.binary.push(data);
    this.#wake();
  }

  #wake(): void {
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const wake of waiters) wake();
  }
}
