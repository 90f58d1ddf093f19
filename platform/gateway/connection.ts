import {
  GATEWAY_RATE_LIMIT,
  GATEWAY_RATE_WINDOW_MS,
  GatewayCloseCode,
  GatewayEvent,
  GatewayOpcode,
} from "sdkpp/wire";
import type { TimerClock } from "../clock/clock.js";
import type { Log } from "../guard/guard.js";
import { parseLosslessOrUndefined } from "../json/lossless.js";
import type { Closing } from "../sockets/closing.js";
import type { WireTap } from "../taps/wire-tap.js";
import { GatewaySocket, type GatewaySocketRules } from "../sockets/gateway-socket.js";
import type { SocketListener, SocketPort } from "../sockets/socket-port.js";
import { closing, malformed } from "./closings.js";
import { runCommand, type CommandContext } from "./commands.js";
import { plainEncoder, payloadEncoder, type Encoder } from "./encoder.js";
import type { GatewayHub } from "./hub.js";
import { gatewayActor, identify, mayResume } from "./identify.js";
import { controlFrame } from "./outgoing-event.js";
import { updatePresence } from "./presence-command.js";
import { readFrame, readIdentify, readResume } from "./payload-shapes.js";
import type { FrameSink, GatewaySession } from "./session.js";

export interface ConnectionContext extends CommandContext {
  readonly hub: GatewayHub;
  /** Measures how long clients are silent; the control API does not move it. */
  readonly machineClock: TimerClock;
  /** Interval that Hello announces, milliseconds. */
  readonly heartbeatIntervalMs: number;
  readonly log: Log;
  readonly tap: WireTap;
}

/** The limit of the real service, above which we log a line, and the limit of this platform (G§1). */
const OFFICIAL_PAYLOAD_BYTES = 4096;
const MAX_PAYLOAD_BYTES = 15 * 1024;
const NORMAL_CODES: ReadonlySet<number> = new Set([1000, 1001]);

/** The close code and reason if the socket is to be closed, otherwise undefined. */
type Verdict = Closing | undefined;

/** One socket of the main gateway, from Hello to its end. */
export class GatewayConnection implements FrameSink, SocketListener {
  readonly #context: ConnectionContext;
  readonly #socket: GatewaySocket<GatewaySession>;
  readonly #port: SocketPort;
  readonly #version: number;
  readonly #hasTransportCompression: boolean;
  #encoder: Encoder;
  #windowStart = 0;
  #windowCount = 0;

