import {
  classifyGatewayClose,
  GatewayCloseCode,
  GatewayEvent,
  GatewayOpcode,
  WebSocketCloseCode,
  type GatewayCloseClass,
  type GatewayFrame,
} from "../../wire/index.js";
import { asObject } from "../checked.js";
import { parseReadyHead, type ReadyHead } from "../payloads/ready.js";
import { backoffDelay } from "./backoff.js";
import { Heartbeat } from "./heartbeat.js";
import { isTrustedResumeUrl } from "./resume-url.js";
import {
  GATEWAY_TRANSITIONS,
  type GatewayAction,
  type GatewayGuard,
  type GatewayInput,
  type GatewayState,
} from "./transitions.js";

/** `Client::Status` of the C++ SDK, by name. */
export type GatewayStatus =
  "Disconnected" | "Connecting" | "Connected" | "Ready" | "Reconnecting" | "Disconnecting" | "HttpWait";
/** `Client::Error` of the C++ SDK, by name. */
export type GatewayError = "None" | "ConnectionFailed" | "UnexpectedClose" | "ConnectionCanceled";

/** Requests of the machine to its host; drained with {@link GatewaySession.poll}. No output carries a token. */
export type GatewayOutput =
  /** Ask the platform for its gateway address, then call `handleLocated`. */
  | { type: "locate" }
  /** Open a socket; a socket that is still there is dropped first. */
  | { type: "open"; url: string }
  /** Begin the closing handshake and report its end. */
  | { type: "close"; code: number }
  /** Close, and report nothing of this socket any more. */
  | { type: "abandon"; code: number }
  /** Send op 2 with the present token. */
  | { type: "identify" }
  /** Send op 6 with the present token. */
  | { type: "resume"; sessionId: string; seq: number }
  | { type: "heartbeat"; seq: number | null }
  | { type: "dispatch"; event: string; data: unknown }
  | { type: "status"; status: GatewayStatus; error: GatewayError; errorDetail: number }
  | { type: "note"; message: string };

/** Longest silence accepted from opening a socket to Hello, and from login to READY or RESUMED. */
const PATIENCE_MS = 20_000;
/** How long a closing handshake may take. */
const CLOSE_PATIENCE_MS = 2000;
/** A connection that lived this long starts the backoff over. */
const STEADY_MS = 30_000;
/** After so many failures the resume address is given up for the generic one. */
const RESUME_ADDRESS_TRIES = 2;
/** A session whose resumes are cut this often without RESUMED or a replayed event is replaced by a new one. */
const UNANSWERED_RESUMES = 3;
/**
 * After "invalid session": the platform asks for 1 to 5 s at random. The shorter half, because a call waits no
 * longer than 5 s for the new session.
 */
const PAUSE_MIN_MS = 1000;
const PAUSE_SPREAD_MS = 2000;
/** Hello's heartbeat interval: the platform says 41 250 ms. Outside these limits that value is used instead. */
const HEARTBEAT_MIN_MS = 1000;
const HEARTBEAT_MAX_MS = 3_600_000;
const HEARTBEAT_DEFAULT_MS = 41_250;

const WATCHED: ReadonlySet<GatewayState> = new Set(["opening", "greeting", "identifying", "resuming"]);
const CLOSING: ReadonlySet<GatewayState> = new Set(["closing", "closingToReturn"]);
const CLOSE_INPUTS: Readonly<Record<GatewayCloseClass, GatewayInput>> = {
  resume: "lostResumable",
  identify: "lostSession",
  stop: "lostForGood",
};

/** An input, and what came with it. */
interface Arrival {
  readonly nowMs: number;
  /** the message that is the input */
  readonly frame?: GatewayFrame;
  /** of READY */
  readonly readyHead?: ReadyHead;
  readonly closeCode?: number;
}

