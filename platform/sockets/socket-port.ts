import type { WebSocket } from "ws";
import type { Guard } from "../guard/guard.js";
import { fittingReason, type Closing } from "./closing.js";

/** What may wait for a client that does not read, bytes; a resume of the main gateway sends up to 1,000 events at once. */
export const UNSENT_BYTES_MAX = 16 * 1024 * 1024;

/** The socket below a connection, as a gateway sees it. Nothing here throws. */
export interface SocketPort {
  /** Nothing happens once the socket is closing. */
  send(data: string | Buffer): void;
  /** Bytes that were sent and that the client has not taken yet. */
  readonly unsentBytes: number;
  close(closing: Closing): void;
  /** Drops the connection without a word. */
  terminate(): void;
}

/** What a gateway does with one socket. */
export interface SocketListener {
  received(data: Buffer, isBinary: boolean): void;
  /** The socket is gone. @param code as received */
  closed(code: number): void;
  /** The input could not be worked through, by no fault of the client's. */
  faulted(): void;
}

export function portOf(socket: WebSocket, guard: Guard): SocketPort {
  return {
    send: (data) =>
      guard.isolate("a socket's sending", () => {
        if (socket.readyState === socket.OPEN) socket.send(data);
      }),
    get unsentBytes() {
      return socket.bufferedAmount;
    },
    close: ({ code, reason }) =>
      guard.run(
        "a socket's closing",
        () => socket.close(code, fittingReason(reason)),
        () => socket.terminate(),
      ),
    terminate: () => socket.terminate(),
  };
}

/** Hands a listener what comes in on a socket, behind the guard. */
export function listenTo(socket: WebSocket, guard: Guard, listener: SocketListener): void {
  socket.on("message", (data: Buffer, isBinary: boolean) =>
    guard.run(
      "a message",
      () => listener.received(data, isBinary),
      () => guard.isolate("the end of a socket", () => listener.faulted()),
    ),
  );
  socket.on("close", (code) => guard.isolate("the end of a socket", () => listener.closed(code)));
}
