import {
  GATEWAY_RATE_LIMIT,
  GATEWAY_RATE_WINDOW_MS,
  GatewayCloseCode,
  GatewayEvent,
  GatewayOpcode,
  type GatewayFrame,
} from "sdkpp/wire";
import type { Timer, TimerClock } from "../clock/clock.js";
import type { Log } from "../guard/guard.js";
import { parseLossless } from "../json/lossless.js";
import type { Closing } from "../sockets/closing.js";
import { UNSENT_BYTES_MAX, type SocketListener, type SocketPort } from "../sockets/socket-port.js";
import { closing, malformed } from "./closings.js";
import { runCommand, type CommandContext } from "./commands.js";
import { plainEncoder, payloadEncoder, type Encoder } from "./encoder.js";
import { HeartbeatWatch } from "./heartbeat-watch.js";
import type { GatewayHub } from "./hub.js";
import { gatewayActor, identify, mayTakeUp } from "./identify.js";
import { updatePresence } from "./presence-command.js";
import { readFrame, readIdentify, readResume } from "./payload-shapes.js";
import type { FrameSink, GatewaySession } from "./session.js";

export interface ConnectionContext extends CommandContext {
  readonly hub: GatewayHub;
  /** Which no test moves: how long a client has been silent. */
  readonly machineClock: TimerClock;
  /** What Hello announces, milliseconds. */
  readonly heartbeatIntervalMs: number;
  readonly log: Log;
}

/** Time allowed before identifying (G§3), milliseconds. */
const IDENTIFY_DEADLINE_MS = 30_000;
/** The official limit, above which the log says so, and the embedded one, above which nothing is read (G§1). */
const OFFICIAL_PAYLOAD_BYTES = 4096;
const MAX_PAYLOAD_BYTES = 15 * 1024;
const NORMAL_CODES: ReadonlySet<number> = new Set([1000, 1001]);

/** Why the socket is closed, if so. */
type Verdict = Closing | undefined;

/** One socket of the main gateway, from Hello to its end. */
export class GatewayConnection implements FrameSink, SocketListener {
  readonly #context: ConnectionContext;
  readonly #socket: SocketPort;
  readonly #version: number;
  readonly #hasTransportCompression: boolean;
  readonly #heartbeats: HeartbeatWatch;
  #encoder: Encoder;
  #session: GatewaySession | undefined;
  #deadline: Timer;
  #isClosing = false;
  #isFrozen = false;
  #windowStart = 0;
  #windowCount = 0;

