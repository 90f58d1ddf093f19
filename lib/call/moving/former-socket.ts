import type { GatewayFrame } from "./frame-relay.js";

const UTF8 = new TextEncoder();

/** The WebSocket that stayed in the process which had the call before: what is said to it goes over there. */
export class FormerSocket {
  readonly #send: (frame: GatewayFrame) => void;

  constructor(send: (frame: GatewayFrame) => void) {
    this.#send = send;
  }

  sendText(text: string): void {
    this.#send({ isText: true, bytes: UTF8.encode(text) });
  }

  sendBinary(bytes: Uint8Array): void {
    this.#send({ isText: false, bytes });
  }
}
