import { openSocket, type OpenSocket, type Socket, type SocketListener } from "../../../lib/net/index.js";
import { GatewayOpcode } from "../../../lib/wire/index.js";

/** How a connection fails. */
export type LineFault = "reset" | "half-open";

/**
 * A client's connection to the gateway, which fails after a chosen message. Every WebSocket message is one
 * gateway message.
 */
export class FaultyLine {
  /** How often the client identified: once, and once more for each lost session. */
  identified = 0;
  /** Messages that reached the client since `cutAfter`. */
  messages = 0;
  #cutAt = Infinity;
  #cut: () => void = () => undefined;
  #current: { socket: Socket; listener: SocketListener } | undefined;
  #isFrozen = false;

  readonly openSocket: OpenSocket = (url, options, listener) => {
    this.#isFrozen = false;
    const line = { socket: openSocket(url, options, this.#watched(listener)), listener };
    this.#current = line;
    return {
      ...boundTo(line.socket),
      sendText: (text) => this.#send(line.socket, text),
    };
  };

  /** Whether the platform's end is gone and the client has not noticed yet. */
  get isFrozen(): boolean {
    return this.#isFrozen;
  }

  /** @param count number of messages from now on after which `cut` is called once */
  cutAfter(count: number, cut: () => void): void {
    this.messages = 0;
    this.#cutAt = count;
    this.#cut = cut;
  }

  /** Drops the connection silently, like a lost network. */
  break(fault: LineFault): void {
    const line = this.#current;
    if (fault === "half-open") this.#isFrozen = true;
    else {
      line?.socket.drop();
      line?.listener.closed(1006, "reset");
    }
  }

  #watched(listener: SocketListener): SocketListener {
    const deliver = (pass: () => void): void => {
      if (this.#isFrozen) return;
      pass();
      this.messages += 1;
      if (this.messages === this.#cutAt) this.#cut();
    };
    return {
      opened: () => listener.opened(),
      text: (bytes) => deliver(() => listener.text(bytes)),
      binary: (bytes) => deliver(() => listener.binary(bytes)),
      closed: (code, reason) => {
        if (!this.#isFrozen) listener.closed(code, reason);
      },
    };
  }

  #send(socket: Socket, text: string): void {
    if (this.#isFrozen) return;
    if ((JSON.parse(text) as { op: number }).op === GatewayOpcode.Identify) this.identified += 1;
    socket.sendText(text);
  }
}

function boundTo(socket: Socket): Socket {
  return {
    sendText: (text) => socket.sendText(text),
    sendBinary: (bytes) => socket.sendBinary(bytes),
    close: (code) => socket.close(code),
    drop: () => socket.drop(),
  };
}
