import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { createInterface } from "node:readline";
import type { Platform } from "@sdkpp/platform";
import { waitFor } from "../support/wait-for.js";
import { spawnPeer } from "./spawn-peer.js";

type Message =
  | { type: "ready"; userId: string; mode?: string }
  | { type: "state"; before: string; now: string }
  | ({ type: "heard" } & Heard)
  | { type: "call"; code: string | null; heard: Record<string, Heard> }
  | { type: "story"; story: Record<string, unknown[]> }
  | { type: "error" | "debug"; message: string }
  | { type: "left" };

/** 20 ms each: all, and those that were the tone of the other */
interface Heard {
  readonly packets: number;
  readonly tone: number;
}

/** For `discordjs-e2ee.mjs`. */
export interface E2eeWish {
  readonly token: string;
  readonly guildId: string;
  readonly channelId: string;
  readonly playHz: number;
  /** Frequency by user */
  readonly hear: Record<string, number>;
  readonly hasE2ee: boolean;
  /** How long it tries to become ready. */
  readonly patienceMs: number;
}

export interface StrangerWish {
  readonly token: string;
  readonly guildId: string;
  readonly channelId: string;
  readonly listenTo: string;
  readonly playHz: number;
  readonly hearHz: number;
  /** the file of a package in place of @discordjs/voice */
  readonly voice?: string;
}

/** Another library's bot, in a process of its own. */
export class Stranger {
  readonly states: string[] = [];
  readonly errors: string[] = [];
  readonly debug: string[] = [];
  heard: Heard = { packets: 0, tone: 0 };
  heardOf: Record<string, Heard> = {};
  /** what `discordjs-player.mjs` saw, step by step */
  story: Record<string, unknown[]> | undefined;
  privacyCode: string | undefined;
  mode: string | undefined;
  readonly #child: ChildProcess;
  readonly #folder: string;
  #isReady = false;
  #hasLeft = false;
  #exitCode: number | null | undefined;

  private constructor(child: ChildProcess, folder: string) {
    this.#child = child;
    this.#folder = folder;
    child.on("exit", (code) => (this.#exitCode = code));
    createInterface({ input: child.stdout! }).on("line", (line) => this.#take(JSON.parse(line) as Message));
    child.stderr!.on("data", (text: Buffer) => this.errors.push(text.toString("utf8")));
  }

  /** Runs a script of `peers`. @returns when its voice connection is ready */
  static async start(script: string, platform: Platform, wish: StrangerWish | E2eeWish): Promise<Stranger> {
    const { child, folder } = await spawnPeer(script, platform, wish);
    const stranger = new Stranger(child, folder);
    try {
      await stranger.until("the stranger to be ready", () => stranger.#isReady, 15_000);
    } catch (error) {
      await stranger.end();
      throw error;
    }
    return stranger;
  }

  send(command: "play" | "stop" | "away" | "back" | "rejoin" | "leave"): void {
    this.#child.stdin!.write(`${command}\n`);
  }

  async leave(): Promise<void> {
    this.send("leave");
    await this.until("the stranger to leave", () => this.#hasLeft);
  }

  /** {@link waitFor} that says what the stranger said when it was in vain. */
  async until(what: string, holds: () => boolean, deadlineMs = 10_000): Promise<void> {
    try {
      await waitFor(what, () => this.#exitCode !== undefined || holds(), deadlineMs);
      if (!holds()) throw new Error(`the stranger ended (${String(this.#exitCode)}) before ${what}`);
    } catch (error) {
      const said = [...this.errors, ...this.debug.slice(-20)].join("\n");
      throw new Error(`${error instanceof Error ? error.message : String(error)}\n${said}`);
    }
  }

  /** Its process is there. */
  get isAlive(): boolean {
    return this.#exitCode === undefined;
  }

  async end(): Promise<void> {
    if (this.#exitCode === undefined) {
      const gone = once(this.#child, "exit");
      this.#child.kill("SIGKILL");
      await gone;
    }
    await rm(this.#folder, { recursive: true, force: true });
  }

  #take(message: Message): void {
    switch (message.type) {
      case "ready":
        this.#isReady = true;
        this.mode = message.mode;
        return;
      case "state":
        this.states.push(message.now);
        return;
      case "heard":
        this.heard = message;
        return;
      case "call":
        this.privacyCode = message.code ?? undefined;
        this.heardOf = message.heard;
        return;
      case "story":
        this.story = message.story;
        return;
      case "error":
        this.errors.push(message.message);
        return;
      case "debug":
        this.debug.push(message.message);
        return;
      case "left":
        this.#hasLeft = true;
        return;
    }
  }
}
