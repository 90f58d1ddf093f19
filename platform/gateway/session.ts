import type { GatewayFrame, Snowflake } from "sdkpp/wire";
import type { Timer } from "../clock/clock.js";
import type { Actor } from "../domain/world/oauth2/actor.js";
import type { Listener } from "../domain/world/presence/listener.js";
import { PresenceWindow } from "../domain/rules/presence/presence-window.js";
import type { Closing } from "../sockets/closing.js";
import type { PresenceCommand } from "./payload-shapes.js";
import { ReplayBuffer } from "./replay-buffer.js";

/** Where a session's frames go while a socket is there. */
export interface FrameSink {
  send(frame: GatewayFrame): void;
  close(closing: Closing): void;
  /** Drops the connection without a word. */
  reset(): void;
  /** Neither reads nor writes any more, and does not say so. */
  freeze(): void;
  /** The session left this socket; another Identify or Resume may follow on it. */
  detach(): void;
}

/** What a session is told about itself at Identify. */
export interface SessionIdentity extends Listener {
  readonly actor: Actor;
  readonly capabilities: number;
  readonly version: number;
  readonly shard: readonly [number, number] | undefined;
  /** Grows when the user joins one. */
  readonly guildIds: Set<Snowflake>;
}

/** One gateway session: outlives its sockets for a while. */
export class GatewaySession {
  readonly replay = new ReplayBuffer();
  sink: FrameSink | undefined;
  expiry: Timer | undefined;
  readonly presenceWindow = new PresenceWindow();
  /** A presence that waits for the window to open; the newest only. */
  waitingPresence: { timer: Timer; command: PresenceCommand } | undefined;

  constructor(readonly identity: SessionIdentity) {}

  /** Numbers, keeps and sends. */
  dispatch(t: string, d: unknown): void {
    const sent = this.replay.add(t, d);
    this.sink?.send({ op: 0, ...sent });
  }
}