  /** @param transport the encoder of transport compression, if the client asked for it */
  constructor(context: ConnectionContext, port: SocketPort, version: number, transport: Encoder | undefined) {
    this.#context = context;
    this.#port = port;
    this.#version = version;
    this.#hasTransportCompression = transport !== undefined;
    this.#encoder = transport ?? plainEncoder();
    this.#socket = new GatewaySocket(port, this.#rules());
    this.#control(GatewayOpcode.Hello, {
      heartbeat_interval: context.heartbeatIntervalMs,
      _trace: ["sdkpp-platform"],
    });
  }

  send(frame: string): void {
    this.#socket.send(frame, (port) => this.#encoder.encode(frame, (data) => port.send(data)));
  }

  get unsentBytes(): number {
    return this.#port.unsentBytes + this.#encoder.unsentBytes;
  }

  close(closing: Closing): void {
    this.#socket.close(closing);
  }

  reset(): void {
    this.#socket.reset();
  }

  freeze(): void {
    this.#socket.freeze();
    this.#socket.stopHeartbeats();
  }

  detach(): void {
    this.#socket.session = undefined;
  }

  closed(code: number): void {
    const session = this.#socket.end(code);
    this.#encoder.close();
    if (session === undefined) return;
    // The code received decides, whatever happens while answering it (G§3).
    if (NORMAL_CODES.has(code)) this.#context.hub.end(session);
    else this.#context.hub.release(session, this);
  }

  received(data: Buffer, isBinary: boolean): void {
    if (!this.#socket.isOpen) return;
    this.#socket.heard(data, isBinary);
    const closed = this.#isOverRate() ? closing(GatewayCloseCode.RateLimited) : this.#read(data, isBinary);
    if (closed !== undefined) this.close(closed);
  }

  faulted(): void {
    this.close(closing(GatewayCloseCode.UnknownError));
  }

  #rules(): GatewaySocketRules<GatewaySession> {
    const { log, tap, machineClock, heartbeatIntervalMs, hub } = this.#context;
    const { NotAuthenticated, UnknownError } = GatewayCloseCode;
    return {
      gateway: "main gateway",
      log,
      tap,
      clock: machineClock,
      heartbeats: { clock: machineClock, intervalMs: heartbeatIntervalMs, forgivesStalls: true },
      unidentified: closing(NotAuthenticated, "no Identify or Resume within 30 seconds"),
      unreadCode: UnknownError,
      // Clients resume after this code, so a game that was paused in a debugger loses nothing.
      silent: (patienceMs) => closing(UnknownError, `no heartbeat for ${Math.round(patienceMs / 1000)} s`),
      userIdOf: ({ identity }) => identity.userId,
      release: (session) => hub.release(session, this),
      afterSending: (then) => this.#encoder.whenDrained(then),
    };
  }

  #read(data: Buffer, isBinary: boolean): Verdict {
    const { DecodeError } = GatewayCloseCode;
    if (isBinary) return closing(DecodeError, "payloads must be JSON in text frames");
    if (data.length > MAX_PAYLOAD_BYTES)
      return closing(
        DecodeError,
        `payload: expected at most ${MAX_PAYLOAD_BYTES} bytes, received ${data.length}`,
      );
    const value = parseLosslessOrUndefined(data.toString("utf8"));
    const frame = readFrame(value);
    if (frame === undefined)
      return closing(
        DecodeError,
        value === undefined ? "the payload is not JSON" : readFrame.complaint("payload", value),
      );
    if (data.length > OFFICIAL_PAYLOAD_BYTES) this.#logLarge(frame.op, data.length);
    return this.#handle(frame.op, frame.d);
  }

  #logLarge(op: number, length: number): void {
    this.#context.log(
      `main gateway: ${this.#socket.owner ?? "a client"} sent op ${op} with ${length} bytes; the real service accepts at most ${OFFICIAL_PAYLOAD_BYTES}`,
    );
  }

  #handle(op: number, d: unknown): Verdict {
    if (op === GatewayOpcode.Heartbeat || op === GatewayOpcode.QosHeartbeat) return this.#heartbeat();
    if (op === GatewayOpcode.Identify) return this.#identify(d);
    if (op === GatewayOpcode.Resume) return this.#resume(d);
    const { session } = this.#socket;
    if (session === undefined) return closing(GatewayCloseCode.NotAuthenticated);
    return runCommand(this.#context, session, op, d);
  }

  /** Accepted before Identify too: some clients send a heartbeat first (G§4). */
  #heartbeat(): undefined {
    this.#socket.beat();
    this.#control(GatewayOpcode.HeartbeatAck, null);
  }

  #identify(d: unknown): Verdict {
    if (this.#socket.session !== undefined) return closing(GatewayCloseCode.AlreadyAuthenticated);
    const input = readIdentify(d);
    if (input === undefined) return malformed(GatewayOpcode.Identify, readIdentify, d);
    const { world, hub } = this.#context;
    const identity = identify(world, input, world.random.token(32).toLowerCase(), this.#version);
    if (typeof identity === "number") return closing(identity);
    if (!hub.makeRoom(identity.userId))
      return closing(GatewayCloseCode.TooManySessions, "this user has too many concurrent sessions");
    if (input.compress === true && !this.#hasTransportCompression) this.#encoder = payloadEncoder();
    if (identity.isBot) world.sessionStarts.count(identity.userId);
    const session = hub.begin(identity, this);
    this.#socket.begin(session);
    // Only bots may set a presence while they identify (G§4).
    if (identity.isBot) updatePresence(this.#context, session, input.presence);
    return undefined;
  }

  #resume(d: unknown): Verdict {
    if (this.#socket.session !== undefined) return closing(GatewayCloseCode.AlreadyAuthenticated);
    const input = readResume(d);
    if (input === undefined) return malformed(GatewayOpcode.Resume, readResume, d);
    const { world, hub } = this.#context;
    const actor = gatewayActor(world, input.token);
    if (actor === undefined) return closing(GatewayCloseCode.AuthenticationFailed);
    const session = hub.find(input.session_id);
    if (session === undefined || !mayResume(actor, session.identity)) return this.#rejectResume();
    const missed = session.replay.after(input.seq ?? 0);
    if (missed === "ahead") return closing(GatewayCloseCode.InvalidSeq);
    if (missed === "gone") {
      hub.end(session);
      return this.#rejectResume();
    }
    hub.attach(session, this);
    this.#socket.begin(session);
    for (const { event, s } of missed) this.send(event.frame(s));
    session.dispatch(GatewayEvent.Resumed, { _trace: ["sdkpp-platform"] });
    return undefined;
  }

  #rejectResume(): undefined {
    this.#control(GatewayOpcode.InvalidSession, false);
  }

  #control(op: number, d: unknown): void {
    this.send(controlFrame(op, d));
  }

  #isOverRate(): boolean {
    const now = this.#context.clock.elapsed();
    if (now - this.#windowStart >= GATEWAY_RATE_WINDOW_MS) {
      this.#windowStart = now;
      this.#windowCount = 0;
    }
    this.#windowCount += 1;
    return this.#windowCount > GATEWAY_RATE_LIMIT;
  }
}
