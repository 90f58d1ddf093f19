import { VoiceCloseCode, VoiceOpcode } from "sdkpp/wire";
import type { Timer, TimerClock } from "../../clock/clock.js";
import type { Refusal } from "../../dave/index.js";
import type { Log } from "../../guard/guard.js";
import { parseLossless } from "../../json/lossless.js";
import { UNSENT_BYTES_MAX, type SocketListener, type SocketPort } from "../../sockets/socket-port.js";
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

/** Milliseconds between a client's beats; three missed ones end the socket (voice-transport 2.5). */
export const VOICE_HEARTBEAT_INTERVAL_MS = 13_750;
const MISSED_BEATS = 3;
/** Time allowed before identifying, however well the heart beats, milliseconds. */
const IDENTIFY_DEADLINE_MS = 30_000;
/** From here on heartbeats are objects. */
const OBJECT_HEARTBEAT_SINCE = 8;
/** From here on op 0 and op 7 carry the channel. */
const CHANNEL_SINCE = 9;
const ENDING_CODES: ReadonlySet<number> = new Set([1000, 1001]);
/** Accepted from clients and not acted upon: dead ops, reports that only a log would read. */
const IGNORED_OPS: ReadonlySet<number> = new Set([
  VoiceOpcode.HeartbeatAck,
  VoiceOpcode.Signal,
  VoiceOpcode.ChannelOptions,
  VoiceOpcode.SpeedTest,
  VoiceOpcode.NoRoute,
]);
const LAST_KNOWN_OP = VoiceOpcode.NoRoute;
const BACKEND_VERSION = { voice: "sdkpp-platform", rtc_worker: "sdkpp-platform" };

/** A close code when the client must go. */
type Verdict = number | undefined;

/** One socket of the voice gateway, from Hello to its end. */
export class VoiceConnection implements VoiceSink, SocketListener {
  readonly version: number;
  readonly #gateway: VoiceGateway;
  readonly #clock: TimerClock;
  readonly #socket: SocketPort;
  readonly #log: Log;
  readonly #identifyDeadline: Timer;
  #session: VoiceSession | undefined;
  #deadline: Timer | undefined;
  #isClosing = false;
  #isFrozen = false;

