// A desktop app that speaks RPC with frames written by hand: it shares no code with the platform or the SDK.
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rawFrame } from "./raw-game.js";
import { waitFor } from "./wait-for.js";

/** A request as it was received. */
export interface SeenCommand {
  readonly cmd: string;
  readonly evt?: string;
  readonly args?: Record<string, unknown>;
  readonly nonce: string;
}

/** The app's answer to a message: bytes, or nothing. */
export type Reaction = (seen: SeenCommand) => Buffer | undefined;

export const ready = (user: object | null = { id: "5", username: "ada", global_name: "Ada", avatar: null }) =>
  rawFrame(
    1,
    JSON.stringify({ cmd: "DISPATCH", evt: "READY", nonce: null, data: { v: 1, config: {}, user } }),
  );
export const answer = ({ cmd, nonce }: SeenCommand, data: unknown = null) =>
  rawFrame(1, JSON.stringify({ cmd, data, evt: null, nonce }));
export const refusal = ({ cmd, nonce }: SeenCommand, code: number, message: string) =>
  rawFrame(1, JSON.stringify({ cmd, data: { code, message }, evt: "ERROR", nonce }));
export const event = (evt: string, data: unknown) =>
  rawFrame(1, JSON.stringify({ cmd: "DISPATCH", evt, data, nonce: null }));
export const closing = (code: number, message: string) => rawFrame(2, JSON.stringify({ code, message }));

/** A folder for sockets that is removed at the end. */
export class SocketFolder implements Disposable {
  readonly path = mkdtempSync(join(tmpdir(), "rpc-"));

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

export class RawDesktop implements AsyncDisposable {
  /** Commands of all games, oldest first. */
  readonly seen: SeenCommand[] = [];
  /** `client_id` of every handshake. */
  readonly games: string[] = [];
  /** Payloads of PONG. */
  readonly pongs: string[] = [];
  /** Sockets of games that are connected. */
  readonly sockets = new Set<Socket>();
  /** The answer to a handshake. */
  greeting: () => Buffer | undefined = ready;
  react: Reaction = answer;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    server.on("connection", (socket) => this.#welcome(socket));
  }

  /** @param n number of the socket */
  static start(folder: string, n = 0): Promise<RawDesktop> {
    const server = createServer();
    const desktop = new RawDesktop(server);
    return new Promise((resolve, reject) => {
      server.once("error", reject);
      server.listen(join(folder, `discord-ipc-${String(n)}`), () => resolve(desktop));
    });
  }

  /** Names of commands, with the event of subscriptions. */
  get commands(): string[] {
    return this.seen.map(({ cmd, evt }) => (evt === undefined ? cmd : `${cmd} ${evt}`));
  }

  /** Sends bytes to every game. */
  send(bytes: Buffer): void {
    for (const socket of this.sockets) socket.write(bytes);
  }

  async until(what: string, holds: () => boolean): Promise<void> {
    await waitFor(`${what}; seen: ${this.commands.join(", ")}`, holds);
  }

  /** Quits: games lose their connection. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #welcome(socket: Socket): void {
    this.sockets.add(socket);
    let pending = Buffer.alloc(0);
    socket.on("error", () => undefined);
    socket.on("close", () => this.sockets.delete(socket));
    socket.on("data", (chunk: Buffer) => {
      pending = Buffer.concat([pending, chunk]);
      while (pending.length >= 8 && pending.length >= 8 + pending.readUInt32LE(4)) {
        const end = 8 + pending.readUInt32LE(4);
        const reply = this.#hear(pending.readUInt32LE(0), pending.toString("utf8", 8, end));
        if (reply !== undefined) socket.write(reply);
        pending = pending.subarray(end);
      }
    });
  }

  #hear(opcode: number, text: string): Buffer | undefined {
    if (opcode === 4) this.pongs.push(text);
    if (opcode === 0) {
      this.games.push((JSON.parse(text) as { client_id: string }).client_id);
      return this.greeting();
    }
    if (opcode !== 1) return undefined;
    const command = JSON.parse(text) as SeenCommand;
    this.seen.push(command);
    return this.react(command);
  }
}