/**
 * One main gateway session, sans-IO: inputs with the time in milliseconds, then drain {@link poll}, then wait
 * until {@link nextDeadline}. `transitions.ts` defines what each input does in each state.
 */
export class GatewaySession {
  readonly #random: () => number;
  readonly #outputs: GatewayOutput[] = [];
  readonly #heartbeat = new Heartbeat();
  #state: GatewayState = "idle";
  #sessionId: string | undefined;
  #resumeUrl: string | undefined;
  #seq: number | null = null;
  #attempts = 0;
  #failuresOfAddress = 0;
  #unansweredResumes = 0;
  #liveSinceMs: number | undefined;
  #timerMs: number | undefined;
  #status: GatewayStatus = "Disconnected";
  #tokenReplaced = false;
  /** where the socket leads, or the next one */
  #url = "";

  /** @param random gives numbers from 0 to below 1 */
  constructor(random: () => number) {
    this.#random = random;
  }

  get state(): GatewayState {
    return this.#state;
  }

  get status(): GatewayStatus {
    return this.#status;
  }

  connect(nowMs: number): void {
    this.#apply("connect", { nowMs });
  }

  disconnect(nowMs: number): void {
    this.#apply("disconnect", { nowMs });
  }

  /** The token was replaced by another one of the same user: used from the next login on. */
  replaceToken(): void {
    this.#tokenReplaced = true;
  }

  /** The token now belongs to another user: a new session replaces the current one. */
  reset(nowMs: number): void {
    this.#apply("reset", { nowMs });
  }

  /** @param url the gateway's address, without query */
  handleLocated(url: string, nowMs: number): void {
    this.#url = url;
    this.#apply("located", { nowMs });
  }

  handleLocateFailed(nowMs: number): void {
    this.#apply("locateFailed", { nowMs });
  }

  handleOpened(nowMs: number): void {
    this.#apply("opened", { nowMs });
  }

  /** @param code 1006 when the socket could not be opened or was lost without a close frame */
  handleClosed(code: number, nowMs: number): void {
    this.#apply(CLOSE_INPUTS[classifyGatewayClose(code)], { nowMs, closeCode: code });
  }

  handleFrame(frame: GatewayFrame, nowMs: number): void {
    const arrival = { nowMs, frame };
    switch (frame.op) {
      case GatewayOpcode.Dispatch:
        return this.#handleDispatch(frame, nowMs);
      case GatewayOpcode.Heartbeat:
        return this.#beat();
      case GatewayOpcode.HeartbeatAck:
        return this.#heartbeat.acknowledged();
      case GatewayOpcode.Hello:
        return this.#apply("hello", arrival);
      case GatewayOpcode.Reconnect:
        return this.#apply("reconnect", arrival);
      case GatewayOpcode.InvalidSession:
        return this.#apply(frame.d === true ? "invalidResumable" : "invalidSession", arrival);
      default:
        return this.#note(`ignored unknown opcode ${String(frame.op)}`);
    }
  }

  /** Something arrived that is not a gateway message: the stream cannot be trusted, the session can. */
  handleMalformed(nowMs: number): void {
    this.#note("undecodable message from the gateway");
    this.#apply("zombie", { nowMs });
  }

  /** The socket's shell failed in a way it cannot explain: the socket is replaced after a pause. */
  handleFailure(nowMs: number): void {
    this.#apply("timeout", { nowMs });
  }

