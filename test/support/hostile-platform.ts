import { createSocket, type Socket } from "node:dgram";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocketServer, type WebSocket } from "ws";
import { GatewayOpcode, VoiceOpcode } from "sdkpp/wire";

const USER = { id: "5", username: "ada", discriminator: "0" };
const LOBBY = {
  id: "9",
  application_id: "1",
  metadata: {},
  flags: 0,
  voice_states: [],
  members: [{ user_id: "5", user: USER, metadata: {}, flags: 0, connected: true }],
};
const SSRC = 4711;
const GCM = "aead_aes256_gcm_rtpsize";

/** A test's overrides for a connection; the defaults answer like the real platform. */
interface Answers {
  http: (request: IncomingMessage, response: ServerResponse) => boolean;
  ready: (d: Record<string, unknown>) => unknown;
  hello: (d: Record<string, unknown>) => unknown;
}

/** Both gateways, HTTP and a UDP socket of a platform that sends what a test specifies. Contains no rules of the real one. */
export class HostilePlatform {
  readonly answers: Answers = { http: () => false, ready: (d) => d, hello: (d) => d };
  readonly #server: Server;
  readonly #sockets = new WebSocketServer({ noServer: true });
  readonly #udp: Socket;
  #main: WebSocket | undefined;
  #voice: WebSocket | undefined;
  #seq = 0;
  #voiceSeq = 0;
  /** address from which the client sends media */
  #client: { port: number; address: string } | undefined;
  /** requests served */
  requests = 0;
  /** times the client logged in to a gateway: identified or resumed */
  logins = { main: 0, voice: 0 };

  private constructor(server: Server, udp: Socket) {
    this.#server = server;
    this.#udp = udp;
    server.on("request", (request, response) => this.#answer(request, response));
    server.on("upgrade", (request: IncomingMessage, stream, head) =>
      this.#sockets.handleUpgrade(request, stream, head, (socket) =>
        request.url?.startsWith("/gateway") ? this.#openMain(socket) : this.#openVoice(socket),
      ),
    );
    udp.on("message", (data, from) => this.#datagram(data, from));
  }

  static async start(): Promise<HostilePlatform> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const udp = createSocket("udp4");
    await new Promise<void>((resolve) => udp.bind(0, "127.0.0.1", resolve));
    return new HostilePlatform(server, udp);
  }

  get addresses(): { apiBase: string; webBase: string } {
    return { apiBase: `http://${this.#host}/api`, webBase: `http://${this.#host}` };
  }

