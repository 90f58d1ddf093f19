import { encodeClientBinaryFrame, encodeServerBinaryFrame, type AeadMode, type Snowflake } from "sdkpp/wire";
import type { Timer } from "../../clock/clock.js";
import type { Participation } from "../../domain/records/voice/participation.js";
import { ResumeBuffer } from "./resume-buffer.js";

/** Where a session's messages go while a socket is there. */
export interface VoiceSink {
  /** Voice gateway version the socket was opened with. */
  readonly version: number;
  send(data: string | Buffer): void;
  /** @param reason in words; what the code says unless given */
  close(code: number, reason?: string): void;
  reset(): void;
  freeze(): void;
  /** The session left this socket. */
  detach(): void;
}

/** From here on messages are numbered and can be resumed. */
export const NUMBERED_SINCE = 8;

/** One voice connection: outlives its sockets for a while, and its media path with it. */
export class VoiceSession {
  readonly buffer: ResumeBuffer;
  sink: VoiceSink | undefined;
  expiry: Timer | undefined;
  mode: AeadMode | undefined;
  key: Uint8Array | undefined;
  /** Bits of the newest op 5; undefined before the first. */
  speaking: number | undefined;

  constructor(
    readonly participation: Participation,
    readonly ssrc: number,
    /** Newest version of end-to-end encryption that both sides would use, 0: none */
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

  /** Has op 4: others know of it, and it knows of others. */
  get isDescribed(): boolean {
    return this.mode !== undefined;
  }

  /** Ops 2, 4, 6, 8, 9 and the unnumbered rest. */
  sendPlain(op: number, d: unknown): void {
    this.sink?.send(JSON.stringify({ op, d }));
  }

  /** A message a resume brings back. Old versions have no numbers and no resume. */
  sendNumbered(op: number, d: unknown): void {
    if ((this.sink?.version ?? NUMBERED_SINCE) < NUMBERED_SINCE) return this.sendPlain(op, d);
    const seq = this.buffer.next();
    const text = JSON.stringify({ op, d, seq });
    this.buffer.keep(seq, op, text);
    this.sink?.send(text);
  }

  /** The binary form of {@link sendNumbered}: the number stands before the opcode, or is not there at all. */
  sendBinary(op: number, payload: Uint8Array): void {
    if ((this.sink?.version ?? NUMBERED_SINCE) < NUMBERED_SINCE)
      return this.sink?.send(Buffer.from(encodeClientBinaryFrame({ op, payload })));
    const seq = this.buffer.next();
    const data = Buffer.from(encodeServerBinaryFrame({ seq, op, payload }));
    this.buffer.keep(seq, op, data);
    this.sink?.send(data);
  }
}
