import { fork, type ChildProcess } from "node:child_process";
import type { Platform } from "@sdkpp/platform";
import { Client, type Call } from "sdkpp";

const FILE = new URL("player-process.mjs", import.meta.url);

type Answer = { did: string } & Record<string, unknown>;
export interface ChildStatus {
  status: number;
  client: number;
  stats: ReturnType<Call["getStats"]>;
}

/** A player in a separate process, so that only its JavaScript thread can be blocked. */
export class ChildPlayer {
  readonly #child: ChildProcess;
  #waiting: { did: string; resolve: (answer: Answer) => void; reject: (error: Error) => void }[] = [];

  constructor() {
    this.#child = fork(FILE, { execArgv: [], serialization: "advanced" });
    this.#child.on("message", (answer: Answer) => {
      if (answer.did === "failed")
        return this.#fail(new Error(`${String(answer["what"])}: ${String(answer["error"])}`));
      const waiting = this.#waiting.find(({ did }) => did === answer.did);
      this.#waiting = this.#waiting.filter((one) => one !== waiting);
      waiting?.resolve(answer);
    });
    this.#child.on("exit", (code) =>
      this.#fail(new Error(`the player's process ended with ${String(code)}`)),
    );
  }

  async enter(platform: Platform, index: 0 | 1, secret = "room"): Promise<string> {
    const { apiBase, webBase, ca } = platform.endpoints;
    const { applicationId, userIds } = platform.seeded;
    const scopes = Client.getDefaultCommunicationScopes();
    const token = platform.control.tokens.issue(applicationId, userIds[index], scopes).access_token;
    const answer = await this.#ask("enter", { apiBase, webBase, ca, token, secret });
    return String(answer["lobbyId"]);
  }

  async call(lobbyId: string, wav?: Buffer): Promise<void> {
    await this.#ask("call", { lobbyId, wav: wav?.toString("base64") });
  }

  async status(): Promise<ChildStatus> {
    return (await this.#ask("status")) as unknown as ChildStatus;
  }

  /** @returns when the thread is about to block, a promise that resolves when it continues */
  async stall(ms: number): Promise<{ over: Promise<unknown> }> {
    const over = this.#expect("stalled");
    this.#child.send({ do: "stall", ms });
    await this.#expect("stalling");
    return { over };
  }

  /** Ends the process gracefully. @returns its exit code */
  async leave(): Promise<number | null> {
    const ended = new Promise<number | null>((resolve) => this.#child.once("exit", resolve));
    this.#child.send({ do: "leave" });
    return ended;
  }

  kill(): void {
    this.#child.kill("SIGKILL");
  }

  #ask(what: string, more: object = {}): Promise<Answer> {
    const answer = this.#expect(what);
    this.#child.send({ do: what, ...more });
    return answer;
  }

  #expect(did: string): Promise<Answer> {
    return new Promise((resolve, reject) => this.#waiting.push({ did, resolve, reject }));
  }

  #fail(error: Error): void {
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }
}
