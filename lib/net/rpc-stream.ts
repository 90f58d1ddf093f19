import type { Socket } from "node:net";
import {
  RPC_ANSWER_MAX,
  RPC_PAYLOAD_MAX,
  RpcFrameReader,
  writeRpcFrame,
  type RpcFrame,
  type RpcOpcode,
} from "../wire/index.js";

export interface RpcStreamListener {
  frame(frame: RpcFrame): void;
  /** The stream has ended, by itself or by a frame that is too large; nothing follows. */
  ended(reason: string): void;
}

/** Bytes that may wait for a desktop app that does not read; it gets no more after that. */
const WAITING_MAX = 1_048_576;

/** A socket as a stream of frames. Each frame is one write. */
export class RpcStream {
  readonly #socket: Socket;
  readonly #listener: RpcStreamListener;
  readonly #reader = new RpcFrameReader(RPC_ANSWER_MAX);
  #hasEnded = false;

  /** @param socket may still be connecting: frames wait for it */
  constructor(socket: Socket, listener: RpcStreamListener) {
    this.#socket = socket;
    this.#listener = listener;
    socket.on("data", (chunk) => this.#receive(chunk));
    socket.on("error", ({ message }) => this.#end(message));
    socket.on("close", () => this.#end("the desktop app ended the connection"));
  }

  /** Does nothing after the end. @throws {RpcFrameError} when the payload is longer than 65,536 bytes */
  send(opcode: RpcOpcode, payload: string | Uint8Array): void {
    const frame = writeRpcFrame(opcode, payload, RPC_PAYLOAD_MAX);
    if (this.#hasEnded) return;
    if (this.#socket.writableLength > WAITING_MAX) return this.#end("the desktop app does not read");
    this.#socket.write(frame);
  }

  /** Ends the stream at once, without a word to the listener: an app that does not read is not waited for. */
  close(): void {
    this.#hasEnded = true;
    this.#socket.destroy();
  }

  #receive(chunk: Uint8Array): void {
    if (this.#hasEnded) return;
    try {
      this.#reader.push(chunk);
      for (let frame = this.#reader.next(); frame !== undefined; frame = this.#reader.next()) {
        this.#listener.frame(frame);
        if (this.#hasEnded) return;
      }
    } catch (error) {
      this.#end((error as Error).message);
    }
  }

  #end(reason: string): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#socket.destroy();
    this.#listener.ended(reason);
  }
}
