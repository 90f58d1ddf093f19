import { fork, type ChildProcess } from "node:child_process";

type Report = { did: string; error?: string } & Record<string, unknown>;

const PROGRAM = new URL("client-process.mjs", import.meta.url).pathname;

/** A client in a separate process, whose end a test can observe. */
export class ClientProcess {
  readonly #child: ChildProcess;
  readonly #reports: Report[] = [];
  #end: string | undefined;
  #wake: () => void = () => undefined;

  private constructor(child: ChildProcess) {
    this.#child = child;
    let errors = "";
    child.stderr?.on("data", (chunk) => (errors += String(chunk)));
    child.on("message", (report: Report) => {
      this.#reports.push(report);
      this.#wake();
    });
    child.on("exit", (code, signal) => {
      this.#end = `${signal ?? `code ${String(code)}`}: ${errors}`;
      this.#wake();
    });
  }

  /** @param speed how many times faster its time runs */
  static async start(addresses: { apiBase: string; webBase: string }, speed = 100): Promise<ClientProcess> {
    const child = fork(PROGRAM, [JSON.stringify({ ...addresses, speed })], { execArgv: [], silent: true });
    const one = new ClientProcess(child);
    await one.report("started");
    return one;
  }

  /** How the process ended; undefined while it runs. */
  get end(): string | undefined {
    return this.#end;
  }

  /** @throws {Error} when the process has ended or the operation fails */
  async do(deed: string): Promise<Report> {
    this.#child.send({ do: deed });
    return this.report(deed);
  }

  /** The next report of this name. */
  async report(did: string): Promise<Report> {
    for (;;) {
      const at = this.#reports.findIndex((one) => one.did === did);
      const [found] = at < 0 ? [] : this.#reports.splice(at, 1);
      if (found?.error !== undefined) throw new Error(`${did}: ${found.error}`);
      if (found !== undefined) return found;
      if (this.#end !== undefined) throw new Error(`the client's process ended with ${this.#end}`);
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  kill(): void {
    this.#child.kill("SIGKILL");
  }
}
