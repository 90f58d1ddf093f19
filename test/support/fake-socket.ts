import type { OpenSocket, Socket, SocketListener } from "../../lib/net/index.js";

/** One socket, seen from the test's side. */
export class FakeSocket implements Socket {
  readonly sent: string[] = [];
  readonly url: string;
  readonly listener: SocketListener;
  closedWith: number | undefined;
  isDropped = false;

  constructor(url: string, listener: SocketListener) {
    this.url = url;
    this.listener = listener;
  }

  sendText(text: string): void {
    this.sent.push(text);
  }

  sendBinary(): void {
    throw new Error("nothing binary is sent in this slice");
  }

  close(code: number): void {
    this.closedWith = code;
  }

  drop(): void {
    this.isDropped = true;
  }

  receive(frame: unknown): void {
    this.listener.text(Buffer.from(JSON.stringify(frame)));
  }

  frames(): { op: number; d: unknown }[] {
    return this.sent.map((text) => JSON.parse(text) as { op: number; d: unknown });
  }

  last(): { op: number; d: unknown } | undefined {
    return this.frames().at(-1);
  }
}

/** Collects the sockets that were opened. */
export class FakeNetwork {
  readonly sockets: FakeSocket[] = [];

  readonly open: OpenSocket = (url, _options, listener) => {
    const socket = new FakeSocket(url, listener);
    this.sockets.push(socket);
    return socket;
  };

  get newest(): FakeSocket {
    const socket = this.sockets.at(-1);
    if (socket === undefined) throw new Error("no socket was opened");
    return socket;
  }
}
