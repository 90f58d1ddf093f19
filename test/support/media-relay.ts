import { createSocket, type RemoteInfo, type Socket } from "node:dgram";
import { once } from "node:events";

/** Maps a datagram to the one that is forwarded; undefined drops it. */
export type Pass = (datagram: Buffer) => Buffer | undefined;

const LOOPBACK = "127.0.0.1";

async function bound(): Promise<Socket> {
  const socket = createSocket("udp4");
  socket.bind(0, LOOPBACK);
  await once(socket, "listening");
  return socket;
}

/** Relays every datagram between one client and the forwarder. */
export class MediaRelay {
  /** from the client to the forwarder */
  up: Pass = (datagram) => datagram;
  /** from the forwarder to the client */
  down: Pass = (datagram) => datagram;
  readonly #near: Socket;
  #far: Socket;
  #client: RemoteInfo | undefined;

  private constructor(near: Socket, far: Socket, targetPort: number) {
    this.#near = near;
    this.#far = this.#listen(far);
    near.on("message", (datagram, from) => {
      this.#client = from;
      const passed = this.up(datagram);
      if (passed !== undefined) this.#far.send(passed, targetPort, LOOPBACK);
    });
  }

  static async open(targetPort: number): Promise<MediaRelay> {
    return new MediaRelay(await bound(), await bound(), targetPort);
  }

  /** Changes the client's port as the forwarder sees it, as when a router drops a mapping. */
  async renumber(): Promise<void> {
    const old = this.#far;
    this.#far = this.#listen(await bound());
    old.close();
  }

  /** Sends a datagram to the client in the forwarder's name. */
  send(datagram: Buffer): void {
    if (this.#client !== undefined) this.#near.send(datagram, this.#client.port, this.#client.address);
  }

  /** The port that the client must use for the forwarder. */
  get port(): number {
    return this.#near.address().port;
  }

  close(): void {
    this.#near.close();
    this.#far.close();
  }

  #listen(far: Socket): Socket {
    return far.on("message", (datagram) => {
      const passed = this.down(datagram);
      if (passed !== undefined) this.send(passed);
    });
  }
}
