import type { Snowflake } from "sdkpp/wire";
import type { Timer, TimerClock } from "../clock/clock.js";
import type { Log } from "../guard/guard.js";
import type { TappedSocket, WireTap } from "../taps/wire-tap.js";
import type { Closing } from "./closing.js";
import { HeartbeatWatch, type HeartbeatTiming } from "./heartbeat-watch.js";
import { UNSENT_BYTES_MAX, type SocketPort } from "./socket-port.js";

/** Time limit for identifying, regardless of heartbeats (G§3, voice-transport 2.5); milliseconds. */
const IDENTIFY_DEADLINE_MS = 30_000;

/** As a client sees it (RFC 6455 7.1.5). */
const NO_CLOSE_FRAME = 1006;

/** The differences between the gateways. */
export interface GatewaySocketRules<Session> {
  /** Name of the gateway in the log. */
  readonly gateway: string;
  readonly log: Log;
  /** Hears the messages of the socket before they are compressed. */
  readonly tap: WireTap;
  /** Measures the deadline for identifying. */
  readonly clock: TimerClock;
  readonly heartbeats: HeartbeatTiming;
  /** Closing for a socket that does not identify or resume in time. */
  readonly unidentified: Closing;
  /** Close code for a client that does not read. */
  readonly unreadCode: number;
  /** Closing for a socket without heartbeats. @param patienceMs how long it was silent */
  silent(patienceMs: number): Closing;
  userIdOf(session: Session): Snowflake;
  /** Called when the socket closes; the session waits for a resume. */
  release(session: Session): void;
  /** Runs `then` once all messages are written to the socket. */
  afterSending(then: () => void): void;
}

/**
 * The life cycle of a gateway socket, shared by both gateways: the deadline for identifying, heartbeats, the limit on unsent
 * bytes, closing, and the attached session. The connection that owns the socket interprets its messages.
 */
export class GatewaySocket<Session> {
  /** Undefined before the client identifies or resumes, and after the socket ends. */
  session: Session | undefined;
  readonly #port: SocketPort;
  readonly #rules: GatewaySocketRules<Session>;
  readonly #identifyDeadline: Timer;
  readonly #heartbeats: HeartbeatWatch;
  readonly #number: number;
  #isClosing = false;
  #isFrozen = false;

  constructor(port: SocketPort, rules: GatewaySocketRules<Session>) {
    this.#port = port;
    this.#rules = rules;
    this.#number = rules.tap.number();
    this.#identifyDeadline = rules.clock.after(IDENTIFY_DEADLINE_MS, () => this.close(rules.unidentified));
    this.#heartbeats = new HeartbeatWatch(rules.heartbeats, (patienceMs) =>
      this.close(rules.silent(patienceMs)),
    );
  }

  /** Whether the socket accepts and sends messages. */
  get isOpen(): boolean {
    return !this.#isClosing && !this.#isFrozen;
  }

  /** The user of the socket, for the log. */
  get owner(): string | undefined {
    return this.session === undefined ? undefined : `user ${this.#rules.userIdOf(this.session)}`;
  }

  /** Attaches a session after the client has identified or resumed. */
  begin(session: Session): void {
    this.#identifyDeadline.cancel();
    this.session = session;
  }

  /** Records a heartbeat. */
  beat(): void {
    this.#heartbeats.beat();
  }

  /** A message of the client has arrived. */
  heard(data: Buffer, isBinary: boolean): void {
    const { tap } = this.#rules;
    if (tap.isOn) tap.message(this.#tapped(), "in", data, isBinary);
  }

  /** @param write sends the message; called only while the socket is open */
  send(message: string | Buffer, write: (port: SocketPort) => void): void {
    if (!this.isOpen) return;
    const { tap } = this.#rules;
    if (tap.isOn) tap.message(this.#tapped(), "out", message, typeof message !== "string");
    write(this.#port);
    if (this.#port.unsentBytes > UNSENT_BYTES_MAX) this.#abandon();
  }

  /** Sends a close frame. The resume window starts here, however long the socket takes to close. */
  close(closing: Closing): void {
    if (this.#isClosing) return;
    this.#finish(closing);
    this.#rules.afterSending(() => this.#port.close(closing));
    this.#release();
  }

  /** Drops the connection without a close frame. @param reason for the log */
  reset(reason = "the connection was cut"): void {
    this.#finish({ code: NO_CLOSE_FRAME, reason });
    this.#port.terminate();
  }

  /** Stops all traffic but keeps the connection open. */
  freeze(): void {
    this.#isFrozen = true;
  }

  /** Stops waiting for heartbeats. */
  stopHeartbeats(): void {
    this.#heartbeats.stop();
  }

  /** Call when the connection is closed. @param code as received @returns the session that was still attached */
  end(code: number): Session | undefined {
    const { tap } = this.#rules;
    if (tap.isOn && !this.#isClosing) tap.closed(this.#tapped(), "in", code, "");
    this.#stop();
    return this.#take();
  }

  /** Terminates without a close frame, because the client would not read it. */
  #abandon(): void {
    const mebibytes = Math.round(this.#port.unsentBytes / 1024 / 1024);
    const reason = `the client is not reading: ${mebibytes} MiB are unsent`;
    this.#finish({ code: this.#rules.unreadCode, reason });
    this.#port.terminate();
    this.#release();
  }

  #finish({ code, reason }: Closing): void {
    this.#stop();
    const { tap } = this.#rules;
    if (tap.isOn) tap.closed(this.#tapped(), "out", code, reason);
    this.#rules.log(`${this.#rules.gateway}: closed ${this.owner ?? "a socket"} with ${code}: ${reason}`);
  }

  #stop(): void {
    this.#isClosing = true;
    this.#identifyDeadline.cancel();
    this.#heartbeats.stop();
  }

  #tapped(): TappedSocket {
    const { gateway, userIdOf } = this.#rules;
    return {
      gateway,
      number: this.#number,
      userId: this.session === undefined ? undefined : userIdOf(this.session),
    };
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
