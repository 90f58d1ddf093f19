import { encodeClientBinaryFrame, encodeServerBinaryFrame, type AeadMode, type Snowflake } from "sdkpp/wire";
import type { Timer } from "../../clock/clock.js";
import type { Participation } from "../../domain/records/voice/participation.js";
import { ResumeBuffer } from "./resume-buffer.js";

/** Receives a session's messages while it has a socket. */
export interface VoiceSink {
  /** Voice gateway version the socket was opened with. */
  readonly version: number;
  send(data: string | Buffer): void;
  /** @param reason text; default: the text of the code */
  close(code: number, reason?: string): void;
  /** Without a close frame. @param reason for the log */
  reset(reason?: string): void;
  freeze(): void;
  /** Separates the session from this socket. */
  detach(): void;
}

/** Since this version messages are numbered and sessions can resume. */
export const NUMBERED_SINCE = 8;

/** One voice connection; it and its media path survive the loss of its socket until the resume window ends. */
export class VoiceSession {
  readonly buffer: ResumeBuffer;
  sink: VoiceSink | undefined;
  expiry: Timer | undefined;
  mode: AeadMode | undefined;
  key: Uint8Array | undefined;
  /** Flags of the newest op 5; undefined before the first. */
  speaking: number | undefined;

  constructor(
    readonly participation: Participation,
    readonly ssrc: number,
    /** Newest version of end-to-end encryption that both sides support; 0: none */
    readonly maxDaveVersion: number,
    lastSeq: number,
  ) {
    this.buffer = new ResumeBuffer(lastSeq);
  }

  get token(): string {
    return this.participation.token;
  }

  get userId(): Snowflake {
    return this.participation.userId;
  }

  get serverId(): Snowflake {
    return this.participation.serverId;
  }

  get room(): string {
    return `${this.participation.serverId}:${this.participation.channelId}`;
  }

  /** Whether the session has received op 4: from then on it and the other members are announced to each other. */
  get isDescribed(): boolean {
    return this.mode !== undefined;
  }

  /** Sends an unnumbered message: ops 2, 4, 6, 8, 9 and others. */
  sendPlain(op: number, d: unknown): void {
    this.sink?.send(JSON.stringify({ op, d }));
  }

  /** Sends a message that a resume replays. Old versions have neither numbers nor resume. */
  sendNumbered(op: number, d: unknown): void {
    if ((this.sink?.version ?? NUMBERED_SINCE) < NUMBERED_SINCE) return this.sendPlain(op, d);
    const seq = this.buffer.next();
    const text = JSON.stringify({ op, d, seq });
    this.buffer.keep(seq, op, text);
    this.sink?.send(text);
  }

  /** The binary form of {@link sendNumbered}: the number precedes the opcode; old versions omit it. */
  sendBinary(op: number, payload: Uint8Array): void {
    if ((this.sink?.version ?? NUMBERED_SINCE) < NUMBERED_SINCE)
      return this.sink?.send(Buffer.from(encodeClientBinaryFrame({ op, payload })));
    const seq = this.buffer.next();
    const data = Buffer.from(encodeServerBinaryFrame({ seq, op, payload }));
    this.buffer.keep(seq, op, data);
    this.sink?.send(data);
  }
}
