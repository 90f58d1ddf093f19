import { createSocket, type Socket } from "node:dgram";
import type { Platform } from "@sdkpp/platform";
import type { AeadMode } from "sdkpp/wire";
import { makeAead, type Aead } from "../../../platform/voice/sfu/aead.js";
import { joinLobby, player, sdkSession } from "./support-platform.js";
import { FrameSocket } from "./support-socket.js";

export interface VoiceGrant {
  readonly serverId: string;
  readonly userId: string;
  readonly sessionId: string;
  readonly token: string;
  readonly channelId?: string;
}

export interface VoiceReady {
  readonly ssrc: number;
  readonly ip: string;
  readonly port: number;
  readonly modes: AeadMode[];
}

const DEADLINE_MS = 5000;

export function voiceSocket(platform: Platform, version: number | string = 8): FrameSocket {
  return new FrameSocket(`wss://${platform.endpoints.voice}/?v=${version}`, { ca: platform.endpoints.ca });
}

/** @param maxDaveVersion newest version of end-to-end encryption to announce */
export function identify(socket: FrameSocket, grant: VoiceGrant, maxDaveVersion = 0): void {
  socket.send(0, {
    server_id: grant.serverId,
    user_id: grant.userId,
    session_id: grant.sessionId,
    token: grant.token,
    max_dave_protocol_version: maxDaveVersion,
    ...(grant.channelId === undefined ? {} : { channel_id: grant.channelId }),
  });
}

/** A client that sends and receives media on its own UDP socket. */
export class VoiceClient {
  readonly received: { sequence: number; payload: string }[] = [];
  #udp: Socket;
  readonly #aead: Aead;
  #counter = 1;
  #sequence = 100;
  #wake: () => void = () => undefined;

  private constructor(
    readonly socket: FrameSocket,
    readonly ready: VoiceReady,
    public discovered: { address: string; port: number },
    /** From the session description: 0 without end-to-end encryption. */
    readonly daveVersion: number,
    udp: Socket,
    aead: Aead,
  ) {
    this.#udp = udp;
    this.#aead = aead;
    udp.on("message", (data) => this.#datagram(data));
  }

  /** From Hello to Session Description. @param maxDaveVersion that it claims; it has no keys */
  static async connect(
    platform: Platform,
    grant: VoiceGrant,
    mode: AeadMode,
    version = 8,
    maxDaveVersion = 0,
  ): Promise<VoiceClient> {
    const socket = voiceSocket(platform, version);
    await socket.op(8);
    identify(socket, grant, maxDaveVersion);
    const ready = (await socket.op(2)).d as VoiceReady;
    const udp = createSocket("udp4");
    await new Promise<void>((resolve) => udp.bind(0, "127.0.0.1", resolve));
    const discovered = await discover(udp, ready);
    socket.send(1, { protocol: "udp", data: { ...discovered, mode } });
    const description = (await socket.op(4)).d as {
      mode: AeadMode;
      secret_key: number[];
      dave_protocol_version: number;
    };
    // The forwarder answers in order, so now it has the key, even on a busy machine.
    await platform.control.voice.stats();
    return new VoiceClient(
      socket,
      ready,
      discovered,
      description.dave_protocol_version,
      udp,
      makeAead(description.mode, Buffer.from(description.secret_key)),
    );
  }

  /** Repeats IP discovery from another socket and sends op 1 again. @returns the response's `d` */
  async move(platform: Platform, mode: AeadMode): Promise<unknown> {
    const old = this.#udp;
    this.#udp = createSocket("udp4");
    await new Promise<void>((resolve) => this.#udp.bind(0, "127.0.0.1", resolve));
    this.discovered = await discover(this.#udp, this.ready);
    this.#udp.on("message", (data) => this.#datagram(data));
    old.close();
    this.socket.send(1, { protocol: "udp", data: { ...this.discovered, mode } });
    const description = (await this.socket.op(4)).d;
    // As in connect: the forwarder has the new address before any client sends media.
    await platform.control.voice.stats();
    return description;
  }

  /** Sends one RTP packet. @param payload hex */
  speak(payload: string): void {
    const out = Buffer.alloc(2048);
    out.writeUInt16BE(0x8078, 0);
    out.writeUInt16BE(this.#sequence & 0xffff, 2);
    out.writeUInt32BE((this.#sequence * 960) >>> 0, 4);
    out.writeUInt32BE(this.ready.ssrc, 8);
    const length = this.#aead.seal(out, 12, Buffer.from(payload, "hex"), this.#counter);
    this.#sequence += 1;
    this.#counter += 1;
    this.#udp.send(out.subarray(0, length), this.ready.port, this.ready.ip);
  }

  /** Waits until this many packets have arrived. */
  async heard(count: number): Promise<{ sequence: number; payload: string }[]> {
    const deadline = Date.now() + DEADLINE_MS;
    while (this.received.length < count) {
      const left = deadline - Date.now();
      if (left <= 0) throw new Error(`received ${this.received.length} of ${count} packets`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    return this.received;
  }

  close(): void {
    this.#udp.close();
    this.socket.close();
  }

  #datagram(data: Buffer): void {
    if (data.length < 32 || data.readUInt8(1) !== 0x78) return;
    const payload = this.#aead.open(data, 12)?.toString("hex");
    if (payload !== undefined) this.received.push({ sequence: data.readUInt16BE(2), payload });
    this.#wake();
  }
}

/** IP discovery, repeated until it is answered. */
async function discover(udp: Socket, ready: VoiceReady): Promise<{ address: string; port: number }> {
  const request = Buffer.alloc(74);
  request.writeUInt16BE(1, 0);
  request.writeUInt16BE(70, 2);
  request.writeUInt32BE(ready.ssrc, 4);
  return new Promise((resolve, reject) => {
    const ask = (): void => udp.send(request, ready.port, ready.ip);
    const again = setInterval(ask, 100);
    const timer = setTimeout(() => reject(new Error("no discovery answer")), DEADLINE_MS);
    udp.once("message", (data) => {
      clearTimeout(timer);
      clearInterval(again);
      const address = data.subarray(8, 72).toString("ascii").replaceAll("\0", "");
      resolve({ address, port: data.readUInt16BE(72) });
    });
    ask();
  });
}

export interface Caller {
  readonly grant: VoiceGrant;
  readonly gateway: FrameSocket;
  readonly lobbyId: string;
}

/** A player in the lobby that is admitted to its call. */
export async function call(platform: Platform, index: 0 | 1): Promise<Caller> {
  const who = player(platform, index);
  const lobbyId = await joinLobby(platform, who, "s");
  const { socket, sessionId } = await sdkSession(platform, who);
  return { grant: await askToJoin(socket, lobbyId, who.userId, sessionId), gateway: socket, lobbyId };
}

/** Sends op 17. @returns the answer */
export async function askToJoin(
  gateway: FrameSocket,
  lobbyId: string,
  userId: string,
  sessionId: string,
): Promise<VoiceGrant> {
  gateway.send(17, [{ lobby_id: lobbyId, self_mute: false, self_deaf: false }]);
  const { token } = await gateway.event<{ token: string }>("LOBBY_VOICE_SERVER_UPDATE");
  return { serverId: lobbyId, userId, sessionId, token };
}