  constructor(gateway: VoiceGateway, clock: TimerClock, socket: SocketPort, version: number, log: Log) {
    this.version = version;
    this.#gateway = gateway;
    this.#clock = clock;
    this.#socket = socket;
    this.#log = log;
    this.#identifyDeadline = clock.after(IDENTIFY_DEADLINE_MS, () =>
      this.close(VoiceCloseCode.NotAuthenticated, "neither op 0 nor op 7 came in 30 seconds"),
    );
    this.#expectBeat();
    this.#say(VoiceOpcode.Hello, { v: version, heartbeat_interval: VOICE_HEARTBEAT_INTERVAL_MS });
  }

  send(data: string | Buffer): void {
    if (this.#isClosing || this.#isFrozen) return;
    this.#socket.send(data);
    if (this.#socket.unsentBytes > UNSENT_BYTES_MAX) this.#abandon();
  }

  close(code: number, reason?: string): void {
    if (this.#isClosing) return;
    const why = closing(code, reason);
    this.#finish(code, why.reason);
    this.#socket.close(why);
    // The time for a resume runs from here, however long the socket takes to go.
    this.#leave((session) => this.#gateway.release(session, this));
  }

  reset(): void {
    this.#isClosing = true;
    this.#stopTimers();
    this.#socket.terminate();
  }

  freeze(): void {
    this.#isFrozen = true;
  }

  detach(): void {
    this.#session = undefined;
  }

  closed(code: number): void {
    this.#isClosing = true;
    this.#stopTimers();
    this.#leave((session) =>
      ENDING_CODES.has(code) ? this.#gateway.end(session) : this.#gateway.release(session, this),
    );
  }

  received(data: Buffer, isBinary: boolean): void {
    if (this.#isClosing || this.#isFrozen) return;
    const refusal = isBinary ? this.#binary(data) : this.#text(data.toString("utf8"));
    if (refusal !== undefined) this.close(refusal);
  }

  faulted(): void {
    this.close(VoiceCloseCode.ServerCrashed);
  }

  /** A client that takes nothing would take no close frame either; its session stays for a resume. */
  #abandon(): void {
    const mebibytes = Math.round(this.#socket.unsentBytes / 1024 / 1024);
    this.#finish(VoiceCloseCode.SessionTimedOut, `the client does not read: ${mebibytes} MiB are waiting`);
    this.#socket.terminate();
    this.#leave((session) => this.#gateway.release(session, this));
  }

  /** Nothing more comes in or goes out. */
  #finish(code: number, reason: string): void {
    this.#isClosing = true;
    this.#stopTimers();
    const who = this.#session === undefined ? "a socket" : `user ${this.#session.userId}`;
    this.#log(`voice gateway: closed ${who} with ${code}: ${reason}`);
  }

  #stopTimers(): void {
    this.#identifyDeadline.cancel();
    this.#deadline?.cancel();
  }

  #leave(how: (session: VoiceSession) => void): void {
    const session = this.#session;
    this.#session = undefined;
    if (session !== undefined) how(session);
  }

  #text(text: string): Verdict {
    const frame = readFrame(parseOrUndefined(text));
    if (frame === undefined) return VoiceCloseCode.DecodeError;
    const { op, d } = frame;
    if (op === VoiceOpcode.Heartbeat) return this.#heartbeat(d);
    if (op === VoiceOpcode.Identify) return this.#identify(d);
    if (op === VoiceOpcode.Resume) return this.#resume(d);
    return this.#session === undefined
      ? VoiceCloseCode.NotAuthenticated
      : this.#command(this.#session, op, d);
  }

  /** JSON in a binary frame is not accepted; only MLS messages are. */
  #binary(data: Buffer): Verdict {
    if (this.#session === undefined) return VoiceCloseCode.NotAuthenticated;
    const payload = data.subarray(1);
    switch (data.at(0)) {
      case VoiceOpcode.MlsKeyPackage:
        return verdictOn(this.#gateway.dave.keyPackage(this.#session, payload));
      case VoiceOpcode.MlsCommitWelcome:
        return verdictOn(this.#gateway.dave.commit(this.#session, payload));
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
        return this.#say(VoiceOpcode.VoiceBackendVersion, BACKEND_VERSION);
      default:
        return op > LAST_KNOWN_OP || IGNORED_OPS.has(op) ? undefined : VoiceCloseCode.UnknownOpcode;
    }
  }

  #identify(d: unknown): Verdict {
    if (this.#session !== undefined) return VoiceCloseCode.AlreadyAuthenticated;
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
    this.#identifyDeadline.cancel();
    this.#session = session;
    return undefined;
  }

  #resume(d: unknown): Verdict {
    if (this.#session !== undefined) return VoiceCloseCode.AlreadyAuthenticated;
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
    this.#identifyDeadline.cancel();
    this.#session = session;
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

  /** Answered at once, also before Identify, in the form of the version. */
  #heartbeat(d: unknown): Verdict {
    const isObject = this.version >= OBJECT_HEARTBEAT_SINCE;
    const beat = isObject ? readHeartbeat(d) : { t: readFlatHeartbeat(d) };
    if (beat?.t === undefined) return VoiceCloseCode.BadRequest;
    if ("seq_ack" in beat && typeof beat.seq_ack === "number")
      this.#session?.buffer.acknowledge(beat.seq_ack);
    this.#expectBeat();
    return this.#say(VoiceOpcode.HeartbeatAck, isObject ? { t: beat.t } : beat.t);
  }

  /** The session and its media outlive this close, so that a client whose thread was stalled resumes without a gap. */
  #expectBeat(): void {
    this.#deadline?.cancel();
    const patience = MISSED_BEATS * VOICE_HEARTBEAT_INTERVAL_MS;
    this.#deadline = this.#clock.after(patience, () => this.close(VoiceCloseCode.SessionTimedOut));
  }

  #say(op: number, d: unknown): undefined {
    this.send(JSON.stringify({ op, d }));
  }
}

function verdictOn(refusal: Refusal | undefined): Verdict {
  if (refusal === undefined) return undefined;
  return refusal === "undecodable" ? VoiceCloseCode.DecodeError : VoiceCloseCode.BadRequest;
}

function parseOrUndefined(text: string): unknown {
  try {
    return parseLossless(text);
  } catch {
    return undefined;
  }
}
