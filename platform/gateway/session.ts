import type { ClientKind, Snowflake } from "sdkpp/wire";
import type { Timer } from "../clock/clock.js";
import type { Actor } from "../domain/world/oauth2/actor.js";
import type { Listener } from "../domain/world/presence/listener.js";
import { PresenceWindow } from "../domain/rules/presence/presence-window.js";
import type { Closing } from "../sockets/closing.js";
import type { Answer } from "./long-answers.js";
import { OutgoingEvent } from "./outgoing-event.js";
import type { PresenceCommand } from "./payload-shapes.js";
import { ReplayBuffer } from "./replay-buffer.js";

/** Receives a session's frames while it has a socket. */
export interface FrameSink {
  /** @param frame one message as JSON */
  send(frame: string): void;
  /** Bytes that wait to be compressed or written. */
  readonly unsentBytes: number;
  close(closing: Closing): void;
  /** Drops the connection without a close frame. */
  reset(): void;
  /** Stops reading and writing without closing the connection. */
  freeze(): void;
  /** Separates the session from this socket; another Identify or Resume may follow on it. */
  detach(): void;
}

/** Identity and rights of a session, fixed at Identify. */
export interface SessionIdentity extends Listener {
  readonly actor: Actor;
  /** The kind of client, for presences. */
  readonly client: ClientKind;
  readonly capabilities: number;
  /** How many members a guild has at most to be shown with all of them: 50 to 250. */
  readonly largeThreshold: number;
  readonly version: number;
  readonly shard: readonly [number, number] | undefined;
  /** Follows the guilds that the user joins and leaves. */
  readonly guildIds: Set<Snowflake>;
}

/** One gateway session; it survives the loss of its socket until the resume window ends. */
export class GatewaySession {
  readonly replay = new ReplayBuffer();
  sink: FrameSink | undefined;
  expiry: Timer | undefined;
  readonly presenceWindow = new PresenceWindow();
  /** The newest presence that waits for the rate limit window to open. */
  waitingPresence: { timer: Timer; command: PresenceCommand } | undefined;
  /** Answers of many events that are not sent to their end, in the order of their commands. */
  readonly answers: Iterator<Answer>[] = [];

  constructor(readonly identity: SessionIdentity) {}

  /** Ends its timers, and the answers that are being sent. */
  stop(): void {
    this.expiry?.cancel();
    this.waitingPresence?.timer.cancel();
    this.answers.length = 0;
  }

  /** Numbers, stores and sends an event of this session. */
  dispatch(t: string, d: unknown): void {
    this.deliver(new OutgoingEvent(t, d));
  }

  /** Numbers, stores and sends an event that other sessions may receive too. */
  deliver(event: OutgoingEvent): void {
    const s = this.replay.add(event);
    this.sink?.send(event.frame(s));
  }
}
