import type { VoiceProcess } from "sdkpp";
import type { PortMain } from "../main/electron-parts.js";
import type { FromSocial } from "./messages.js";
import { voicePortOf } from "./ports.js";

interface Started {
  readonly started: (process: VoiceProcess) => void;
  readonly failed: (error: Error) => void;
  readonly exited: Promise<string>;
  readonly end: (reason: string) => void;
}

/** The voice processes that main starts for this one: only main can. */
export class RemoteVoice {
  readonly #tell: (message: FromSocial) => void;
  readonly #processes = new Map<number, Started>();
  #last = 0;

  constructor(tell: (message: FromSocial) => void) {
    this.#tell = tell;
  }

  /** Asks main for one. Rejects when it ends before it has started. */
  start(): Promise<VoiceProcess> {
    const voice = (this.#last += 1);
    const { promise: exited, resolve: end } = withResolvers<string>();
    return new Promise((started, failed) => {
      this.#processes.set(voice, { started, failed, exited, end });
      this.#tell({ type: "startVoice", voice });
    });
  }

  /** One that was asked for is there. */
  started(voice: number, pid: number | undefined, port: PortMain): void {
    const process = this.#processes.get(voice);
    if (process === undefined) return port.close();
    const kill = (): void => this.#tell({ type: "killVoice", voice });
    process.started({ pid, port: voicePortOf(port), exited: process.exited, kill });
  }

  ended(voice: number, reason: string): void {
    const process = this.#processes.get(voice);
    this.#processes.delete(voice);
    process?.end(reason);
    process?.failed(new Error(reason));
  }
}

/** `Promise.withResolvers` came with Node 22. */
function withResolvers<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((done) => (resolve = done));
  return { promise, resolve };
}
