import { createSocket, type RemoteInfo, type Socket } from "node:dgram";
import { once } from "node:events";

/** What passes goes on as it is returned; undefined: not at all. */
export type Pass = (datagram: Buffer) => Buffer | undefined;

const LOOPBACK = "127.0.0.1";

async function bound(): Promise<Socket> {
  const socket = createSocket("udp4");
  socket.bind(0, LOOPBACK);
  await once(socket, "listening");
  return socket;
}

/** Stands between one client and the forwarder and sees every datagram. */
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

  /** The forwarder sees the client at another port from now on, as when a router forgets a mapping. */
  async renumber(): Promise<void> {
    const old = this.#far;
    this.#far = this.#listen(await bound());
    old.close();
  }

  /** Says something to the client in the forwarder's name. */
  send(datagram: Buffer): void {
    if (this.#client !== undefined) this.#near.send(datagram, this.#client.port, this.#client.address);
  }

  /** What the client has to be told as the forwarder's port. */
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
