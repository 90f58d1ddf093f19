// A game that speaks RPC with frames written by hand: it shares no code with the platform or the SDK.
import { connect, type Socket } from "node:net";

/** A frame as it was received. */
export interface RawFrame {
  readonly opcode: number;
  readonly payload: Buffer;
}

/** Payload of a FRAME from the desktop app. */
export interface RawAnswer {
  readonly cmd: string;
  readonly evt: string | null;
  readonly nonce: string | null;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read fields of any shape
  readonly data: any;
}

/** A frame with its header: opcode and length, both little-endian. */
export function rawFrame(opcode: number, payload: string | Buffer): Buffer {
  const body = Buffer.from(payload);
  const frame = Buffer.alloc(8 + body.length);
  frame.writeUInt32LE(opcode, 0);
  frame.writeUInt32LE(body.length, 4);
  body.copy(frame, 8);
  return frame;
}

/** How long the desktop app may take to send something; far longer than it takes on a busy machine. */
const PATIENCE_MS = 10_000;

export class RawGame implements Disposable {
  readonly frames: RawFrame[] = [];
  /** Whether the socket has ended. */
  isClosed = false;
  #pending = Buffer.alloc(0);
  #nonce = 0;
  readonly #waiting = new Set<() => void>();

  private constructor(readonly socket: Socket) {
    socket.on("data", (chunk: Buffer) => this.#receive(chunk));
    socket.on("error", () => undefined);
    socket.on("close", () => {
      this.isClosed = true;
      this.#wake();
    });
  }

  /** Connects without a handshake. */
  static open(path: string): Promise<RawGame> {
    return new Promise((resolve, reject) => {
      const socket = connect(path);
      socket.once("error", reject);
      socket.once("connect", () => resolve(new RawGame(socket)));
    });
  }

  /** Connects and shakes hands. */
  static async start(path: string, clientId: string): Promise<RawGame> {
    const game = await RawGame.open(path);
    game.send(0, { v: 1, client_id: clientId });
    await game.event("READY");
    return game;
  }

  /** @param payload JSON; a text or bytes are sent as they are */
  send(opcode: number, payload: object | string | Buffer): void {
    const isBytes = typeof payload === "string" || Buffer.isBuffer(payload);
    this.socket.write(rawFrame(opcode, isBytes ? payload : JSON.stringify(payload)));
  }

  /** Sends a command. @returns its answer, also when it is an ERROR */
  async request(cmd: string, args?: object | null, evt?: string): Promise<RawAnswer> {
    const nonce = `n${String((this.#nonce += 1))}`;
    this.send(1, {
      cmd,
      nonce,
      ...(args === undefined ? {} : { args }),
      ...(evt === undefined ? {} : { evt }),
    });
    return this.until(() => this.answers.find((one) => one.nonce === nonce));
  }

  /** The data of an answer. @throws when it is an ERROR */
  async ask(cmd: string, args?: object, evt?: string): Promise<RawAnswer["data"]> {
    const answer = await this.request(cmd, args, evt);
    if (answer.evt === "ERROR") throw new Error(`${cmd}: ${JSON.stringify(answer.data)}`);
    return answer.data;
  }

  /** Code of the ERROR that answers a command. */
  async errorOf(cmd: string, args?: object | null, evt?: string): Promise<number> {
    const { evt: kind, data } = await this.request(cmd, args, evt);
    if (kind !== "ERROR") throw new Error(`${cmd} succeeded: ${JSON.stringify(data)}`);
    return data.code;
  }

  /** Payloads of all FRAMEs. */
  get answers(): RawAnswer[] {
    return this.frames
      .filter(({ opcode }) => opcode === 1)
      .map(({ payload }) => JSON.parse(payload.toString()) as RawAnswer);
  }

  /** Data of the events with this name, oldest first. */
  events(evt: string): RawAnswer["data"][] {
    return this.answers.filter((one) => one.cmd === "DISPATCH" && one.evt === evt).map(({ data }) => data);
  }

  /** Data of the nth event with this name. */
  event(evt: string, n = 1): Promise<RawAnswer["data"]> {
    return this.until(() => {
      const events = this.events(evt);
      return events.length >= n ? { data: events[n - 1] } : undefined;
    }).then(({ data }) => data);
  }

  /** Code of the CLOSE frame, after which the socket has ended. */
  async closeCode(): Promise<number> {
    await this.until(() => this.isClosed || undefined);
    const close = this.frames.find(({ opcode }) => opcode === 2);
    return close === undefined ? 0 : (JSON.parse(close.payload.toString()) as { code: number }).code;
  }

  /** The first value that is not undefined; looked for at each frame. */
  until<T>(find: () => T | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(look);
        const seen = this.frames.map(
          ({ opcode, payload }) => `${String(opcode)} ${payload.toString().slice(0, 200)}`,
        );
        reject(
          new Error(
            `the desktop app did not send it (closed: ${String(this.isClosed)}): ${seen.join(" | ")}`,
          ),
        );
      }, PATIENCE_MS);
      const look = () => {
        const found = find();
        if (found === undefined) return;
        clearTimeout(timer);
        this.#waiting.delete(look);
        resolve(found);
      };
      this.#waiting.add(look);
      look();
    });
  }

  [Symbol.dispose](): void {
    this.socket.destroy();
  }

  #receive(chunk: Buffer): void {
    this.#pending = Buffer.concat([this.#pending, chunk]);
    while (this.#pending.length >= 8 && this.#pending.length >= 8 + this.#pending.readUInt32LE(4)) {
      const end = 8 + this.#pending.readUInt32LE(4);
      this.frames.push({ opcode: this.#pending.readUInt32LE(0), payload: this.#pending.subarray(8, end) });
      this.#pending = this.#pending.subarray(end);
    }
    this.#wake();
  }

  #wake(): void {
    for (const look of [...this.#waiting]) look();
  }
}
