import type { Snowflake } from "sdkpp/wire";

/** What the forwarder has to know of one member. */
export interface ForwardingMember {
  readonly userId: Snowflake;
  /** Version of E2EE it sends and receives with, 0: none. */
  readonly version: number;
  /** Encrypted frames make sense to it. */
  readonly hasKeys: boolean;
  /** It is known to send op 23 and has not sent it for the running transition. */
  readonly owesReady: boolean;
}

/** How the media of a room is to be passed on. */
export interface Forwarding {
  /** Clear and encrypted frames are mixed for now: a downgrade or an upgrade is under way. */
  readonly isLifted: boolean;
  /** A commit was announced and is not executed yet. */
  readonly isChanging: boolean;
  /** Whoever is absent has version 0. */
  readonly members: readonly ForwardingMember[];
}

export type RoomOutput =
  | { readonly type: "json"; readonly userId: Snowflake; readonly op: number; readonly d: unknown }
  | { readonly type: "binary"; readonly userId: Snowflake; readonly op: number; readonly payload: Uint8Array }
  /** The user's voice session is over. */
  | { readonly type: "close"; readonly userId: Snowflake; readonly code: number }
  | { readonly type: "forwarding"; readonly forwarding: Forwarding }
  /** What follows waits until the forwarder has confirmed all before. */
  | { readonly type: "confirmed" };

/** Collects what a room wants said, in order. */
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

  /** Says it only when something changed. */
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
