import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { createInterface } from "node:readline";
import type { Platform } from "@sdkpp/platform";
import { waitFor } from "../support/wait-for.js";
import { spawnPeer } from "./spawn-peer.js";

/** An event reported by another library, with the parts of it that the peer picked. */
export interface PeerEvent {
  readonly name: string;
  readonly of: Readonly<Record<string, unknown>>;
}

/** How a command of a peer failed: the platform's numbers as the library gives them. */
export class PeerRejection extends Error {
  constructor(
    readonly code: number | string | undefined,
    readonly status: number | undefined,
    message: string,
  ) {
    super(message);
  }
}

type Line =
  | { type: "ready"; userId: string }
  | { type: "event"; name: string; of: Record<string, unknown> }
  | { type: "answer"; id: number; value?: unknown }
  | { type: "rejection"; id: number; code?: number; status?: number; message: string }
  | { type: "error" | "debug"; message: string };

interface Asked {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** A bot of another library that reads and writes, in a process of its own; it does one command after the other. */
export class TextPeer {
  readonly events: PeerEvent[] = [];
  readonly errors: string[] = [];
  userId = "";
  readonly #child: ChildProcess;
  readonly #folder: string;
  readonly #asked = new Map<number, Asked>();
  #next = 1;
  #exitCode: number | null | undefined;

  private constructor(child: ChildProcess, folder: string) {
    this.#child = child;
    this.#folder = folder;
    child.on("exit", (code) => {
      this.#exitCode = code;
      for (const { reject } of this.#asked.values())
        reject(new Error(`the peer ended: ${this.errors.join()}`));
    });
    createInterface({ input: child.stdout! }).on("line", (line) => this.#take(JSON.parse(line) as Line));
    child.stderr!.on("data", (text: Buffer) => this.errors.push(text.toString("utf8")));
  }

  /** Runs a script of `peers`. @returns when it is logged in */
  static async start(script: string, platform: Platform, wish: object): Promise<TextPeer> {
    const { child, folder } = await spawnPeer(script, platform, wish);
    const peer = new TextPeer(child, folder);
    try {
      await peer.until("the peer to be ready", () => peer.userId !== "");
    } catch (error) {
      await peer.end();
      throw error;
    }
    return peer;
  }

  /** @throws {PeerRejection} when the library says that it was refused */
  ask<T = unknown>(command: string, ...args: unknown[]): Promise<T> {
    const id = this.#next++;
    this.#child.stdin!.write(`${JSON.stringify({ id, command, args })}\n`);
    return new Promise<T>((resolve, reject) => {
      this.#asked.set(id, { resolve: resolve as Asked["resolve"], reject });
    });
  }

  /** The first event of this name that fits, told or yet to be told; it is taken out. */
  async event(name: string, fits: (of: PeerEvent["of"]) => boolean = () => true): Promise<PeerEvent["of"]> {
    const at = () => this.events.findIndex((event) => event.name === name && fits(event.of));
    await this.until(`${name}`, () => at() >= 0);
    return this.events.splice(at(), 1)[0]!.of;
  }

  /** {@link waitFor} that says what the peer said when it was in vain. */
  async until(what: string, holds: () => boolean, deadlineMs = 15_000): Promise<void> {
    try {
      await waitFor(what, () => this.#exitCode !== undefined || holds(), deadlineMs);
      if (!holds()) throw new Error(`the peer ended (${String(this.#exitCode)}) before ${what}`);
    } catch (error) {
      const said = [...this.errors, JSON.stringify(this.events.slice(-20))].join("\n");
      throw new Error(`${error instanceof Error ? error.message : String(error)}\n${said}`, { cause: error });
    }
  }

  async end(): Promise<void> {
    if (this.#exitCode === undefined) {
      const gone = once(this.#child, "exit");
      this.#child.kill("SIGKILL");
      await gone;
    }
    await rm(this.#folder, { recursive: true, force: true });
  }

  #take(line: Line): void {
    if (line.type === "ready") this.userId = line.userId;
    else if (line.type === "event") this.events.push(line);
    else if (line.type === "answer") this.#answered(line.id)?.resolve(line.value);
    else if (line.type === "rejection")
      this.#answered(line.id)?.reject(new PeerRejection(line.code, line.status, line.message));
    else if (line.type === "error") this.errors.push(line.message);
  }

  #answered(id: number): Asked | undefined {
    const asked = this.#asked.get(id);
    this.#asked.delete(id);
    return asked;
  }
}