  handleTimeout(nowMs: number): void {
    const beat = this.#heartbeat.decide(nowMs);
    if (beat === "beat") this.#beat();
    if (beat === "zombie") {
      this.#note("heartbeat not acknowledged");
      return this.#apply("zombie", { nowMs });
    }
    if (this.#timerMs === undefined || nowMs < this.#timerMs) return;
    this.#timerMs = undefined;
    this.#apply("timeout", { nowMs });
  }

  /** When {@link handleTimeout} wants to be called next. */
  nextDeadline(): number | undefined {
    const beat = this.#heartbeat.deadline;
    if (this.#timerMs === undefined || beat === undefined) return this.#timerMs ?? beat;
    return Math.min(this.#timerMs, beat);
  }

  poll(): GatewayOutput | undefined {
    return this.#outputs.shift();
  }

  #handleDispatch(frame: GatewayFrame, nowMs: number): void {
    const isCopy = frame.s !== null && this.#seq !== null && frame.s <= this.#seq;
    if (isCopy) return this.#note(`dropped a copy of event ${String(frame.s)}`);
    if (frame.t === GatewayEvent.Ready) return this.#handleReady(frame, nowMs);
    this.#apply(frame.t === GatewayEvent.Resumed ? "resumed" : "dispatch", { nowMs, frame });
  }

  #handleReady(frame: GatewayFrame, nowMs: number): void {
    const readyHead = parseReadyHead(frame.d);
    if (readyHead !== undefined) return this.#apply("ready", { nowMs, frame, readyHead });
    this.#note("READY without a user or a session id");
    this.#apply("malformedReady", { nowMs, frame });
  }

  #apply(input: GatewayInput, arrival: Arrival): void {
    // The first whose guard holds.
    const candidates = GATEWAY_TRANSITIONS[this.#state][input] ?? [];
    const transition = candidates.find(({ guard }) => this.#holds(guard, arrival));
    if (transition === undefined) return;
    const before = this.#state;
    this.#state = transition.next;
    if (this.#state !== before) this.#moved(arrival);
    for (const action of transition.actions) this.#actions[action](arrival);
  }

  #holds(guard: GatewayGuard | undefined, { closeCode }: Arrival): boolean {
    switch (guard) {
      case undefined:
        return true;
      case "mayResume":
        return this.#sessionId !== undefined && this.#unansweredResumes < UNANSWERED_RESUMES;
      case "refusedNewToken":
        return this.#tokenReplaced && closeCode === GatewayCloseCode.AuthenticationFailed;
    }
  }

  #moved({ nowMs }: Arrival): void {
    this.#timerMs = undefined;
    if (WATCHED.has(this.#state)) this.#timerMs = nowMs + PATIENCE_MS;
    if (CLOSING.has(this.#state)) this.#timerMs = nowMs + CLOSE_PATIENCE_MS;
    if (!this.#isSocketUp()) this.#heartbeat.stop();
  }

  #isSocketUp(): boolean {
    return ["greeting", "identifying", "resuming", "live", "pausing"].includes(this.#state);
  }

  readonly #actions: Readonly<Record<GatewayAction, (arrival: Arrival) => void>> = {
    locate: (arrival) => this.#locate(arrival),
    open: () => this.#outputs.push({ type: "open", url: this.#url }),
    startBeat: (arrival) => this.#startBeat(arrival),
    identify: () => this.#identify(),
    resume: () => this.#resume(),
    keepSession: (arrival) => this.#keepSession(arrival),
    forgetSession: () => this.#forgetSession(),
    deliver: (arrival) => this.#deliver(arrival),
    close: () => this.#outputs.push({ type: "close", code: WebSocketCloseCode.Normal }),
    abandon: () => this.#outputs.push({ type: "abandon", code: GatewayCloseCode.UnknownError }),
    pause: (arrival) => this.#pause(arrival),
    backOff: (arrival) => this.#backOff(arrival),
    retryNow: (arrival) => this.#locate(arrival),
    enterLive: (arrival) => this.#enterLive(arrival),
    reportConnecting: () => this.#report("HttpWait"),
    reportOpening: () => this.#reportOpening(),
    reportOpened: () => this.#report("Connected"),
    reportOpenFailed: () => this.#report("Reconnecting", "ConnectionFailed"),
    reportCanceled: () => this.#report("Disconnected", "ConnectionCanceled"),
    reportDisconnecting: () => this.#report("Disconnecting"),
    reportDisconnected: () => this.#report("Disconnected"),
    reportTerminal: ({ closeCode }) => this.#report("Disconnected", "UnexpectedClose", closeCode),
    reportReconnecting: () => this.#report("Reconnecting"),
  };

  /** A session that can be resumed goes to the address READY gave; any other asks for one. */
  #locate({ nowMs }: Arrival): void {
    if (this.#resumeUrl === undefined || this.#failuresOfAddress >= RESUME_ADDRESS_TRIES) {
      this.#outputs.push({ type: "locate" });
      return;
    }
    this.#url = this.#resumeUrl;
    this.#apply("located", { nowMs });
  }

  #startBeat({ nowMs, frame }: Arrival): void {
    const interval = asObject(frame?.d)?.["heartbeat_interval"];
    const usable =
      typeof interval === "number" && interval >= HEARTBEAT_MIN_MS && interval <= HEARTBEAT_MAX_MS;
    if (!usable) this.#note("Hello without a usable heartbeat interval");
    this.#heartbeat.start(usable ? interval : HEARTBEAT_DEFAULT_MS, this.#random(), nowMs);
  }

  #identify(): void {
    this.#tokenReplaced = false;
    this.#outputs.push({ type: "identify" });
  }

  #resume(): void {
    if (this.#sessionId === undefined) return;
    this.#unansweredResumes += 1;
    this.#outputs.push({ type: "resume", sessionId: this.#sessionId, seq: this.#seq ?? 0 });
  }

  #keepSession({ readyHead }: Arrival): void {
    const { sessionId, resumeUrl } = readyHead ?? {};
    this.#sessionId = sessionId;
    const isTrusted = resumeUrl !== undefined && isTrustedResumeUrl(resumeUrl, this.#url);
    if (!isTrusted) this.#note("READY without a usable resume_gateway_url: resuming at the generic address");
    this.#resumeUrl = isTrusted ? resumeUrl : undefined;
  }

  #forgetSession(): void {
    this.#sessionId = undefined;
    this.#resumeUrl = undefined;
    this.#seq = null;
    this.#unansweredResumes = 0;
    this.#liveSinceMs = undefined;
  }

  #enterLive({ nowMs }: Arrival): void {
    this.#liveSinceMs = nowMs;
    this.#failuresOfAddress = 0;
    this.#report("Ready");
  }

