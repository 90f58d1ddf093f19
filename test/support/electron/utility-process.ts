// Electron's utility processes: forks whose programs find `process.parentPort`. All that crosses to them and back is kept for the tests.
import { fork, type ChildProcess } from "node:child_process";
import { EventEmitter } from "node:events";
import type {
  PortMain,
  UtilityForkOptions,
  UtilityProcessPart,
} from "../../../packages/electron/main/electron-parts.js";
import type { StandInPort } from "./ports.mjs";

const CHILD = new URL("./child.mjs", import.meta.url).href;

/** One message between main and a process. */
export interface Crossing {
  readonly service: string;
  readonly toChild: boolean;
  readonly message: unknown;
}

class StandInProcess extends EventEmitter implements UtilityProcessPart {
  readonly #child: ChildProcess;
  readonly #crossed: (toChild: boolean, message: unknown) => void;
  #hasSpawned = false;

  constructor(child: ChildProcess, crossed: (toChild: boolean, message: unknown) => void) {
    super();
    this.#child = child;
    this.#crossed = crossed;
    child.once("spawn", () => {
      this.#hasSpawned = true;
      this.emit("spawn");
    });
    child.on("message", (message) => {
      crossed(false, message);
      this.emit("message", message);
    });
    child.once("exit", (code) => {
      this.#hasSpawned = false;
      this.emit("exit", code ?? 9);
    });
    child.on("error", () => undefined);
  }

  get pid(): number | undefined {
    return this.#hasSpawned ? this.#child.pid : undefined;
  }

  postMessage(data: unknown, transfer: PortMain[] = []): void {
    this.#crossed(true, data);
    const places = transfer.map((port) => (port as unknown as StandInPort).handOver());
    // one that has just ended hears nothing; its exit follows
    this.#child.send({ data, places } as never, () => undefined);
  }

  kill(): boolean {
    return this.#child.kill("SIGTERM");
  }
}

/** Starts processes, and keeps what crosses. */
export class UtilityProcesses {
  readonly crossings: Crossing[] = [];

  fork(modulePath: string, args: string[] = [], options: UtilityForkOptions = {}): UtilityProcessPart {
    const { serviceName: service = "", execArgv = [] } = options;
    const child = fork(modulePath, args, {
      serialization: "advanced",
      execArgv: [...execArgv, "--import", CHILD],
    });
    return new StandInProcess(child, (toChild, message) =>
      this.crossings.push({ service, toChild, message }),
    );
  }
}
