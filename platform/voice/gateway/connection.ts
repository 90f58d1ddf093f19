import { VoiceCloseCode, VoiceOpcode } from "sdkpp/wire";
import type { TimerClock } from "../../clock/clock.js";
import type { Rejection } from "../../dave/index.js";
import type { Log } from "../../guard/guard.js";
import { parseLosslessOrUndefined } from "../../json/lossless.js";
import type { WireTap } from "../../taps/wire-tap.js";
import { GatewaySocket, type GatewaySocketRules } from "../../sockets/gateway-socket.js";
import type { SocketListener, SocketPort } from "../../sockets/socket-port.js";
import { closing } from "./closings.js";
import {
  readFlatHeartbeat,
  readFrame,
  readHeartbeat,
  readIdentify,
  readRelayed,
  readResume,
  readSelectProtocol,
  readSpeaking,
  readTransition,
} from "./payload-shapes.js";
import type { VoiceSession, VoiceSink } from "./session.js";
import type { VoiceGateway } from "./voice-gateway.js";

/** Milliseconds between a client's heartbeats; three missed ones close the socket (voice-transport 2.5). */
export const VOICE_HEARTBEAT_INTERVAL_MS = 13_750;
/** Since this version heartbeats are objects. */
const OBJECT_HEARTBEAT_SINCE = 8;
/** Since this version op 0 and op 7 carry the channel. */
const CHANNEL_SINCE = 9;
const ENDING_CODES: ReadonlySet<number> = new Set([1000, 1001]);
/** Ops that are accepted and ignored: obsolete ops, and reports without an effect. */
const IGNORED_OPS: ReadonlySet<number> = new Set([
  VoiceOpcode.HeartbeatAck,
  VoiceOpcode.Signal,
  VoiceOpcode.ChannelOptions,
  VoiceOpcode.SpeedTest,
  VoiceOpcode.NoRoute,
]);
const LAST_KNOWN_OP = VoiceOpcode.NoRoute;
const BACKEND_VERSION = { voice: "sdkpp-platform", rtc_worker: "sdkpp-platform" };

/** The close code if the socket is to be closed, otherwise undefined. */
type Verdict = number | undefined;

/** What the connections of a platform share. */
export interface VoiceConnectionParts {
  readonly gateway: VoiceGateway;
  /** Measures silence; tests do not move it. */
  readonly machineClock: TimerClock;
  readonly log: Log;
  readonly tap: WireTap;
}

/** One socket of the voice gateway, from Hello to its end. */
export class VoiceConnection implements VoiceSink, SocketListener {
  readonly version: number;
  readonly #gateway: VoiceGateway;
  readonly #socket: GatewaySocket<VoiceSession>;

  constructor(parts: VoiceConnectionParts, port: SocketPort, version: number) {
    this.version = version;
    this.#gateway = parts.gateway;
    this.#socket = new GatewaySocket(port, this.#rules(parts));
    this.#sendControl(VoiceOpcode.Hello, { v: version, heartbeat_interval: VOICE_HEARTBEAT_INTERVAL_MS });
  }

  send(data: string | Buffer): void {
    this.#socket.send(data, (port) => port.send(data));
  }

  close(code: number, reason?: string): void {
    this.#socket.close(closing(code, reason));
  }

  reset(reason?: string): void {
    this.#socket.reset(reason);
  }

  freeze(): void {
    this.#socket.freeze();
  }

  detach(): void {
    this.#socket.session = undefined;
  }

  closed(code: number): void {
    const session = this.#socket.end(code);
    if (session === undefined) return;
    if (ENDING_CODES.has(code)) this.#gateway.end(session);
    else this.#gateway.release(session, this);
  }

  received(data: Buffer, isBinary: boolean): void {
    if (!this.#socket.isOpen) return;
    this.#socket.heard(data, isBinary);
    const verdict = isBinary ? this.#binary(data) : this.#text(data.toString("utf8"));
    if (verdict !== undefined) this.close(verdict);
  }

  faulted(): void {
    this.close(VoiceCloseCode.ServerCrashed);
  }

  /** Silence is measured by the machine's clock: moving the platform's ends no socket (decision 0098). */
  #rules({ machineClock: clock, log, tap }: VoiceConnectionParts): GatewaySocketRules<VoiceSession> {
    const { NotAuthenticated, SessionTimedOut } = VoiceCloseCode;
    return {
      gateway: "voice gateway",
      log,
      tap,
      clock,
      heartbeats: { clock, intervalMs: VOICE_HEARTBEAT_INTERVAL_MS, forgivesStalls: true },
      unidentified: closing(NotAuthenticated, "no op 0 or op 7 within 30 seconds"),
      // Clients resume after these codes: the session and its media survive a stalled client.
      unreadCode: SessionTimedOut,
      silent: () => closing(SessionTimedOut),
      userIdOf: ({ userId }) => userId,
      release: (session) => this.#gateway.release(session, this),
      afterSending: (then) => then(),
    };
  }

