import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";

export const PROGRAM = path.resolve(import.meta.dirname, "../../../packages/fleet/dist/bundle/cli.js");

/** `sdkpp-fleet lavalink` in a process of its own. */
export class NodeProcess {
  readonly port: number;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.port = port;
  }

  /** @returns when it listens */
  static async start(words: readonly string[], environment: Record<string, string>): Promise<NodeProcess> {
    const child = spawn(process.execPath, [PROGRAM, "lavalink", "--port", "0", "--json", ...words], {
      env: { ...process.env, ...environment },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const lines = createInterface({ input: child.stdout });
    const [line] = (await Promise.race([once(lines, "line"), once(lines, "close")])) as [string?];
    if (line === undefined) throw new Error("the node ended before it listened");
    return new NodeProcess(child, (JSON.parse(line) as { port: number }).port);
  }

  /** Ends it. @returns its exit code, or null with SIGKILL */
  async end(signal: "SIGTERM" | "SIGKILL" = "SIGKILL"): Promise<number | null> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return this.#child.exitCode;
    const gone = once(this.#child, "exit") as Promise<[number | null]>;
    this.#child.kill(signal);
    const [code] = await gone;
    return code;
  }
}
