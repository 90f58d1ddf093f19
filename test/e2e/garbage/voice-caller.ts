import { AeadMode } from "sdkpp/wire";
import type { PlatformProcess } from "../../support/platform-process.js";
import { GarbageSocket } from "./garbage-socket.js";
import { tokenOf } from "./support-doors.js";

interface Frame {
  readonly op: number;
  readonly t?: string | null;
  readonly d: Record<string, never>;
}

/** A player in a lobby who can join its call repeatedly. */
export class Caller {
  private constructor(
    readonly platform: PlatformProcess,
    readonly gateway: GarbageSocket,
    readonly lobbyId: string,
    readonly userId: string,
    readonly sessionId: string,
  ) {}

  static async enter(platform: PlatformProcess, index: 0 | 1): Promise<Caller> {
    const token = await tokenOf(platform, index);
    const answer = await fetch(`${platform.endpoints.apiBase}/v10/lobbies`, {
      method: "PUT",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ secret: "garbage" }),
    });
    const { id } = (await answer.json()) as { id: string };
    const gateway = await GarbageSocket.open(`${platform.endpoints.gateway}?v=9`);
    gateway.send(JSON.stringify({ op: 2, d: { token: `Bearer ${token}`, properties: {} } }));
    const ready = await nextFrame(gateway, (frame) => frame.t === "READY");
    return new Caller(platform, gateway, id, platform.seeded.userIds[index], String(ready?.d["session_id"]));
  }

  /** A voice socket before Identify. */
  bare(version: number): Promise<GarbageSocket> {
    const { voice, ca } = this.platform.endpoints;
    return GarbageSocket.open(`wss://${voice}/?v=${String(version)}`, { ca });
  }

  /** A voice socket in the call, with a description. */
  async voice(version: number): Promise<GarbageSocket> {
    const token = await this.#grant();
    const socket = await this.bare(version);
    const d = {
      server_id: this.lobbyId,
      user_id: this.userId,
      session_id: this.sessionId,
      channel_id: this.lobbyId,
      token,
      max_dave_protocol_version: 1,
    };
    socket.send(JSON.stringify({ op: 0, d }));
    const data = { address: "127.0.0.1", port: 9, mode: AeadMode.Aes256Gcm };
    socket.send(JSON.stringify({ op: 1, d: { protocol: "udp", data } }));
    await nextFrame(socket, ({ op }) => op === 4);
    return socket;
  }

  /** Leaves the call and joins it again. */
  async #grant(): Promise<string> {
    this.gateway.received.length = 0;
    this.gateway.send(JSON.stringify({ op: 17, d: [] }));
    this.gateway.send(
      JSON.stringify({ op: 17, d: [{ lobby_id: this.lobbyId, self_mute: false, self_deaf: false }] }),
    );
    const update = await nextFrame(this.gateway, (frame) => frame.t === "LOBBY_VOICE_SERVER_UPDATE");
    return String(update?.d["token"]);
  }
}

async function nextFrame(socket: GarbageSocket, fits: (frame: Frame) => boolean): Promise<Frame | undefined> {
  const text = await socket.message((one) => fits(JSON.parse(one) as Frame));
  return text === undefined ? undefined : (JSON.parse(text) as Frame);
}