  #text(text: string): Verdict {
    const frame = readFrame(parseLosslessOrUndefined(text));
    if (frame === undefined) return VoiceCloseCode.DecodeError;
    const { op, d } = frame;
    if (op === VoiceOpcode.Heartbeat) return this.#heartbeat(d);
    if (op === VoiceOpcode.Identify) return this.#identify(d);
    if (op === VoiceOpcode.Resume) return this.#resume(d);
    const { session } = this.#socket;
    return session === undefined ? VoiceCloseCode.NotAuthenticated : this.#command(session, op, d);
  }

  /** Binary frames carry MLS messages only; JSON in them is rejected. */
  #binary(data: Buffer): Verdict {
    const { session } = this.#socket;
    if (session === undefined) return VoiceCloseCode.NotAuthenticated;
    const payload = data.subarray(1);
    switch (data.at(0)) {
      case VoiceOpcode.MlsKeyPackage:
        return verdictOn(this.#gateway.dave.keyPackage(session, payload));
      case VoiceOpcode.MlsCommitWelcome:
        return verdictOn(this.#gateway.dave.commit(session, payload));
      default:
        return VoiceCloseCode.DecodeError;
    }
  }

  #command(session: VoiceSession, op: number, d: unknown): Verdict {
    switch (op) {
      case VoiceOpcode.SelectProtocol:
        return this.#selectProtocol(session, d);
      case VoiceOpcode.Speaking:
        return this.#speaking(session, d);
      case VoiceOpcode.Video:
        return this.#shared(d, (members) =>
          this.#gateway.broadcast(session, op, { ...members, user_id: session.userId }),
        );
      case VoiceOpcode.SessionUpdate:
        return this.#shared(d, (members) => this.#gateway.broadcast(session, op, members));
      case VoiceOpcode.MediaSinkWants:
        return this.#shared(d, (members) => this.#gateway.relay(session, op, members));
      case VoiceOpcode.DaveTransitionReady:
        return this.#transition(d, (id) => this.#gateway.dave.ready(session, id));
      case VoiceOpcode.MlsInvalidCommitWelcome:
        return this.#transition(d, (id) => this.#gateway.dave.invalid(session, id));
      case VoiceOpcode.VoiceBackendVersion:
        return this.#sendControl(VoiceOpcode.VoiceBackendVersion, BACKEND_VERSION);
      default:
        return op > LAST_KNOWN_OP || IGNORED_OPS.has(op) ? undefined : VoiceCloseCode.UnknownOpcode;
    }
  }

  #identify(d: unknown): Verdict {
    if (this.#socket.session !== undefined) return VoiceCloseCode.AlreadyAuthenticated;
    const input = readIdentify(d);
    if (input === undefined) return VoiceCloseCode.BadRequest;
    const channelId = input.channel_id ?? undefined;
    if (this.version >= CHANNEL_SINCE && channelId === undefined) return VoiceCloseCode.BadRequest;
    const claim = {
      serverId: String(input.server_id),
      userId: String(input.user_id),
      sessionId: input.session_id,
      token: input.token,
      channelId: this.version >= CHANNEL_SINCE && channelId !== undefined ? String(channelId) : undefined,
    };
    const session = this.#gateway.identify(claim, input.max_dave_protocol_version ?? 0, this);
    if (typeof session === "number") return session;
    this.#socket.begin(session);
    return undefined;
  }

  #resume(d: unknown): Verdict {
    if (this.#socket.session !== undefined) return VoiceCloseCode.AlreadyAuthenticated;
    const input = readResume(d);
    if (input === undefined) return VoiceCloseCode.BadRequest;
    const { session_id: sessionId, token } = input;
    const session = this.#gateway.resume(
      String(input.server_id),
      sessionId,
      token,
      input.seq_ack ?? undefined,
      this,
    );
    if (session === undefined) return VoiceCloseCode.SessionInvalid;
    this.#socket.begin(session);
    return undefined;
  }

  #selectProtocol(session: VoiceSession, d: unknown): Verdict {
    const input = readSelectProtocol(d);
    if (input === undefined) return VoiceCloseCode.BadRequest;
    const { address, port, mode } = input.data;
    return this.#gateway.selectProtocol(session, input.protocol, mode, address, port);
  }

  #speaking(session: VoiceSession, d: unknown): Verdict {
    const input = readSpeaking(d);
    if (input === undefined) return VoiceCloseCode.BadRequest;
    this.#gateway.speak(session, Number(input.speaking));
    return undefined;
  }

  #transition(d: unknown, pass: (id: number) => void): Verdict {
    const input = readTransition(d);
    if (input === undefined) return VoiceCloseCode.BadRequest;
    pass("transition_id" in input ? input.transition_id : input[1]);
    return undefined;
  }

  #shared(d: unknown, pass: (members: Record<string, unknown>) => void): Verdict {
    const members = readRelayed(d);
    if (members === undefined) return VoiceCloseCode.BadRequest;
    pass(members);
    return undefined;
  }

  /** Acknowledged at once, before Identify too, in the format of the gateway version. */
  #heartbeat(d: unknown): Verdict {
    const isObject = this.version >= OBJECT_HEARTBEAT_SINCE;
    const beat = isObject ? readHeartbeat(d) : { t: readFlatHeartbeat(d) };
    if (beat?.t === undefined) return VoiceCloseCode.BadRequest;
    if ("seq_ack" in beat && typeof beat.seq_ack === "number")
      this.#socket.session?.buffer.acknowledge(beat.seq_ack);
    this.#socket.beat();
    return this.#sendControl(VoiceOpcode.HeartbeatAck, isObject ? { t: beat.t } : beat.t);
  }

  #sendControl(op: number, d: unknown): undefined {
    this.send(JSON.stringify({ op, d }));
  }
}

function verdictOn(rejection: Rejection | undefined): Verdict {
  if (rejection === undefined) return undefined;
  return rejection === "undecodable" ? VoiceCloseCode.DecodeError : VoiceCloseCode.BadRequest;
}
