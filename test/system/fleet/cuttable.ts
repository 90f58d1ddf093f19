// The way of a worker to NATS, which the test cuts while the worker still reaches its calls.
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";

export class CuttableWay {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isCut = false;

  private constructor(port: number) {
    this.#server = createServer((near) => {
      if (this.#isCut) return void near.destroy();
      const far = connect(port, "127.0.0.1");
      for (const socket of [near, far]) {
        this.#sockets.add(socket);
        socket.on("error", () => undefined);
        socket.on("close", () => {
          this.#sockets.delete(socket);
          near.destroy();
          far.destroy();
        });
      }
      near.pipe(far);
      far.pipe(near);
    });
  }

  /** @param nats the address of the server */
  static async open(nats: string): Promise<CuttableWay> {
    const way = new CuttableWay(Number(new URL(nats).port));
    await new Promise<void>((resolve) => way.#server.listen(0, "127.0.0.1", resolve));
    return way;
  }

  get address(): string {
    return `nats://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}`;
  }

  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  mend(): void {
    this.#isCut = false;
  }

  close(): void {
    this.cut();
    this.#server.close();
  }
}
