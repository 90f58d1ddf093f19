import {
  gatewayUrl,
  GatewaySession,
  identifyFrame,
  parseGatewayFrame,
  resumeFrame,
  stackOf,
  type GatewayOutput,
  type Secret,
} from "../protocol/index.js";
import { GatewayOpcode, SDK_GATEWAY_VERSION, WebSocketCloseCode } from "../wire/index.js";
import type { Clock } from "./clock.js";
import { DeadlineTimer } from "./deadline-timer.js";
import type { OpenSocket, Socket, SocketOptions } from "./web-socket.js";
import { ZlibStream } from "./zlib-stream.js";

export interface GatewayConnectionOptions {
  clock: Clock;
  /** from 0 to below 1 */
  random: () => number;
  openSocket: OpenSocket;
  socket: SocketOptions;
  /** gives the token for the next login */
  token: () => Secret;
  /** requests the gateway address from the platform; undefined when that failed */
  locate: () => Promise<string | undefined>;
  /** receives status and dispatch outputs, and notes for the log */
  emit: (output: Extract<GatewayOutput, { type: "status" | "dispatch" | "note" }>) => void;
}

/** Connects a gateway session to a socket and timers: it performs the machine's outputs and makes no decisions. */
export class GatewayConnection {
  readonly #options: GatewayConnectionOptions;
  readonly #session: GatewaySession;
  readonly #timer: DeadlineTimer;
  #socket: Socket | undefined;
  #inflate: ZlibStream | undefined;
  #draining = false;
  #isOver = false;

  constructor(options: GatewayConnectionOptions) {
    this.#options = options;
    this.#session = new GatewaySession(options.random);
    this.#timer = new DeadlineTimer(options.clock, () =>
      this.#run((now) => this.#session.handleTimeout(now)),
    );
  }

  connect(): void {
    this.#run((now) => this.#session.connect(now));
  }

  disconnect(): void {
    this.#run((now) => this.#session.disconnect(now));
  }

  replaceToken(): void {
    this.#session.replaceToken();
  }

  reset(): void {
    this.#run((now) => this.#session.reset(now));
  }

  /** Sends a command; it is dropped while the socket is not open. */
  send(op: GatewayOpcode, d: unknown): void {
    this.#socket?.sendText(JSON.stringify({ op, d }));
  }

  /** Ends at once, without notifying the listener. The platform sees a regular end of the session. */
  drop(): void {
    this.#isOver = true;
    this.#timer.set(undefined);
    this.#abandonSocket(WebSocketCloseCode.Normal);
  }

  /**
   * Handles one input and performs the outputs that follow. Every message, timer and promise enters here, so an internal
   * error costs a socket and a line in the log, never the process.
   */
  #run(input: (nowMs: number) => void): void {
    if (this.#isOver) return;
    try {
      input(this.#options.clock.now());
      this.#drain();
    } catch (error) {
      this.#failed(error);
    }
    this.#timer.set(this.#isOver ? undefined : this.#session.nextDeadline());
  }

  #drain(): void {
    if (this.#draining) return;
    this.#draining = true;
    try {
      for (let output = this.#session.poll(); output !== undefined; output = this.#session.poll())
        this.#perform(output);
    } finally {
      this.#draining = false;
    }
  }

  #failed(error: unknown): void {
    this.#note(`internal error: ${stackOf(error)}`);
    try {
      this.#session.handleFailure(this.#options.clock.now());
      this.#drain();
    } catch (again) {
      this.#note(`internal error: ${stackOf(again)}`);
    }
  }

  #perform(output: GatewayOutput): void {
    switch (output.type) {
      case "locate":
        return void this.#locate();
      case "open":
        return this.#open(output.url);
      case "close":
        return this.#socket?.close(output.code);
      case "abandon":
        return this.#abandonSocket(output.code);
      case "identify":
        return this.#sendFrame(identifyFrame(this.#options.token(), process.platform));
      case "resume":
        return this.#sendFrame(resumeFrame(this.#options.token(), output.sessionId, output.seq));
      case "heartbeat":
        return this.#sendFrame({ op: GatewayOpcode.Heartbeat, d: output.seq });
      case "status":
      case "dispatch":
      case "note":
        return this.#emit(output);
    }
  }

  /** Skips an event that the listener fails on: the platform would send it again after each resume. */
  #emit(output: Parameters<GatewayConnectionOptions["emit"]>[0]): void {
    try {
      this.#options.emit(output);
    } catch (error) {
      if (output.type !== "note") this.#note(`internal error: ${stackOf(error)}`);
    }
  }

  #note(message: string): void {
    this.#emit({ type: "note", message });
  }

  #sendFrame(frame: { op: number; d: unknown }): void {
    this.#socket?.sendText(JSON.stringify(frame));
  }

  async #locate(): Promise<void> {
    const url = await this.#options.locate().catch((error: unknown) => {
      this.#note(`internal error: ${stackOf(error)}`);
      return undefined;
    });
    this.#run((now) =>
      url === undefined ? this.#session.handleLocateFailed(now) : this.#session.handleLocated(url, now),
    );
  }

  #open(url: string): void {
    this.#dropSocket();
    const inflate = new ZlibStream({
      text: (text) => this.#receive(text),
      failed: (reason) => this.#broken(reason),
    });
    this.#inflate = inflate;
    const socket = this.#options.openSocket(gatewayUrl(url, SDK_GATEWAY_VERSION), this.#options.socket, {
      opened: () => this.#ofSocket(socket, () => this.#run((now) => this.#session.handleOpened(now))),
      text: (bytes) => (socket === this.#socket ? this.#receive(decoded(bytes)) : undefined),
      binary: (bytes) => (socket === this.#socket ? inflate.push(bytes) : undefined),
      closed: (code, reason) => this.#ofSocket(socket, () => this.#closed(code, reason)),
    });
    this.#socket = socket;
  }

  #ofSocket(socket: Socket, handle: () => void): void {
    if (socket === this.#socket) handle();
  }

  #closed(code: number, reason: string): void {
    if (reason !== "") this.#note(`gateway socket ended: ${String(code)} ${reason}`);
    this.#dropSocket();
    this.#run((now) => this.#session.handleClosed(code, now));
  }

  #receive(text: string): void {
    const frame = parseGatewayFrame(text);
    this.#run((now) =>
      frame === undefined ? this.#session.handleMalformed(now) : this.#session.handleFrame(frame, now),
    );
  }

  #broken(reason: string): void {
    this.#note(`gateway stream broken: ${reason}`);
    this.#run((now) => this.#session.handleMalformed(now));
  }

  #abandonSocket(code: number): void {
    const socket = this.#socket;
    this.#socket = undefined;
    this.#dropSocket();
    socket?.close(code);
  }

  #dropSocket(): void {
    this.#inflate?.stop();
    this.#socket?.drop();
    this.#inflate = undefined;
    this.#socket = undefined;
  }
}

/** Decodes the text of a message without copying its bytes, which are a Buffer already where `ws` received them. */
function decoded(bytes: Uint8Array): string {
  if (bytes instanceof Buffer) return bytes.toString("utf8");
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
}
