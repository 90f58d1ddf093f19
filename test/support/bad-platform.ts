import { decodeServerBinaryFrame, encodeServerBinaryFrame, VoiceOpcode, type AeadMode } from "sdkpp/wire";
import { openSocket, type OpenSocket, type Socket, type SocketListener } from "../../lib/net/index.js";
import { makeAead, SEAL_OVERHEAD, type Aead } from "../../platform/voice/sfu/aead.js";
import { classify } from "../../platform/voice/sfu/classify.js";
import { isMarked, isSilence } from "../../platform/voice/sfu/protocol-frame.js";
import { RTCP_CLEAR_LENGTH } from "../../platform/voice/sfu/rtcp.js";
import {
  RTP_HEADER_LENGTH,
  rtpClearLength,
  rtpSequence,
  rtpTimestamp,
} from "../../platform/voice/sfu/rtp.js";
import type { DaveMessage } from "./davey-member.js";
import { MediaRelay } from "./media-relay.js";

interface ServerFrame {
  readonly op: number;
  readonly d: unknown;
  readonly seq?: number;
}

interface Described {
  mode: AeadMode;
  secret_key: number[];
  dave_protocol_version?: number;
}

interface Announced {
  ip: string;
  port: number;
}

const FRAME_MS = 20;
const FRAME_SAMPLES = 960;
/** Version 2, without extension, padding or CSRCs. */
const PLAIN_HEADER = 0x80;
const EXTENSION_BIT = 0x10;

function clearLengthOf(datagram: Buffer): number | undefined {
  const kind = classify(datagram);
  if (kind === "rtp") return rtpClearLength(datagram);
  return kind === "rtcp" ? RTCP_CLEAR_LENGTH : undefined;
}

/** Maps a message to the messages that are forwarded instead. */
export type Tamper = (message: DaveMessage) => DaveMessage[];

/**
 * A platform with a malicious operator: a real platform whose voice messages to one client can be changed, dropped and
 * forged, and whose forwarder can replace frames of others.
 */
export class BadPlatform {
  tamper: Tamper = (message) => [message];
  /** Forged frames that were sent in the other user's name. */
  forged = 0;
  /** Opcodes that the client has sent on its voice gateway. */
  readonly said: number[] = [];
  /** Its newest key package. */
  keyPackage: Uint8Array | undefined;
  /** Called with each frame that the client sends without sealing it, Opus silence included. */
  onClear: (frame: Buffer) => void = () => undefined;
  #relay: MediaRelay | undefined;
  #listener: SocketListener | undefined;
  #aead: Aead | undefined;
  #sequence = 0;
  #mouth: NodeJS.Timeout | undefined;
  /** Header of the other's newest packet. */
  #newest: Buffer | undefined;
  #counter = 0;

  /** For a client's option `openSocket`. */
  readonly openSocket: OpenSocket = (url, options, listener) =>
    url.startsWith("wss:")
      ? this.#tap(openSocket(url, options, this.#between(listener)))
      : openSocket(url, options, listener);

  /** Sends a text message to the client. */
  tell(op: number, d: unknown): void {
    this.#say({ op, d });
  }

  /** Sends a binary message to the client. */
  tellBinary(op: number, payload: Uint8Array): void {
    this.#say({ op, payload });
  }

  /**
   * Replaces the other user's sound for the client by these 20 ms Opus packets, in the clear and in turn.
   * @param packets undefined: stops replacing
   */
  speakAsOther(packets: readonly Buffer[] | undefined): void {
    clearInterval(this.#mouth);
    this.#mouth = packets === undefined ? undefined : this.#pace(() => this.#forge(packets));
  }

  /** Sends the client's datagrams from another port from now on. */
  async renumber(): Promise<void> {
    await this.#relay?.renumber();
  }

  close(): void {
    this.speakAsOther(undefined);
    this.#relay?.close();
  }

  #tap(socket: Socket): Socket {
    return {
      sendText: (text) => {
        this.said.push((JSON.parse(text) as { op: number }).op);
        socket.sendText(text);
      },
      sendBinary: (bytes) => {
        this.said.push(bytes[0] ?? -1);
        if (bytes[0] === VoiceOpcode.MlsKeyPackage) this.keyPackage = bytes.slice(1);
        socket.sendBinary(bytes);
      },
      close: (code) => socket.close(code),
      drop: () => socket.drop(),
    };
  }

