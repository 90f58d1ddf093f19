import type { Socket } from "node:net";
import { parseJson, parseRpcAnswer, parseRpcComplaint, type CheckedUser } from "../protocol/index.js";
import {
  RPC_VERSION,
  RpcOpcode,
  rpcText,
  type RpcFrame,
  type RpcHandshakePayload,
  type RpcRequestPayload,
} from "../wire/index.js";
import type { Cancel, Clock } from "./clock.js";
import { RpcError } from "./rpc-error.js";
import { RpcStream } from "./rpc-stream.js";

export interface RpcConnectionOptions {
  applicationId: bigint;
  clock: Clock;
  /** an event that was subscribed to */
  event: (event: string, data: unknown) => void;
  /** the connection was open and has ended, other than by `close()` */
  closed: (error: RpcError) => void;
}

/** A request: its command, arguments, and the event that it concerns. */
export interface RpcRequest {
  readonly cmd: string;
  readonly args?: object;
  readonly evt?: string;
}

interface Pending {
  resolve(data: unknown): void;
  reject(error: RpcError): void;
  readonly cancel: Cancel;
}

/** How long the desktop app may take to answer, milliseconds. */
export const RPC_DEADLINE_MS = 10_000;
/** Key of the handshake among the pending requests; nonces are numbers. */
const HANDSHAKE = "handshake";

/**
 * A connection to a desktop app: handshake, requests and events. An app that leaves a request without an answer is taken for
 * dead: the connection ends, and so do the other requests.
 */
export class RpcConnection {
  readonly #options: RpcConnectionOptions;
  readonly #stream: RpcStream;
  readonly #pending = new Map<string, Pending>();
  #nonce = 0;
  #isOpen = false;
  #user: CheckedUser | undefined;

  private constructor(socket: Socket, options: RpcConnectionOptions) {
    this.#options = options;
    this.#stream = new RpcStream(socket, {
      frame: (frame) => this.#received(frame),
      ended: (reason) => this.#end(new RpcError("RPC_CLOSED", reason)),
    });
  }

  /** Shakes hands on a socket. @throws {RpcError} RPC_CLOSED, RPC_TIMEOUT */
  static async open(socket: Socket, options: RpcConnectionOptions): Promise<RpcConnection> {
    const connection = new RpcConnection(socket, options);
    const hello: RpcHandshakePayload = { v: RPC_VERSION, client_id: String(options.applicationId) };
    await connection.#ask(HANDSHAKE, () =>
      connection.#stream.send(RpcOpcode.Handshake, JSON.stringify(hello)),
    );
    connection.#isOpen = true;
    return connection;
  }

  /** The user who is signed in to the desktop app; undefined when it does not say. */
  get user(): CheckedUser | undefined {
    return this.#user;
  }

  get applicationId(): bigint {
    return this.#options.applicationId;
  }

  /**
   * @returns `data` of the answer
   * @throws {RpcError} RPC_REFUSED, RPC_TIMEOUT, RPC_CLOSED; {@link RpcFrameError} for arguments of more than 65,536 bytes
   */
  async request(request: RpcRequest): Promise<unknown> {
    if (!this.#isOpen) throw new RpcError("RPC_CLOSED", "the connection to the desktop app has ended");
    const nonce = String((this.#nonce += 1));
    const payload: RpcRequestPayload = { ...request, nonce };
    return this.#ask(nonce, () => this.#stream.send(RpcOpcode.Frame, JSON.stringify(payload)));
  }

  /** Ends the connection. Pending requests end with RPC_CLOSED. */
  close(): void {
    this.#isOpen = false;
    this.#end(new RpcError("RPC_CLOSED", "the connection to the desktop app was closed"));
  }

  async #ask(key: string, send: () => void): Promise<unknown> {
    const answer = new Promise((resolve, reject) => {
      const cancel = this.#options.clock.schedule(RPC_DEADLINE_MS, () => this.#timedOut());
      this.#pending.set(key, { resolve, reject, cancel });
    });
    try {
      send();
      return await answer;
    } finally {
      this.#pending.get(key)?.cancel();
      this.#pending.delete(key);
    }
  }

  #timedOut(): void {
    const message = `the desktop app did not answer within ${String(RPC_DEADLINE_MS / 1000)} s: start it again`;
    this.#end(new RpcError("RPC_TIMEOUT", message));
  }

  #received({ opcode, payload }: RpcFrame): void {
    switch (opcode) {
      case RpcOpcode.Frame:
        return this.#answered(parseRpcAnswer(jsonOf(payload)));
      case RpcOpcode.Ping:
        return this.#stream.send(RpcOpcode.Pong, payload);
      case RpcOpcode.Close: {
        const { code, message } = parseRpcComplaint(jsonOf(payload));
        const text = `the desktop app ended the connection: ${message} (${String(code)})`;
        return this.#end(new RpcError("RPC_CLOSED", text, code));
      }
    }
  }

  #answered(answer: ReturnType<typeof parseRpcAnswer>): void {
    switch (answer?.type) {
      case "ready":
        this.#user = answer.user;
        return this.#pending.get(HANDSHAKE)?.resolve(undefined);
      case "result":
        return this.#settle(answer.nonce, (pending) => pending.resolve(answer.data));
      case "error": {
        const text = `the desktop app refused: ${answer.message} (${String(answer.code)})`;
        const error = new RpcError("RPC_REFUSED", text, answer.code);
        return this.#settle(answer.nonce, (pending) => pending.reject(error));
      }
      case "event":
        if (this.#isOpen) this.#options.event(answer.event, answer.data);
        return;
      case undefined:
      // Neither an answer nor an event.
    }
  }

  #settle(nonce: string, how: (pending: Pending) => void): void {
    const pending = nonce === HANDSHAKE ? undefined : this.#pending.get(nonce);
    if (pending !== undefined) how(pending);
  }

  #end(error: RpcError): void {
    this.#stream.close();
    for (const { reject, cancel } of this.#pending.values()) {
      cancel();
      reject(error);
    }
    this.#pending.clear();
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#options.closed(error);
  }
}

function jsonOf(payload: Uint8Array): unknown {
  const text = rpcText(payload);
  return text === undefined ? undefined : parseJson(text);
}
