import { GatewaySession, type GatewayOutput } from "../../../lib/protocol/index.js";

export const GENERIC_URL = "ws://gateway.example.test";
export const RESUME_URL = "ws://gateway-west.example.test";

type Status = Extract<GatewayOutput, { type: "status" }>;

/**
 * The machine with a model of the platform around it, in virtual time: sessions with a replay buffer,
 * numbered events, and a socket that can be cut after any message.
 */
export class GatewayPeer {
  readonly session: GatewaySession;
  readonly delivered: string[] = [];
  readonly statuses: Status[] = [];
  readonly outputs: GatewayOutput[] = [];
  nowMs = 0;
  /** messages of the platform until the socket is cut; Infinity: never */
  cutAfter = Infinity;
  isSocketOpen = false;
  logins = { identify: 0, resume: 0 };
  acknowledges = true;
  /** cuts the socket instead of answering a resume */
  cutsResumes = false;
  /** changes what READY says */
  ready: (d: object) => unknown = (d) => d;
  hello: unknown = { heartbeat_interval: 41_250 };
  /** addresses opened, in order */
  readonly opened: string[] = [];
  #buffer: { s: number; t: string; d: unknown }[] = [];
  #seq = 0;
  #sessions = 0;
  #isLoggedIn = false;

  constructor(random: () => number = () => 0.5) {
    this.session = new GatewaySession(random);
  }

  connect(): void {
    this.session.connect(this.nowMs);
    this.#drain();
  }

  /** Something happened on the platform. */
  event(name: string): void {
    this.#seq += 1;
    const event = { s: this.#seq, t: name, d: { name } };
    this.#buffer.push(event);
    if (this.#isLoggedIn) this.dispatch(event);
  }

  dispatch(event: { s: number; t: string; d: unknown }): void {
    this.send({ op: 0, ...event });
  }

  send(frame: { op: number; d: unknown; s?: number; t?: string }): void {
    if (!this.isSocketOpen) return;
    this.session.handleFrame(
      { op: frame.op, d: frame.d, s: frame.s ?? null, t: frame.t ?? null },
      this.nowMs,
    );
    this.#drain();
    this.cutAfter -= 1;
    if (this.cutAfter === 0) this.close(1006);
  }

  close(code: number): void {
    if (!this.isSocketOpen) return;
    this.isSocketOpen = false;
    this.#isLoggedIn = false;
    this.session.handleClosed(code, this.nowMs);
    this.#drain();
  }

  malformed(): void {
    this.session.handleMalformed(this.nowMs);
    this.#drain();
  }

  /** Runs every deadline on the way. */
  advance(ms: number): void {
    const end = this.nowMs + ms;
    for (
      let at = this.session.nextDeadline();
      at !== undefined && at <= end;
      at = this.session.nextDeadline()
    ) {
      this.nowMs = Math.max(at, this.nowMs);
      this.session.handleTimeout(this.nowMs);
      this.#drain();
    }
    this.nowMs = end;
  }

  /** The session is forgotten by the platform. */
  expireSession(): void {
    this.#sessions += 1;
  }

  last(): Status | undefined {
    return this.statuses.at(-1);
  }

  #drain(): void {
    for (let output = this.session.poll(); output !== undefined; output = this.session.poll()) {
      this.outputs.push(output);
      this.#perform(output);
    }
  }

  #perform(output: GatewayOutput): void {
    switch (output.type) {
      case "locate":
        return this.session.handleLocated(GENERIC_URL, this.nowMs);
      case "open":
        this.opened.push(output.url);
        return this.#open();
      case "close":
        return this.#closedByClient();
      case "abandon":
        this.isSocketOpen = false;
        this.#isLoggedIn = false;
        return;
      case "identify":
        return this.#identify();
      case "resume":
        return this.#resume(output.sessionId, output.seq);
      case "heartbeat":
        if (this.acknowledges) this.send({ op: 11, d: null });
        return;
      case "dispatch":
        this.delivered.push(output.event);
        return;
      case "status":
        this.statuses.push(output);
        return;
      case "note":
        return;
    }
  }

  #open(): void {
    this.isSocketOpen = true;
    this.session.handleOpened(this.nowMs);
    this.send({ op: 10, d: this.hello });
  }

  #closedByClient(): void {
    this.isSocketOpen = false;
    this.#isLoggedIn = false;
    this.session.handleClosed(1005, this.nowMs);
  }

  #identify(): void {
    this.logins.identify += 1;
    this.#sessions += 1;
    this.#buffer = [];
    this.#seq = 0;
    const d = this.ready({
      session_id: `session-${String(this.#sessions)}`,
      resume_gateway_url: RESUME_URL,
      user: { id: "5", username: "ada" },
    });
    this.#isLoggedIn = true;
    this.#seq = 1;
    this.#buffer.push({ s: 1, t: "READY", d });
    this.dispatch({ s: 1, t: "READY", d });
  }

  #resume(sessionId: string, seq: number): void {
    this.logins.resume += 1;
    if (this.cutsResumes) return this.close(1006);
    if (sessionId !== `session-${String(this.#sessions)}`) return this.send({ op: 9, d: false });
    this.#isLoggedIn = true;
    for (const event of this.#buffer.filter(({ s }) => s > seq)) this.dispatch(event);
    this.#seq += 1;
    const resumed = { s: this.#seq, t: "RESUMED", d: {} };
    this.#buffer.push(resumed);
    this.dispatch(resumed);
  }
}
