import type { Snowflake } from "sdkpp/wire";

/** The encryption state of one member for the forwarder. */
export interface ForwardingMember {
  readonly userId: Snowflake;
  /** Version of E2EE with which it sends and receives; 0: none. */
  readonly version: number;
  /** Whether it can decrypt encrypted frames. */
  readonly hasKeys: boolean;
  /** Whether it usually sends op 23 and has not sent it for the current transition. */
  readonly owesReady: boolean;
}

/** How to forward the media of a room. */
export interface Forwarding {
  /** Whether clear and encrypted frames are mixed because a downgrade or an upgrade is in progress. */
  readonly isLifted: boolean;
  /** Whether a commit is announced and not executed yet. */
  readonly isChanging: boolean;
  /** Users that are not listed have version 0. */
  readonly members: readonly ForwardingMember[];
}

export type RoomOutput =
  | { readonly type: "json"; readonly userId: Snowflake; readonly op: number; readonly d: unknown }
  | { readonly type: "binary"; readonly userId: Snowflake; readonly op: number; readonly payload: Uint8Array }
  /** Ends the user's voice session. */
  | { readonly type: "close"; readonly userId: Snowflake; readonly code: number }
  | { readonly type: "forwarding"; readonly forwarding: Forwarding }
  /** Later outputs wait until the forwarder has confirmed all earlier ones. */
  | { readonly type: "confirmed" };

/** Collects the outputs of a room, in order. */
export class Outbox {
  readonly #outputs: RoomOutput[] = [];
  #lastForwarding = JSON.stringify({ isLifted: false, isChanging: false, members: [] } satisfies Forwarding);

  json(userId: Snowflake, op: number, d: unknown): void {
    this.#outputs.push({ type: "json", userId, op, d });
  }

  binary(userId: Snowflake, op: number, payload: Uint8Array): void {
    this.#outputs.push({ type: "binary", userId, op, payload });
  }

  close(userId: Snowflake, code: number): void {
    this.#outputs.push({ type: "close", userId, code });
  }

  confirmed(): void {
    this.#outputs.push({ type: "confirmed" });
  }

  /** Adds the state only if it has changed. */
  forwarding(forwarding: Forwarding): void {
    const text = JSON.stringify(forwarding);
    if (text === this.#lastForwarding) return;
    this.#lastForwarding = text;
    this.#outputs.push({ type: "forwarding", forwarding });
  }

  poll(): RoomOutput | undefined {
    return this.#outputs.shift();
  }
}
