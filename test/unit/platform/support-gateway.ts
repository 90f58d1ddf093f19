import type { Timer, TimerClock } from "../../../platform/clock/clock.js";
import { issueTokens } from "../../../platform/domain/rules/oauth2/tokens.js";
import { Publisher } from "../../../platform/domain/reactions/publisher.js";
import { JoinGuard } from "../../../platform/domain/rules/voice/join-guard.js";
import { GatewayConnection } from "../../../platform/gateway/connection.js";
import { GatewayHub } from "../../../platform/gateway/hub.js";
import { Guard } from "../../../platform/guard/guard.js";
import type { Closing } from "../../../platform/sockets/closing.js";
import type { SocketPort } from "../../../platform/sockets/socket-port.js";
import { NO_TAP } from "../../../platform/taps/wire-tap.js";
import { cast, START } from "./support-world.js";

/** A clock that a test moves; due timers fire in order. */
export class HandClock implements TimerClock {
  #now = START;
  readonly #timers = new Set<{ due: number; run: () => void }>();

  now(): number {
    return this.#now;
  }

  elapsed(): number {
    return this.#now;
  }

  after(ms: number, run: () => void): Timer {
    const timer = { due: this.#now + ms, run };
    this.#timers.add(timer);
    return { cancel: () => void this.#timers.delete(timer) };
  }

  advance(ms: number): void {
    const end = this.#now + ms;
    for (let next = this.#next(end); next !== undefined; next = this.#next(end)) {
      this.#now = Math.max(this.#now, next.due);
      this.#timers.delete(next);
      next.run();
    }
    this.#now = end;
  }

  /** Simulates a stalled process: time passes and no timer fires. */
  stall(ms: number): void {
    this.#now += ms;
  }

  #next(end: number) {
    return [...this.#timers].filter(({ due }) => due <= end).sort((a, b) => a.due - b.due)[0];
  }
}

export interface SentFrame {
  readonly op: number;
  readonly d: unknown;
  readonly s: number | null;
  readonly t: string | null;
}

/** A socket that accepts and records everything. */
export class FakePort implements SocketPort {
  readonly frames: SentFrame[] = [];
  unsentBytes = 0;
  closing: Closing | undefined;
  isTerminated = false;

  send(data: string | Buffer): void {
    this.frames.push(JSON.parse(data.toString("utf8")) as SentFrame);
  }

  close(closing: Closing): void {
    this.closing = closing;
  }

  terminate(): void {
    this.isTerminated = true;
  }

  named(t: string): SentFrame[] {
    return this.frames.filter((frame) => frame.t === t);
  }
}

const ALL_SCOPES = "openid sdk.social_layer";

/** A main gateway without sockets. */
export function gatewayScene({ sessionsPerUser = 100 } = {}) {
  const made = cast();
  const { world, applicationId } = made;
  const clock = new HandClock();
  const machineClock = new HandClock();
  const logs: string[] = [];
  const log = (line: string): void => void logs.push(line);
  const publisher = new Publisher(world, (work) => work());
  const readyDetails = () => ({ resumeUrl: "ws://localhost/", protocolFloor: 1 });
  const guard = new Guard("main gateway", log);
  const hub = new GatewayHub({ world, clock, publisher, guard, sessionsPerUser, readyDetails });
  const context = {
    hub,
    world,
    clock,
    machineClock,
    guard: new JoinGuard(),
    answers: { guard, machineClock },
    heartbeatIntervalMs: 40_000,
    voiceEndpoint: () => "localhost:1",
    perform: publisher.perform.bind(publisher),
    log,
    tap: NO_TAP,
  };
  const tokenOf = (userId: string, scope = ALL_SCOPES): string =>
    `Bearer ${issueTokens(world, applicationId, userId, scope).access_token}`;
  return { ...made, clock, machineClock, logs, hub, publisher, tokenOf, open: () => new Socket(context) };
}

/** One client's socket. */
export class Socket {
  readonly port = new FakePort();
  readonly connection: GatewayConnection;

  constructor(context: ConstructorParameters<typeof GatewayConnection>[0]) {
    this.connection = new GatewayConnection(context, this.port, 9, undefined);
  }

  send(op: number, d: unknown): void {
    this.connection.received(Buffer.from(JSON.stringify({ op, d })), false);
  }

  /** @returns the session's id */
  identify(token: string, more: object = {}): string {
    this.send(2, { token, properties: {}, ...more });
    const ready = this.port.named("READY")[0]?.d as { session_id: string } | undefined;
    return ready?.session_id ?? "";
  }

  resume(token: string, sessionId: string, seq: number): void {
    this.send(6, { token, session_id: sessionId, seq });
  }

  /** Drops the client's side without a close frame. */
  drop(): void {
    this.connection.closed(1006);
  }
}