  #deliver({ frame }: Arrival): void {
    if (frame?.t == null) return;
    this.#unansweredResumes = 0;
    // Counted where it is handed on and nowhere else: what was not delivered will be replayed.
    if (frame.s !== null) this.#seq = frame.s;
    this.#outputs.push({ type: "dispatch", event: frame.t, data: frame.d });
  }

  #pause({ nowMs }: Arrival): void {
    this.#timerMs = nowMs + PAUSE_MIN_MS + PAUSE_SPREAD_MS * this.#random();
  }

  #backOff({ nowMs }: Arrival): void {
    const steady = this.#liveSinceMs !== undefined && nowMs - this.#liveSinceMs >= STEADY_MS;
    if (steady) this.#attempts = 0;
    this.#liveSinceMs = undefined;
    this.#failuresOfAddress += 1;
    this.#timerMs = nowMs + backoffDelay(this.#attempts, this.#random());
    this.#attempts += 1;
  }

  #beat(): void {
    if (this.#isSocketUp()) this.#outputs.push({ type: "heartbeat", seq: this.#seq });
  }

  /** A reconnect stays "Reconnecting" until its socket is open. */
  #reportOpening(): void {
    if (this.#status === "HttpWait") this.#report("Connecting");
  }

  #report(status: GatewayStatus, error: GatewayError = "None", errorDetail = 0): void {
    if (status === this.#status && error === "None") return;
    this.#status = status;
    this.#outputs.push({ type: "status", status, error, errorDetail });
  }

  #note(message: string): void {
    this.#outputs.push({ type: "note", message });
  }
}
