import type { ChannelMain, PortMain, UtilityProcessPart } from "./electron-parts.js";
import { endProcess } from "./end-process.js";

/** A voice process that has started. */
export interface StartedVoice {
  readonly pid: number | undefined;
  /** leads to it, for whoever has its calls; main is not in between */
  readonly port: PortMain;
  /** resolves when it has ended: how, in words */
  readonly exited: Promise<string>;
  kill(): void;
}

export interface VoiceProcessesParts {
  readonly fork: () => UtilityProcessPart;
  readonly openChannel: () => ChannelMain;
}

/** The voice processes that main has started. */
export class VoiceProcesses {
  readonly #parts: VoiceProcessesParts;
  readonly #running = new Set<UtilityProcessPart>();

  constructor(parts: VoiceProcessesParts) {
    this.#parts = parts;
  }

  /** As the operating system counts them. */
  get pids(): number[] {
    return [...this.#running].flatMap(({ pid }) => pid ?? []);
  }

  start(): StartedVoice {
    const process = this.#parts.fork();
    const { port1, port2 } = this.#parts.openChannel();
    this.#running.add(process);
    const exited = new Promise<string>((resolve) => {
      process.on("exit", (code) => {
        this.#running.delete(process);
        resolve(`exit code ${String(code)}`);
      });
    });
    process.postMessage({ type: "serve" }, [port2]);
    return { pid: process.pid, port: port1, exited, kill: () => endProcess(process) };
  }

  /** Ends all of them: without who had their calls, nothing can go on with those. */
  killAll(): void {
    for (const process of this.#running) endProcess(process);
  }
}
