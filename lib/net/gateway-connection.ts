import {
  gatewayUrl,
  GatewaySession,
  identifyFrame,
  parseGatewayFrame,
  resumeFrame,
  type GatewayOutput,
  type Secret,
} from "../protocol/index.js";
import { GatewayOpcode, SDK_GATEWAY_VERSION } from "../wire/index.js";
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
  /** the token of the next login */
  token: () => Secret;
  /** asks the platform for its gateway address; undefined when that failed */
  locate: () => Promise<string | undefined>;
  /** status and dispatch outputs, and notes for the log */
  told: (output: Extract<GatewayOutput, { type: "status" | "dispatch" | "note" }>) => void;
}

/** A gateway session with a socket and timers: carries out what the machine says, decides nothing. */
export class GatewayConnection {
  readonly #options: GatewayConnectionOptions;
  readonly #session: GatewaySession;
  readonly #timer: DeadlineTimer;
  #socket: Socket | undefined;
  #inflate: ZlibStream | undefined;
  #draining = false;

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

  /** Sends a command; lost when the socket is not open, as the platform would not know the session. */
  send(op: GatewayOpcode, d: unknown): void {
    this.#socket?.sendText(JSON.stringify({ op, d }));
  }

  /** Ends at once, without a word to the listener. */
  drop(): void {
    this.#draining = true;
    this.#timer.set(undefined);
    this.#dropSocket();
  }

  #run(input: (nowMs: number) => void): void {
    input(this.#options.clock.now());
    if (this.#draining) return;
    this.#draining = true;
    for (let output = this.#session.poll(); output !== undefined; output = this.#session.poll())
      this.#perform(output);
    this.#draining = false;
    this.#timer.set(this.#session.nextDeadline());
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
      default:
        return this.#options.told(output);
    }
  }

  #sendFrame(frame: { op: number; d: unknown }): void {
    this.#socket?.sendText(JSON.stringify(frame));
  }

  async #locate(): Promise<void> {
    const url = await this.#options.locate();
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
      text: (bytes) => this.#ofSocket(socket, () => this.#receive(decoded(bytes))),
      binary: (bytes) => this.#ofSocket(socket, () => inflate.push(bytes)),
      closed: (code, reason) => this.#ofSocket(socket, () => this.#closed(code, reason)),
    });
    this.#socket = socket;
  }

  #ofSocket(socket: Socket, handle: () => void): void {
    if (socket === this.#socket) handle();
  }

  #closed(code: number, reason: string): void {
    if (reason !== "")
      this.#options.told({ type: "note", message: `gateway socket ended: ${String(code)} ${reason}` });
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
    this.#options.told({ type: "note", message: `gateway stream broken: ${reason}` });
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

/** The text of a message, read where it lies. */
function decoded({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString("utf8");
}