  /** Sends an event of the main gateway. @returns false when no client is connected */
  dispatch(t: unknown, d: unknown): boolean {
    this.#seq += 1;
    return this.sendMain(JSON.stringify({ op: 0, s: this.#seq, t, d }));
  }

  /** Sends a raw frame of the main gateway. */
  sendMain(data: string | Buffer): boolean {
    return send(this.#main, data);
  }

  /** Sends a numbered message of the voice gateway. */
  say(op: unknown, d: unknown): boolean {
    this.#voiceSeq = (this.#voiceSeq % 0xffff) + 1;
    return this.sendVoice(JSON.stringify({ op, d, seq: this.#voiceSeq }));
  }

  /** Sends a numbered binary message of the voice gateway. */
  sayBinary(op: number, payload: Buffer): boolean {
    this.#voiceSeq = (this.#voiceSeq % 0xffff) + 1;
    return this.sendVoice(
      Buffer.concat([Buffer.of(this.#voiceSeq >> 8, this.#voiceSeq & 0xff, op), payload]),
    );
  }

  sendVoice(data: string | Buffer): boolean {
    return send(this.#voice, data);
  }

  closeMain(code: number): void {
    this.#main?.close(code);
  }

  closeVoice(code: number): void {
    this.#voice?.close(code);
  }

  /** Sends to the client's media socket, once the client has sent a datagram. */
  async datagram(data: Buffer): Promise<void> {
    const client = this.#client;
    if (client === undefined) return;
    await new Promise<void>((resolve) => this.#udp.send(data, client.port, client.address, () => resolve()));
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets.clients) socket.terminate();
    this.#udp.close();
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  get #host(): string {
    return `127.0.0.1:${String((this.#server.address() as AddressInfo).port)}`;
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    this.requests += 1;
    request.resume();
    const isGateway = request.url?.endsWith("/gateway") === true;
    if (!isGateway && this.answers.http(request, response)) return;
    const body = isGateway ? { url: `ws://${this.#host}/gateway` } : LOBBY;
    response.setHeader("Content-Type", "application/json").end(JSON.stringify(body));
  }

  #openMain(socket: WebSocket): void {
    this.#main = socket;
    socket.on("error", () => undefined);
    socket.on("message", (data: Buffer) => this.#heardMain(socket, data));
    // The longest: clients' time may run a hundred times faster, and this process may be busy.
    const hello = this.answers.hello({ heartbeat_interval: 3_600_000 });
    send(socket, JSON.stringify({ op: GatewayOpcode.Hello, d: hello }));
  }

  #heardMain(socket: WebSocket, data: Buffer): void {
    const { op, d } = JSON.parse(data.toString("utf8")) as { op: number; d: unknown };
    if (op === GatewayOpcode.Heartbeat) send(socket, JSON.stringify({ op: GatewayOpcode.HeartbeatAck }));
    if (op === GatewayOpcode.Identify) {
      this.logins.main += 1;
      this.#seq = 0;
      this.dispatch("READY", this.answers.ready(this.#ready()));
    }
    if (op === GatewayOpcode.Resume) {
      this.logins.main += 1;
      this.dispatch("RESUMED", {});
    }
    if (op === GatewayOpcode.LobbyVoiceStates && Array.isArray(d) && d.length > 0) this.#admit();
  }

  #ready(): Record<string, unknown> {
    return {
      v: 9,
      user: USER,
      session_id: "session",
      resume_gateway_url: `ws://${this.#host}/gateway`,
      application: { id: "1", flags: 0 },
      lobbies: [LOBBY],
      relationships: [{ id: "6", type: 1, user: { ...USER, id: "6", username: "ben" } }],
      presences: [],
    };
  }

  /** Both events that start a voice session. */
  #admit(): void {
    const state = { lobby_id: "9", channel_id: "9", user_id: "5", session_id: "session" };
    this.dispatch("LOBBY_VOICE_STATE_UPDATE", { ...state, mute: false, deaf: false });
    this.dispatch("LOBBY_VOICE_SERVER_UPDATE", { lobby_id: "9", token: "t", endpoint: this.#host });
  }

  #openVoice(socket: WebSocket): void {
    this.#voice = socket;
    socket.on("error", () => undefined);
    socket.on("message", (data: Buffer, isBinary) => isBinary || this.#heardVoice(socket, data));
    send(socket, JSON.stringify({ op: VoiceOpcode.Hello, d: { v: 8, heartbeat_interval: 13_750 } }));
  }

  #heardVoice(socket: WebSocket, data: Buffer): void {
    const { op, d } = JSON.parse(data.toString("utf8")) as { op: number; d: { t?: number } };
    if (op === VoiceOpcode.Heartbeat)
      send(socket, JSON.stringify({ op: VoiceOpcode.HeartbeatAck, d: { t: d.t } }));
    if (op === VoiceOpcode.Identify) {
      this.logins.voice += 1;
      const { port } = this.#udp.address();
      this.say(VoiceOpcode.Ready, { ssrc: SSRC, ip: "127.0.0.1", port, modes: [GCM] });
    }
    if (op === VoiceOpcode.Resume) {
      this.logins.voice += 1;
      send(socket, JSON.stringify({ op: VoiceOpcode.Resumed, d: null }));
    }
    if (op === VoiceOpcode.SelectProtocol) {
      const secret_key = Array.from({ length: 32 }, (_value, at) => at);
      this.say(VoiceOpcode.SessionDescription, { mode: GCM, secret_key, dave_protocol_version: 1 });
    }
  }

  #datagram(data: Buffer, from: { port: number; address: string }): void {
    this.#client = from;
    const isDiscovery = data.length === 74 && data.readUInt16BE(0) === 1;
    if (!isDiscovery) return;
    data.writeUInt16BE(2, 0);
    data.write(from.address, 8, "latin1");
    data.writeUInt16BE(from.port, 72);
    this.#udp.send(data, from.port, from.address);
  }
}

function send(socket: WebSocket | undefined, data: string | Buffer): boolean {
  if (socket?.readyState !== socket?.OPEN || socket === undefined) return false;
  socket.send(data);
  return true;
}
