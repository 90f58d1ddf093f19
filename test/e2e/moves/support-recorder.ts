// Every datagram that the processes of one call send: opened, and remembered by its keys and numbers.
import { createSocket, type RemoteInfo, type Socket } from "node:dgram";
import { once } from "node:events";
import { loadAddon, type NativeAddon } from "../../../lib/native/index.js";
import { makeAead, counterOf, type Aead } from "../../../platform/voice/sfu/aead.js";
import { classify } from "../../../platform/voice/sfu/classify.js";
import { isMarked } from "../../../platform/voice/sfu/protocol-frame.js";
import { RTCP_CLEAR_LENGTH } from "../../../platform/voice/sfu/rtcp.js";
import { rtpClearLength } from "../../../platform/voice/sfu/rtp.js";
import type { AeadMode } from "sdkpp/wire";
import { nonceOf, openFrame } from "../../support/frame-codec.js";

const LOOPBACK = "127.0.0.1";
/** Opus silence, which is no secret. */
const SILENCE_BYTES = 3;
/** A frame may be older than the newest key. */
const KEYS_TRIED = 8;

async function bound(): Promise<Socket> {
  const socket = createSocket("udp4");
  socket.bind(0, LOOPBACK);
  await once(socket, "listening");
  return socket;
}

/** What was sent. */
export interface Recorded {
  readonly packets: number;
  readonly frames: number;
  /** keys of frames that were used */
  readonly frameKeys: number;
  /** what no key opened */
  readonly unopened: number;
  /** keys and numbers that were used twice */
  readonly repeated: readonly string[];
  /** sound that was not encrypted end to end */
  readonly clear: number;
}

/** Stands between the processes of a call and the forwarder: each has an address of its own there. */
export class Recorder {
  readonly port: number;
  readonly #near: Socket;
  #target = 0;
  readonly #far = new Map<string, Promise<Socket>>();
  readonly #keys = new Map<string, Aead>();
  readonly #bases: Uint8Array[] = [];
  readonly #used = new Set<string>();
  readonly #repeated: string[] = [];
  readonly #usedBases = new Set<Uint8Array>();
  readonly #late: Buffer[] = [];
  #packets = 0;
  #frames = 0;
  #unopened = 0;
  #clear = 0;

  private constructor(near: Socket) {
    this.#near = near;
    this.port = near.address().port;
    near.on("message", (datagram, from) => {
      if (!this.#record(datagram)) this.#late.push(datagram);
      void this.#pass(datagram, from);
    });
  }

  static async open(): Promise<Recorder> {
    return new Recorder(await bound());
  }

  /** Op 2 of the call: where its datagrams go. */
  forwardTo(port: number): void {
    this.#target = port;
  }

  /** Op 4 of the call. */
  transportKey(mode: AeadMode, key: Uint8Array): void {
    const name = Buffer.from(key).toString("hex");
    if (!this.#keys.has(name)) this.#keys.set(name, makeAead(mode, key));
  }

  /** For a member of the channel: what it learns of the frame keys of `userId`, the recorder learns. */
  listenWith(userId: bigint): () => NativeAddon {
    return () => {
      const addon = loadAddon();
      return new Proxy(addon, {
        get: (target, name) => {
          const member = Reflect.get(target, name) as (...args: unknown[]) => object;
          if (name !== "createVoiceSession") return member.bind(target);
          return (...args: unknown[]) => this.#tapped(member.apply(target, args), userId);
        },
      });
    };
  }

  get recorded(): Recorded {
    const unopened = this.#late.filter((datagram) => !this.#record(datagram)).length;
    this.#late.length = 0;
    this.#unopened += unopened;
    return {
      packets: this.#packets,
      frames: this.#frames,
      frameKeys: this.#usedBases.size,
      unopened: this.#unopened,
      repeated: this.#repeated,
      clear: this.#clear,
    };
  }

  async close(): Promise<void> {
    this.#near.close();
    for (const far of this.#far.values()) (await far).close();
  }

  #tapped(session: object, userId: bigint): object {
    const learn = (user: bigint, base: Uint8Array): void => {
      if (user === userId) this.#bases.push(base.slice());
    };
    return new Proxy(session, {
      get: (target, name) => {
        const member = Reflect.get(target, name) as (...args: unknown[]) => unknown;
        return (...args: unknown[]) => {
          if (name === "daveInstallReceive") learn(args[0] as bigint, args[2] as Uint8Array);
          return member.apply(target, args);
        };
      },
    });
  }

  async #pass(datagram: Buffer, from: RemoteInfo): Promise<void> {
    const name = `${from.address}:${String(from.port)}`;
    let far = this.#far.get(name);
    if (far === undefined) {
      far = bound().then((socket) =>
        socket.on("message", (answer) => this.#near.send(answer, from.port, from.address)),
      );
      this.#far.set(name, far);
    }
    (await far).send(datagram, this.#target, LOOPBACK);
  }

  /** @returns false while a key is missing: the listener may learn it behind the first frames */
  #record(datagram: Buffer): boolean {
    const kind = classify(datagram);
    if (kind !== "rtp" && kind !== "rtcp") return true;
    const clearLength = kind === "rtp" ? rtpClearLength(datagram) : RTCP_CLEAR_LENGTH;
    const opened = clearLength === undefined ? undefined : this.#opened(datagram, clearLength);
    if (opened === undefined) return false;
    const { key, text } = opened;
    const isSound = kind === "rtp" && text.length > SILENCE_BYTES;
    if (isSound && isMarked(text) && !this.#open(text)) return false;
    if (isSound && !isMarked(text)) this.#clear += 1;
    this.#packets += 1;
    this.#use(`transport ${key} ${String(counterOf(datagram))}`);
    return true;
  }

  #opened(datagram: Buffer, clearLength: number): { key: string; text: Buffer } | undefined {
    for (const [key, aead] of this.#keys) {
      const text = aead.open(datagram, clearLength);
      if (text !== undefined) return { key, text: Buffer.from(text) };
    }
    return undefined;
  }

  #open(frame: Buffer): boolean {
    const base = this.#bases.findLast(
      (each, at) => at >= this.#bases.length - KEYS_TRIED && openFrame(each, frame) !== undefined,
    );
    if (base === undefined) return false;
    this.#frames += 1;
    this.#usedBases.add(base);
    this.#use(`frame ${Buffer.from(base).toString("hex")} ${String(nonceOf(frame))}`);
    return true;
  }

  #use(keyAndNumber: string): void {
    if (this.#used.has(keyAndNumber)) this.#repeated.push(keyAndNumber);
    this.#used.add(keyAndNumber);
  }
}
