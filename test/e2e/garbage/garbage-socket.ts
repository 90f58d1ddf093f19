import type { Socket } from "node:net";
import WebSocket, { type ClientOptions } from "ws";
import type { Garbage } from "../../support/garbage.js";

/** A WebSocket that accepts any kind of end. */
export class GarbageSocket {
  readonly #socket: WebSocket;
  readonly #closed: Promise<void>;
  /** Reason of the close frame; "" without one. */
  readonly closeReason: Promise<string>;
  /** Code of the close frame; undefined while it is open. */
  closeCode: number | undefined;
  /** Received messages, as strings if they are text. */
  readonly received: string[] = [];
  #isBroken = false;
  /** Two that wait at once must both hear of the next message. */
  readonly #waiting = new Set<() => void>();

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    this.closeReason = new Promise((resolve) =>
      socket.once("close", (code, reason) => {
        this.closeCode = code;
        resolve(reason.toString("utf8"));
      }),
    );
    this.#closed = this.closeReason.then(() => undefined);
    socket.on("error", () => undefined);
    socket.on("message", (data: Buffer, isBinary: boolean) => {
      if (!isBinary) this.received.push(data.toString("utf8"));
      for (const wake of this.#waiting) wake();
      this.#waiting.clear();
    });
  }

  static async open(url: string, options: ClientOptions = {}): Promise<GarbageSocket> {
    const socket = new GarbageSocket(new WebSocket(url, options));
    const opened = new Promise<void>((resolve) => socket.#socket.once("open", () => resolve()));
    await Promise.race([opened, socket.#closed]);
    return socket;
  }

  get isClosed(): boolean {
    return this.#isBroken || this.#socket.readyState !== WebSocket.OPEN;
  }

  send(data: string | Buffer): void {
    if (!this.isClosed) this.#socket.send(data);
  }

  /** Sends a frame that clients do not send: binary, a control frame, or bytes that are not a frame. */
  sendOdd(garbage: Garbage): void {
    if (this.isClosed) return;
    const data = garbage.someBytes(3000);
    switch (garbage.below(4)) {
      case 0:
        return this.#socket.send(data, { binary: true });
      case 1:
        return this.#socket.ping(data.subarray(0, 125));
      case 2:
        return this.#socket.close(
          garbage.pick([1000, 1001, 3000, 4000, 4999]),
          garbage.text(30).toWellFormed(),
        );
      default:
        // Ends the connection too, because the platform waits for the rest of an incomplete frame.
        (this.#socket as unknown as { _socket: Socket })._socket.end(data);
        this.#isBroken = true;
    }
  }

  /** The first matching message; undefined when the socket closes first. */
  async message(fits: (text: string) => boolean): Promise<string | undefined> {
    for (;;) {
      const found = this.received.find(fits);
      if (found !== undefined || this.isClosed) return found;
      await Promise.race([new Promise<void>((resolve) => void this.#waiting.add(resolve)), this.#closed]);
    }
  }

  /** Resolves when the platform has processed all sent messages or has closed the socket. */
  async caughtUp(): Promise<void> {
    if (this.isClosed) return this.#closed;
    const pong = new Promise<void>((resolve) => this.#socket.once("pong", () => resolve()));
    this.#socket.ping();
    await Promise.race([pong, this.#closed]);
  }

  async end(): Promise<void> {
    await this.caughtUp();
    await this.drop();
  }

  /** Drops the connection like a lost network. */
  async drop(): Promise<void> {
    this.#socket.terminate();
    await this.#closed;
  }
}
