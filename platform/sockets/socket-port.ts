import type { WebSocket } from "ws";
import type { Guard } from "../guard/guard.js";
import { fittingReason, type Closing } from "./closing.js";

/** Limit on unsent bytes for a client that does not read; a resume of the main gateway sends up to 1,000 events at once. */
export const UNSENT_BYTES_MAX = 16 * 1024 * 1024;

/** Frames of one message: clients send one, and each that is kept costs more than its bytes. */
export const FRAGMENTS_MAX = 64;

/** A gateway's view of the socket below a connection. Its members never throw. */
export interface SocketPort {
  /** Has no effect once the socket is closing. */
  send(data: string | Buffer): void;
  /** Bytes that are queued and not yet written to the network. */
  readonly unsentBytes: number;
  close(closing: Closing): void;
  /** Drops the connection without a close frame. */
  terminate(): void;
}

/** Receives the events of one socket. */
export interface SocketListener {
  received(data: Buffer, isBinary: boolean): void;
  /** The socket has closed. @param code as received */
  closed(code: number): void;
  /** The platform failed to process the input; the client is not at fault. */
  faulted(): void;
}

export function portOf(socket: WebSocket, guard: Guard): SocketPort {
  return {
    send: (data) =>
      guard.isolate("sending on a socket", () => {
        if (socket.readyState === socket.OPEN) socket.send(data);
      }),
    get unsentBytes() {
      return socket.bufferedAmount;
    },
    close: ({ code, reason }) =>
      guard.run(
        "closing a socket",
        () => socket.close(code, fittingReason(reason)),
        () => socket.terminate(),
      ),
    terminate: () => socket.terminate(),
  };
}

/** Forwards the events of a socket to a listener, behind the guard. */
export function listenTo(socket: WebSocket, guard: Guard, listener: SocketListener): void {
  socket.on("message", (data: Buffer, isBinary: boolean) =>
    guard.run(
      "a gateway message",
      () => listener.received(data, isBinary),
      () => guard.isolate("the end of a socket", () => listener.faulted()),
    ),
  );
  socket.on("close", (code) => guard.isolate("the end of a socket", () => listener.closed(code)));
}
