import type { Platform } from "@sdkpp/platform";
import { AeadMode, VoiceOpcode } from "sdkpp/wire";
import WebSocket from "ws";
import { DaveyMember, type DaveClient, type DaveMessage } from "./davey-member.js";
import type { VoiceGrant } from "./raw-bot.js";
import { waitFor } from "./wait-for.js";

interface Text {
  readonly op: number;
  readonly d: unknown;
  readonly seq?: number;
}

const NUMBERED_SINCE = 8;

/**
 * An independent client of the voice gateway with E2EE and without media: a raw WebSocket for {@link DaveyMember} or for a
 * test's own member.
 */
export class DaveyVoice<Member extends DaveClient = DaveyMember> {
  readonly member: Member;
  /** Changes its answers in flight. */
  outgoing: (message: DaveMessage) => DaveMessage = (message) => message;
  /** Received opcodes in order, over all sockets. */
  readonly ops: number[] = [];
  readonly exceptions: string[] = [];
  lastSeq = -1;
  closeCode: number | undefined;
  readonly #platform: Platform;
  readonly #grant: VoiceGrant;
  readonly #version: number;
  #socket: WebSocket | undefined;

  constructor(platform: Platform, grant: VoiceGrant, member: Member, version = 8) {
    this.member = member;
    this.#platform = platform;
    this.#grant = grant;
    this.#version = version;
  }

  static davey(platform: Platform, grant: VoiceGrant, version = 8): DaveyVoice {
    return new DaveyVoice(platform, grant, new DaveyMember(grant.userId, grant.channelId), version);
  }

  /** Resolves when op 4 arrives. */
  async connect(): Promise<this> {
    const { serverId, userId, sessionId, token } = this.#grant;
    this.#open(() =>
      this.sendText(VoiceOpcode.Identify, {
        server_id: serverId,
        user_id: userId,
        session_id: sessionId,
        token,
        max_dave_protocol_version: 1,
      }),
    );
    await waitFor("op 4", () => this.ops.includes(VoiceOpcode.SessionDescription));
    return this;
  }

  /** Drops the socket without a close frame. */
  cut(): void {
    this.#socket?.terminate();
  }

  /** Hears nothing more on its socket, which stays open. */
  deafen(): void {
    this.#socket?.removeAllListeners("message");
  }

  /** Resolves when op 9 arrives. */
  async resume(): Promise<void> {
    const { serverId, sessionId, token } = this.#grant;
    const numbered = this.#version >= NUMBERED_SINCE ? { seq_ack: this.lastSeq } : {};
    const before = this.ops.length;
    this.#open(() =>
      this.sendText(VoiceOpcode.Resume, { server_id: serverId, session_id: sessionId, token, ...numbered }),
    );
    await waitFor("op 9", () => this.ops.includes(VoiceOpcode.Resumed, before));
  }

  close(): void {
    this.#socket?.close(1000);
  }

  sendText(op: number, d: unknown): void {
    this.#socket?.send(JSON.stringify({ op, d }));
  }

  sendBinary(op: number, payload: Uint8Array): void {
    this.#socket?.send(Buffer.concat([Buffer.of(op), payload]));
  }

  #open(greet: () => void): void {
    const { voice, ca } = this.#platform.endpoints;
    const socket = new WebSocket(`wss://${voice}/?v=${String(this.#version)}`, { ca });
    this.#socket = socket;
    this.closeCode = undefined;
    socket.on("error", () => undefined);
    socket.on("open", greet);
    socket.on("close", (code) => (this.closeCode = code));
    socket.on("message", (data: Buffer, isBinary) => {
      if (isBinary) this.#binary(data);
      else this.#text(JSON.parse(data.toString("utf8")) as Text);
    });
  }

  #text({ op, d, seq }: Text): void {
    this.lastSeq = seq ?? this.lastSeq;
    if (op === VoiceOpcode.Ready) this.#select();
    this.#take({ op, d });
  }

  #binary(data: Buffer): void {
    const isNumbered = this.#version >= NUMBERED_SINCE;
    if (isNumbered) this.lastSeq = data.readUInt16BE(0);
    const body = isNumbered ? data.subarray(2) : data;
    this.#take({ op: body.readUInt8(0), payload: body.subarray(1) });
  }

  /** Selects an address at which media is dropped. */
  #select(): void {
    const data = { address: "127.0.0.1", port: 9, mode: AeadMode.Aes256Gcm };
    this.sendText(VoiceOpcode.SelectProtocol, { protocol: "udp", data });
  }

  #take(message: DaveMessage): void {
    this.ops.push(message.op);
    try {
      for (const answer of this.member.receive(message)) this.#answer(answer);
    } catch (error) {
      this.exceptions.push(`op ${String(message.op)}: ${String(error)}`);
    }
  }

  #answer(answer: DaveMessage): void {
    const message = this.outgoing(answer);
    if ("payload" in message) this.sendBinary(message.op, message.payload);
    else this.sendText(message.op, message.d);
  }
}
