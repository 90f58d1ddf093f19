/** One end of the channel between a supervisor and a voice process. */
export interface VoicePort {
  /** @param message can be cloned: plain objects, arrays, texts, numbers, bigints, bytes */
  send(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
}

/** A process for calls, as a supervisor sees it. */
export interface VoiceProcess {
  /** leads to its program, and to nobody else */
  readonly port: VoicePort;
  /** of the operating system, for those who watch it */
  readonly pid?: number | undefined;
  /** ends it at once, whatever it does */
  kill(): void;
  /** resolves when it has ended: how, in words */
  readonly exited: Promise<string>;
  /** whether this process waits for it before it ends itself; optional */
  hold?(isNeeded: boolean): void;
}

/** Beside the bundle of this door. */
const PROGRAM = "./voice-process.js";

/** @param program of voice processes; default: the one of this package */
export async function forkVoiceProcess(program: string | URL | undefined): Promise<VoiceProcess> {
  const [{ fork }, { fileURLToPath }] = await Promise.all([import("node:child_process"), import("node:url")]);
  const file = program ?? new URL(PROGRAM, import.meta.url);
  const child = fork(file instanceof URL ? fileURLToPath(file) : file, {
    serialization: "advanced",
    // a debugger's port is for one process
    execArgv: [],
  });
  const exited = new Promise<string>((resolve) => {
    child.once("exit", (code, signal) => resolve(signal ?? `exit code ${String(code)}`));
    // also of a signal that could not be sent, later
    child.on("error", (error) => resolve(error.message));
  });
  return {
    pid: child.pid,
    exited,
    port: {
      // one that has just ended hears nothing; its exit follows
      send: (message) => void child.send(message as object, () => undefined),
      onMessage: (listener) => void child.on("message", listener),
    },
    kill: () => void child.kill("SIGKILL"),
    hold(isNeeded) {
      child[isNeeded ? "ref" : "unref"]();
      child.channel?.[isNeeded ? "ref" : "unref"]();
    },
  };
}