  #between(listener: SocketListener): SocketListener {
    this.#listener = listener;
    return {
      opened: () => listener.opened(),
      closed: (code, reason) => listener.closed(code, reason),
      text: (bytes) => {
        const { op, d, seq } = JSON.parse(Buffer.from(bytes).toString("utf8")) as ServerFrame;
        this.#sequence = seq ?? this.#sequence;
        void this.#pass({ op, d }, seq);
      },
      binary: (bytes) => {
        const { seq, op, payload } = decodeServerBinaryFrame(bytes);
        this.#sequence = seq;
        void this.#pass({ op, payload: Uint8Array.from(payload) }, seq);
      },
    };
  }

  /** Keeps messages in order: op 2 waits for the relay. */
  #passing = Promise.resolve();
  async #pass(message: DaveMessage, seq: number | undefined): Promise<void> {
    this.#passing = this.#passing.then(async () => {
      if ("d" in message && message.op === VoiceOpcode.Ready) await this.#intercept(message.d as Announced);
      if ("d" in message && message.op === VoiceOpcode.SessionDescription)
        this.#learn(message.d as Described);
      for (const each of this.tamper(message)) this.#say(each, seq);
    });
    await this.#passing;
  }

  #say(message: DaveMessage, seq?: number): void {
    if ("payload" in message) {
      const { op, payload } = message;
      this.#listener?.binary(encodeServerBinaryFrame({ seq: seq ?? this.#sequence, op, payload }));
      return;
    }
    const { op, d } = message;
    this.#listener?.text(Buffer.from(JSON.stringify({ op, d, ...(seq === undefined ? {} : { seq }) })));
  }

  /** Op 2. */
  async #intercept(announced: Announced): Promise<void> {
    this.#relay?.close();
    this.#relay = await MediaRelay.open(announced.port);
    this.#relay.up = (datagram) => this.#up(datagram);
    this.#relay.down = (datagram) => this.#down(datagram);
    announced.port = this.#relay.port;
  }

  /** Op 4. */
  #learn({ mode, secret_key }: Described): void {
    this.#aead = makeAead(mode, Uint8Array.from(secret_key));
  }

  #up(datagram: Buffer): Buffer {
    const payload = this.#payloadOf(datagram);
    if (payload !== undefined && payload.length > 0 && !isMarked(payload)) this.onClear(payload);
    return datagram;
  }

  #down(datagram: Buffer): Buffer | undefined {
    const payload = this.#payloadOf(datagram);
    if (payload === undefined) return this.#sealAnew(datagram);
    if (this.#mouth !== undefined) return undefined;
    if (!isSilence(payload)) this.#newest = Buffer.from(datagram.subarray(0, RTP_HEADER_LENGTH));
    return this.#sealAnew(datagram);
  }

  /** Uses our own counter, which forged packets share. */
  #sealAnew(datagram: Buffer): Buffer {
    const clearLength = clearLengthOf(datagram);
    const opened = clearLength === undefined ? undefined : this.#aead?.open(datagram, clearLength);
    if (clearLength === undefined || opened === undefined) return datagram;
    return this.#seal(datagram.subarray(0, clearLength), Buffer.from(opened));
  }

  #seal(header: Buffer, body: Buffer): Buffer {
    const out = Buffer.alloc(header.length + body.length + SEAL_OVERHEAD);
    header.copy(out);
    const length = this.#aead?.seal(out, header.length, body, (this.#counter += 1)) ?? 0;
    return out.subarray(0, length);
  }

  /** Runs every 20 ms on average, even on a busy machine. */
  #pace(work: () => void): NodeJS.Timeout {
    const start = performance.now();
    let done = 0;
    return setInterval(() => {
      for (; done * FRAME_MS < performance.now() - start; done += 1) work();
    }, FRAME_MS);
  }

  /** The next 20 ms of forged sound. */
  #forge(packets: readonly Buffer[]): void {
    const payload = packets[this.forged % packets.length];
    const header = this.#newest;
    if (this.#aead === undefined || header === undefined || payload === undefined) return;
    header.writeUInt8(PLAIN_HEADER, 0);
    header.writeUInt16BE((rtpSequence(header) + 1) & 0xffff, 2);
    header.writeUInt32BE((rtpTimestamp(header) + FRAME_SAMPLES) >>> 0, 4);
    this.#relay?.send(this.#seal(header, payload));
    this.forged += 1;
  }

  /** The end-to-end part of an RTP packet: the operator of the platform has the transport keys. */
  #payloadOf(datagram: Buffer): Buffer | undefined {
    const clearLength = classify(datagram) === "rtp" ? rtpClearLength(datagram) : undefined;
    const opened = clearLength === undefined ? undefined : this.#aead?.open(datagram, clearLength);
    if (clearLength === undefined || opened === undefined) return undefined;
    const hasExtension = (datagram.readUInt8(0) & EXTENSION_BIT) !== 0;
    return Buffer.from(opened.subarray(hasExtension ? 4 * datagram.readUInt16BE(clearLength - 2) : 0));
  }
}
