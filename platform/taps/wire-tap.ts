import type { Snowflake } from "sdkpp/wire";

/** Towards the platform, or away from it. */
export type Direction = "in" | "out";

/** A request of a client, and how it ended. */
export interface TappedRequest {
  readonly method: string;
  /** As the router names it, such as `/api/lobbies/:lobby_id`; undefined: there is no such route. */
  readonly route: string | undefined;
  readonly parameters: Readonly<Record<string, string>>;
  readonly url: string;
  /** 0: the connection was cut before there was a response. */
  readonly status: number;
  readonly durationMs: number;
  readonly userId: Snowflake | undefined;
  readonly applicationId: Snowflake | undefined;
  /** Code and message of the response, where it is one of an error. */
  readonly problem: string | undefined;
}

/** A gateway's socket, for its messages. */
export interface TappedSocket {
  readonly gateway: string;
  /** Tells sockets of one platform apart. */
  readonly number: number;
  /** Undefined before the client has identified. */
  readonly userId: Snowflake | undefined;
}

/** A request of the platform to an address of an application. */
export interface TappedDelivery {
  readonly target: URL;
  readonly body: string;
  readonly durationMs: number;
  /** Status of the response, or why there is none. */
  readonly outcome: number | string;
}

/** A frame between a game and a desktop app. */
export interface TappedFrame {
  readonly direction: Direction;
  readonly opcode: number;
  readonly payload: string | Uint8Array;
  readonly userId: Snowflake;
  readonly applicationId: Snowflake | undefined;
}

/**
 * Hears what crosses the wire. Callers ask {@link isOn} first: while nobody listens, nothing is made for it. Its members never
 * throw.
 */
export interface WireTap {
  readonly isOn: boolean;
  /** Milliseconds since some moment, for durations. */
  elapsed(): number;
  /** The number of a new socket. */
  number(): number;
  request(request: TappedRequest): void;
  message(socket: TappedSocket, direction: Direction, data: string | Buffer, isBinary: boolean): void;
  /** A socket was closed, by the platform (`out`) or by the client. */
  closed(socket: TappedSocket, direction: Direction, code: number, reason: string): void;
  delivery(delivery: TappedDelivery): void;
  frame(frame: TappedFrame): void;
}

/** Nobody listens, ever. */
export const NO_TAP: WireTap = {
  isOn: false,
  elapsed: () => 0,
  number: () => 0,
  request: () => undefined,
  message: () => undefined,
  closed: () => undefined,
  delivery: () => undefined,
  frame: () => undefined,
};
