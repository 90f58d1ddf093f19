// A sound server of the test's own, with null sinks in the place of hardware. What is played into the sink "voice" is the
// microphone; what the speaker plays is heard at its monitor.
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { toneShare } from "../support/tone.js";

const run = promisify(execFile);
/** Per second: a steady tone is noise to the processing of a microphone. */
const PULSES = 3;
/** 20 ms of 16-bit stereo at 48 kHz. */
const BLOCK_BYTES = 3840;

/** `waitFor`, for what has to be asked. */
export async function until(what: string, holds: () => Promise<boolean>, tries = 200): Promise<void> {
  for (let left = tries; !(await holds()); left -= 1) {
    if (left === 0) throw new Error(`gave up waiting for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Where a tone is heard. */
export interface Heard {
  /** how many blocks of 20 ms held it */
  tone: number;
}

/** Starts the programs of a kind of server. @returns the main one */
type Programs = (server: SoundServer) => ChildProcess;

export class SoundServer {
  readonly folder = mkdtempSync(join(tmpdir(), "sdkpp-sound-"));
  /** of everything that talks to this server */
  readonly env: NodeJS.ProcessEnv;
  readonly #programs: Programs;
  readonly #children: ChildProcess[] = [];
  /** Resolves when the server of before has ended. */
  #gone: Promise<void> | undefined;
  #main: ChildProcess | undefined;

  constructor(programs: Programs) {
    this.#programs = programs;
    mkdirSync(join(this.folder, "pulse"), { mode: 0o700 });
    this.env = {
      PATH: process.env["PATH"],
      HOME: this.folder,
      XDG_RUNTIME_DIR: this.folder,
      PULSE_RUNTIME_PATH: join(this.folder, "pulse"),
      PULSE_SERVER: `unix:${this.socket}`,
      DBUS_SESSION_BUS_ADDRESS: this.bus,
    };
  }

  get socket(): string {
    return join(this.folder, "pulse", "native");
  }

  get bus(): string {
    return `unix:path=${join(this.folder, "bus")}`;
  }

  /** With the speakers "speaker" (the default), "voice" and "other", and no microphone. */
  async start(): Promise<void> {
    // one whose socket still answers would keep the next one from its door
    await this.#gone;
    const main = (this.#main = this.#programs(this));
    this.#gone = new Promise((resolve) => main.once("exit", () => resolve()));
    await until("the sound server", () => this.#works("info"));
    for (const name of ["Speaker", "Voice", "Other"]) {
      const sink = `sink_name=${name.toLowerCase()}`;
      await this.load("module-null-sink", sink, `sink_properties=device.description=${name}`);
    }
    // PipeWire's session manager comes later than its door
    await until("a default speaker", () => this.#works("set-default-sink", "speaker"));
  }

  /** The server is gone at once, with all its modules. */
  kill(): void {
    this.#main?.kill("SIGKILL");
  }

  /** The server answers nobody until {@link resume}: what talks to it hangs. */
  pause(): void {
    this.#main?.kill("SIGSTOP");
  }

  resume(): void {
    this.#main?.kill("SIGCONT");
  }

  stop(): void {
    for (const child of this.#children.splice(0)) child.kill("SIGKILL");
  }

  /** After {@link stop}, for good. */
  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Starts a program that ends with the server. */
  spawn(
    command: string,
    args: readonly string[],
    stdio: "ignore" | "stdin" | "stdout" = "ignore",
  ): ChildProcess {
    const child = spawn(command, args, {
      env: this.env,
      stdio: [stdio === "stdin" ? "pipe" : "ignore", stdio === "stdout" ? "pipe" : "ignore", "ignore"],
    });
    this.#children.push(child);
    return child;
  }

  pactl(...args: string[]): Promise<{ stdout: string }> {
    return run("pactl", args, { env: this.env });
  }

  #works(...args: string[]): Promise<boolean> {
    return this.pactl(...args).then(
      () => true,
      () => false,
    );
  }

  /** Loads a module. @returns its number, for `unload-module` */
  async load(...args: string[]): Promise<string> {
    return (await this.pactl("load-module", ...args)).stdout.trim();
  }

  /** A microphone in which what the sink `at` plays is heard. @returns the number of its module */
  plugMicrophone(name: string, at = "voice", more: readonly string[] = []): Promise<string> {
    const description = `source_properties=device.description=${name}`;
    return this.load(
      "module-remap-source",
      `source_name=${name}`,
      `master=${at}.monitor`,
      description,
      ...more,
    );
  }

  /** Plugs the default microphone in, and speaks into it until the server ends: a tone that comes and goes. */
  async speak(hertz: number): Promise<void> {
    await this.plugMicrophone("microphone");
    await this.pactl("set-default-source", "microphone");
    const args = ["--playback", "--device=voice", "--rate=48000", "--channels=1", "--latency-msec=50"];
    const player = this.spawn("pacat", args, "stdin");
    const step = (2 * Math.PI * hertz) / 48_000;
    const isOn = (at: number): boolean => (at * PULSES) % 48_000 < 40_000;
    const second = Int16Array.from({ length: 48_000 }, (_, at) =>
      isOn(at) ? 10_000 * Math.sin(step * at) : 0,
    );
    const write = (): void =>
      void player.stdin?.write(Buffer.from(second.buffer), (error) => error ?? write());
    player.stdin?.on("error", () => undefined);
    write();
  }

  /** Counts the blocks of a sink in which the tone is heard. */
  listen(sink: string, hertz: number): Heard {
    const heard = { tone: 0 };
    const args = [`--device=${sink}.monitor`, "--rate=48000", "--channels=2", "--latency-msec=20"];
    let rest = Buffer.alloc(0);
    this.spawn("parec", args, "stdout").stdout?.on("data", (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk]);
      for (; rest.length >= BLOCK_BYTES; rest = rest.subarray(BLOCK_BYTES)) {
        const block = Int16Array.from({ length: BLOCK_BYTES / 2 }, (_, at) => rest.readInt16LE(2 * at));
        if (toneShare(block, hertz) > 0.5) heard.tone += 1;
      }
    });
    return heard;
  }
}

/** PulseAudio's daemon. */
export const pulseAudio: Programs = (server) => {
  const options = ["-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--disable-shm=yes"];
  const door = `module-native-protocol-unix auth-anonymous=1 socket=${server.socket}`;
  return server.spawn("pulseaudio", [...options, "-L", door]);
};

/** PipeWire behind its PulseAudio door, with its session manager, which needs a message bus. */
export const pipeWire: Programs = (server) => {
  server.spawn("dbus-daemon", ["--session", "--nofork", `--address=${server.bus}`]);
  const main = server.spawn("pipewire", []);
  server.spawn("wireplumber", []);
  server.spawn("pipewire-pulse", []);
  return main;
};