  /** @param transport the encoder of transport compression, if the client asked for it */
  constructor(
    context: ConnectionContext,
    socket: SocketPort,
    version: number,
    transport: Encoder | undefined,
  ) {
    this.#context = context;
    this.#socket = socket;
    this.#version = version;
    this.#hasTransportCompression = transport !== undefined;
    this.#encoder = transport ?? plainEncoder();
    this.#deadline = context.clock.after(IDENTIFY_DEADLINE_MS, () =>
      this.close(
        closing(GatewayCloseCode.NotAuthenticated, "neither Identify nor Resume came in 30 seconds"),
      ),
    );
    this.#heartbeats = new HeartbeatWatch(context.machineClock, context.heartbeatIntervalMs, (patienceMs) =>
      // A code after which clients resume: a game that was stopped in a debugger loses nothing.
      this.close(
        closing(GatewayCloseCode.UnknownError, `no heartbeat for ${Math.round(patienceMs / 1000)} s`),
      ),
    );
    this.#control(GatewayOpcode.Hello, {
      heartbeat_interval: context.heartbeatIntervalMs,
      _trace: ["sdkpp-platform"],
    });
  }

  send(frame: GatewayFrame): void {
    if (this.#isClosing || this.#isFrozen) return;
    this.#encoder.encode(JSON.stringify(frame), (data) => this.#socket.send(data));
    if (this.#socket.unsentBytes > UNSENT_BYTES_MAX) this.#abandon();
  }

  close(closing: Closing): void {
    if (this.#isClosing) return;
    this.#finish(closing);
    this.#encoder.whenDrained(() => this.#socket.close(closing));
    // The time for a resume runs from here, however long the socket takes to go.
    this.#leave((session) => this.#context.hub.release(session, this));
  }

  reset(): void {
    this.#stopTimers();
    this.#isClosing = true;
    this.#socket.terminate();
  }

  freeze(): void {
    this.#isFrozen = true;
    this.#heartbeats.stop();
  }

  detach(): void {
    this.#session = undefined;
  }

  closed(code: number): void {
    this.#isClosing = true;
    this.#stopTimers();
    this.#encoder.close();
    // The code received decides, whatever happens while answering it (G§3).
    const { hub } = this.#context;
    this.#leave((session) => (NORMAL_CODES.has(code) ? hub.end(session) : hub.release(session, this)));
  }

  received(data: Buffer, isBinary: boolean): void {
    if (this.#isClosing || this.#isFrozen) return;
    const refusal = this.#isOverRate() ? closing(GatewayCloseCode.RateLimited) : this.#read(data, isBinary);
    if (refusal !== undefined) this.close(refusal);
  }

  faulted(): void {
    this.close(closing(GatewayCloseCode.UnknownError));
  }

  #leave(how: (session: GatewaySession) => void): void {
    const session = this.#session;
    this.#session = undefined;
    if (session !== undefined) how(session);
  }

  /** A client that takes nothing would take no close frame either; its session stays for a resume. */
  #abandon(): void {
    const mebibytes = Math.round(this.#socket.unsentBytes / 1024 / 1024);
    this.#finish(
      closing(GatewayCloseCode.UnknownError, `the client does not read: ${mebibytes} MiB are waiting`),
    );
    this.#socket.terminate();
    this.#leave((session) => this.#context.hub.release(session, this));
  }

  /** Nothing more comes in or goes out. */
  #finish({ code, reason }: Closing): void {
    this.#isClosing = true;
    this.#stopTimers();
    const who = this.#session === undefined ? "a socket" : `user ${this.#session.identity.userId}`;
    this.#context.log(`main gateway: closed ${who} with ${code}: ${reason}`);
  }

  #stopTimers(): void {
    this.#deadline.cancel();
    this.#heartbeats.stop();
  }

  #read(data: Buffer, isBinary: boolean): Verdict {
    const { DecodeError } = GatewayCloseCode;
    if (isBinary) return closing(DecodeError, "payloads are JSON in text frames");
    if (data.length > MAX_PAYLOAD_BYTES)
      return closing(DecodeError, `a payload has ${data.length} bytes, and may have ${MAX_PAYLOAD_BYTES}`);
    const value = parseOrUndefined(data.toString("utf8"));
    const frame = readFrame(value);
    if (frame === undefined)
      return closing(
        DecodeError,
        value === undefined ? "a payload is not JSON" : readFrame.complaint("payload", value),
      );
    if (data.length > OFFICIAL_PAYLOAD_BYTES) this.#nameLarge(frame.op, data.length);
    return this.#handle(frame.op, frame.d);
  }

  #nameLarge(op: number, length: number): void {
    const who = this.#session === undefined ? "a client" : `user ${this.#session.identity.userId}`;
    this.#context.log(
      `main gateway: ${who} sent op ${op} with ${length} bytes; the real service takes ${OFFICIAL_PAYLOAD_BYTES}`,
    );
  }

  #handle(op: number, d: unknown): Verdict {
    if (op === GatewayOpcode.Heartbeat || op === GatewayOpcode.QosHeartbeat) return this.#heartbeat();
    if (op === GatewayOpcode.Identify) return this.#identify(d);
    if (op === GatewayOpcode.Resume) return this.#resume(d);
    if (this.#session === undefined) return closing(GatewayCloseCode.NotAuthenticated);
    return runCommand(this.#context, this.#session, op, d);
  }

  /** Also before Identify: some clients begin with it (G§4). */
  #heartbeat(): undefined {
    this.#heartbeats.beat();
    this.#control(GatewayOpcode.HeartbeatAck, null);
  }

  #identify(d: unknown): Verdict {
    if (this.#session !== undefined) return closing(GatewayCloseCode.AlreadyAuthenticated);
    const input = readIdentify(d);
    if (input === undefined) return malformed(GatewayOpcode.Identify, readIdentify, d);
    const { world, hub } = this.#context;
    const identity = identify(world, input, world.random.token(32).toLowerCase(), this.#version);
    if (typeof identity === "number") return closing(identity);
    if (!hub.makeRoom(identity.userId))
      return closing(GatewayCloseCode.TooManySessions, "this user has too many sessions at once");
    this.#deadline.cancel();
    if (input.compress === true && !this.#hasTransportCompression) this.#encoder = payloadEncoder();
    this.#session = hub.begin(identity, this);
    // Only bots may say at once how they want to be seen (G§4).
    if (identity.isBot) updatePresence(this.#context, this.#session, input.presence);
    return undefined;
  }

  #resume(d: unknown): Verdict {
    if (this.#session !== undefined) return closing(GatewayCloseCode.AlreadyAuthenticated);
    const input = readResume(d);
    if (input === undefined) return malformed(GatewayOpcode.Resume, readResume, d);
    const { world, hub } = this.#context;
    const actor = gatewayActor(world, input.token);
    if (actor === undefined) return closing(GatewayCloseCode.AuthenticationFailed);
    const session = hub.find(input.session_id);
    if (session === undefined || !mayTakeUp(actor, session.identity)) return this.#refuseResume();
    const missed = session.replay.after(input.seq ?? 0);
    if (missed === "ahead") return closing(GatewayCloseCode.InvalidSeq);
    if (missed === "gone") {
      hub.end(session);
      return this.#refuseResume();
    }
    this.#deadline.cancel();
    hub.attach(session, this);
    this.#session = session;
    for (const sent of missed) this.send({ op: GatewayOpcode.Dispatch, ...sent });
    session.dispatch(GatewayEvent.Resumed, { _trace: ["sdkpp-platform"] });
    return undefined;
  }

  #refuseResume(): undefined {
    this.#control(GatewayOpcode.InvalidSession, false);
  }

  #control(op: number, d: unknown): void {
    this.send({ op, d, s: null, t: null });
  }

  #isOverRate(): boolean {
    const now = this.#context.clock.now();
    if (now - this.#windowStart >= GATEWAY_RATE_WINDOW_MS) {
      this.#windowStart = now;
      this.#windowCount = 0;
    }
    this.#windowCount += 1;
    return this.#windowCount > GATEWAY_RATE_LIMIT;
  }
}

function parseOrUndefined(text: string): unknown {
  try {
    return parseLossless(text);
  } catch {
    return undefined;
  }
}
