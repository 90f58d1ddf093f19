import {
  GATEWAY_HEARTBEAT_INTERVAL_MS,
  GATEWAY_RATE_LIMIT,
  GATEWAY_RATE_WINDOW_MS,
  GatewayCloseCode,
  GatewayEvent,
  GatewayOpcode,
  type GatewayFrame,
} from "sdkpp/wire";
import type { Timer } from "../clock/clock.js";
import { parseLossless } from "../json/lossless.js";
import { runCommand, type CommandContext } from "./commands.js";
import { plainEncoder, payloadEncoder, type Encoder } from "./encoder.js";
import type { GatewayHub } from "./hub.js";
import { gatewayActor, identify } from "./identify.js";
import { updatePresence } from "./presence-command.js";
import { readFrame, readIdentify, readResume } from "./payload-shapes.js";
import type { FrameSink, GatewaySession } from "./session.js";

/** The socket below a connection. */
export interface GatewaySocket {
  send(data: string | Buffer): void;
  close(code: number): void;
  terminate(): void;
}

export interface ConnectionContext extends CommandContext {
  readonly hub: GatewayHub;
}

/** Time allowed before identifying (G§3), milliseconds. */
const IDENTIFY_DEADLINE_MS = 30_000;
/** The embedded limit; the official one is 4 096 bytes (G§1). */
const MAX_PAYLOAD_BYTES = 15 * 1024;
const NORMAL_CODES: ReadonlySet<number> = new Set([1000, 1001]);

/** One socket of the main gateway, from Hello to its end. */
export class GatewayConnection implements FrameSink {
  readonly #context: ConnectionContext;
  readonly #socket: GatewaySocket;
  readonly #version: number;
  readonly #hasTransportCompression: boolean;
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
    socket: GatewaySocket,
    version: number,
    transport: Encoder | undefined,
  ) {
    this.#context = context;
    this.#socket = socket;
    this.#version = version;
    this.#hasTransportCompression = transport !== undefined;
    this.#encoder = transport ?? plainEncoder();
    this.#deadline = context.clock.after(IDENTIFY_DEADLINE_MS, () =>
      this.close(GatewayCloseCode.NotAuthenticated),
    );
    this.#control(GatewayOpcode.Hello, {
      heartbeat_interval: GATEWAY_HEARTBEAT_INTERVAL_MS,
      _trace: ["sdkpp-platform"],
    });
  }

  send(frame: GatewayFrame): void {
    if (this.#isClosing || this.#isFrozen) return;
    this.#encoder.encode(JSON.stringify(frame), (data) => this.#socket.send(data));
  }

  close(code: number): void {
    if (this.#isClosing) return;
    this.#isClosing = true;
    this.#deadline.cancel();
    this.#encoder.whenDrained(() => this.#socket.close(code));
    // The time for a resume runs from here, however long the socket takes to go.
    this.#leave((session) => this.#context.hub.release(session, this));
  }

  reset(): void {
    this.#isClosing = true;
    this.#deadline.cancel();
    this.#socket.terminate();
  }

  freeze(): void {
    this.#isFrozen = true;
  }

  detach(): void {
    this.#session = undefined;
  }

  /** The socket is gone. @param code as received */
  closed(code: number): void {
    this.#isClosing = true;
    this.#deadline.cancel();
    this.#encoder.close();
    // The code received decides, whatever happens while answering it (G§3).
    const { hub } = this.#context;
    this.#leave((session) => (NORMAL_CODES.has(code) ? hub.end(session) : hub.release(session, this)));
  }

  /** One message of the client. */
  received(data: Buffer, isBinary: boolean): void {
    if (this.#isClosing || this.#isFrozen) return;
    const refusal = this.#isOverRate() ? GatewayCloseCode.RateLimited : this.#read(data, isBinary);
    if (refusal !== undefined) this.close(refusal);
  }

  #leave(how: (session: GatewaySession) => void): void {
    const session = this.#session;
    this.#session = undefined;
    if (session !== undefined) how(session);
  }

  #read(data: Buffer, isBinary: boolean): number | undefined {
    if (isBinary || data.length > MAX_PAYLOAD_BYTES) return GatewayCloseCode.DecodeError;
    const frame = readFrame(parseOrUndefined(data.toString("utf8")));
    return frame === undefined ? GatewayCloseCode.DecodeError : this.#handle(frame.op, frame.d);
  }

  #handle(op: number, d: unknown): number | undefined {
    if (op === GatewayOpcode.Heartbeat || op === GatewayOpcode.QosHeartbeat) return this.#heartbeat();
    if (op === GatewayOpcode.Identify) return this.#identify(d);
    if (op === GatewayOpcode.Resume) return this.#resume(d);
    if (this.#session === undefined) return GatewayCloseCode.NotAuthenticated;
    return runCommand(this.#context, this.#session, op, d);
  }

  /** Also before Identify: some clients begin with it (G§4). */
  #heartbeat(): undefined {
    this.#control(GatewayOpcode.HeartbeatAck, null);
  }

  #identify(d: unknown): number | undefined {
    if (this.#session !== undefined) return GatewayCloseCode.AlreadyAuthenticated;
    const input = readIdentify(d);
    if (input === undefined) return GatewayCloseCode.DecodeError;
    const { world, hub } = this.#context;
    const identity = identify(world, input, world.random.token(32).toLowerCase(), this.#version);
    if (typeof identity === "number") return identity;
    this.#deadline.cancel();
    if (input.compress === true && !this.#hasTransportCompression) this.#encoder = payloadEncoder();
    this.#session = hub.begin(identity, this);
    // Only bots may say at once how they want to be seen (G§4).
    if (identity.isBot) updatePresence(this.#context, this.#session, input.presence);
    return undefined;
  }

  #resume(d: unknown): number | undefined {
    if (this.#session !== undefined) return GatewayCloseCode.AlreadyAuthenticated;
    const input = readResume(d);
    if (input === undefined) return GatewayCloseCode.DecodeError;
    const { world, hub } = this.#context;
    const actor = gatewayActor(world, input.token);
    if (actor === undefined) return GatewayCloseCode.AuthenticationFailed;
    const session = hub.find(input.session_id);
    if (
      session === undefined ||
      session.identity.userId !== actor.user.id ||
      session.identity.applicationId !== actor.application.id
    ) {
      return this.#refuseResume();
    }
    const missed = session.replay.after(input.seq ?? 0);
    if (missed === "ahead") return GatewayCloseCode.InvalidSeq;
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
