// A server of NATS with JetStream, as Debian packages it, in a folder of its own.
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, connect, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { becomes } from "../../support/within.js";

export class NatsServer {
  readonly address: string;
  readonly #port: number;
  readonly #folder = mkdtempSync(path.join(tmpdir(), "sdkpp-nats-"));
  #child: ChildProcess | undefined;

  private constructor(port: number) {
    this.#port = port;
    this.address = `nats://127.0.0.1:${String(port)}`;
  }

  static async start(): Promise<NatsServer> {
    const server = new NatsServer(await freePort());
    await server.start();
    return server;
  }

  async start(): Promise<void> {
    const args = ["-js", "-sd", this.#folder, "-a", "127.0.0.1", "-p", String(this.#port)];
    this.#child = spawn(process.env["NATS_SERVER"] ?? "nats-server", args, { stdio: "ignore" });
    const isUp = await becomes(() => answers(this.#port));
    if (!isUp) throw new Error("nats-server does not answer; install it, or name it with NATS_SERVER");
  }

  /** As a signal ends it. Its port stays its own. */
  async kill(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null) return;
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill(signal);
    await gone;
  }

  pause(): void {
    this.#child?.kill("SIGSTOP");
  }

  resume(): void {
    this.#child?.kill("SIGCONT");
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("data", () => resolve(true));
    socket.once("error", () => resolve(false));
    socket.once("close", () => resolve(false));
  }).finally(() => undefined) as Promise<boolean>;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
