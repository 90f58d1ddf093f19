import type { Snowflake } from "sdkpp/wire";
import type { Timer, TimerClock } from "../clock/clock.js";
import type { Log } from "../guard/guard.js";
import type { Closing } from "./closing.js";
import { HeartbeatWatch, type HeartbeatTiming } from "./heartbeat-watch.js";
import { UNSENT_BYTES_MAX, type SocketPort } from "./socket-port.js";

/** Time allowed before identifying, whether heartbeats come or not (G§3, voice-transport 2.5); milliseconds. */
const IDENTIFY_DEADLINE_MS = 30_000;

/** What differs between the gateways. */
export interface GatewaySocketRules<Session> {
  /** Name of the gateway in the log. */
  readonly gateway: string;
  readonly log: Log;
  /** Runs the deadline for identifying. */
  readonly clock: TimerClock;
  readonly heartbeats: HeartbeatTiming;
  /** Closes a socket that neither identifies nor resumes in time. */
  readonly unidentified: Closing;
  /** Close code for a client that does not read. */
  readonly unreadCode: number;
  /** Closes a socket without heartbeats. @param patienceMs how long it was silent */
  silent(patienceMs: number): Closing;
  userIdOf(session: Session): Snowflake;
  /** The socket is closing; the session waits for a resume. */
  release(session: Session): void;
  /** Runs `then` once everything that was sent is on the socket. */
  afterSending(then: () => void): void;
}

/**
 * The life of one socket of a gateway, the same for all of them: the deadline for identifying, heartbeats, the limit on unsent
 * bytes, the ways to end, and the session that it carries. What its messages mean is for the connection that owns it.
 */
export class GatewaySocket<Session> {
  /** Undefined until the client has identified or resumed, and from the end on. */
  session: Session | undefined;
  readonly #port: SocketPort;
  readonly #rules: GatewaySocketRules<Session>;
  readonly #identifyDeadline: Timer;
  readonly #heartbeats: HeartbeatWatch;
  #isClosing = false;
  #isFrozen = false;

  constructor(port: SocketPort, rules: GatewaySocketRules<Session>) {
    this.#port = port;
    this.#rules = rules;
    this.#identifyDeadline = rules.clock.after(IDENTIFY_DEADLINE_MS, () => this.close(rules.unidentified));
    this.#heartbeats = new HeartbeatWatch(rules.heartbeats, (patienceMs) =>
      this.close(rules.silent(patienceMs)),
    );
  }

  /** Whether messages go in and out. */
  get isOpen(): boolean {
    return !this.#isClosing && !this.#isFrozen;
  }

  /** Whose socket it is, for the log. */
  get owner(): string | undefined {
    return this.session === undefined ? undefined : `user ${this.#rules.userIdOf(this.session)}`;
  }

  /** The client has identified or resumed. */
  begin(session: Session): void {
    this.#identifyDeadline.cancel();
    this.session = session;
  }

  /** A heartbeat came. */
  beat(): void {
    this.#heartbeats.beat();
  }

  /** @param write puts one message on the socket; not called when the socket is not open */
  send(write: (port: SocketPort) => void): void {
    if (!this.isOpen) return;
    write(this.#port);
    if (this.#port.unsentBytes > UNSENT_BYTES_MAX) this.#abandon();
  }

  /** Sends a close frame. The time for a resume runs from here, however long the socket takes to close. */
  close(closing: Closing): void {
    if (this.#isClosing) return;
    this.#finish(closing);
    this.#rules.afterSending(() => this.#port.close(closing));
    this.#release();
  }

  /** Drops the connection without a close frame. */
  reset(): void {
    this.#stop();
    this.#port.terminate();
  }

  /** From now on nothing goes in or out, and the connection stays open. */
  freeze(): void {
    this.#isFrozen = true;
  }

  /** No heartbeats are expected any more. */
  stopHeartbeats(): void {
    this.#heartbeats.stop();
  }

  /** The connection is closed. @returns the session that it still carried */
  end(): Session | undefined {
    this.#stop();
    return this.#take();
  }

  /** A client that does not read would not read a close frame either. */
  #abandon(): void {
    const mebibytes = Math.round(this.#port.unsentBytes / 1024 / 1024);
    const reason = `the client does not read: ${mebibytes} MiB are waiting`;
    this.#finish({ code: this.#rules.unreadCode, reason });
    this.#port.terminate();
    this.#release();
  }

  #finish({ code, reason }: Closing): void {
    this.#stop();
    this.#rules.log(`${this.#rules.gateway}: closed ${this.owner ?? "a socket"} with ${code}: ${reason}`);
  }

  #stop(): void {
    this.#isClosing = true;
    this.#identifyDeadline.cancel();
    this.#heartbeats.stop();
  }

  #release(): void {
    const session = this.#take();
    if (session !== undefined) this.#rules.release(session);
  }

  #take(): Session | undefined {
    const { session } = this;
    this.session = undefined;
    return session;
  }
}
