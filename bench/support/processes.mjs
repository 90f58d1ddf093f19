import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { tool } from "../../scripts/pinned/tool.mjs";

/** A Node that is pinned; elsewhere than on 64-bit Linux, this one. */
function node(major) {
  if (process.platform !== "linux" || process.arch !== "x64")
    return { path: process.execPath, version: process.versions.node };
  const folder = tool(`node-${major}`);
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return { path: join(folder, "bin/node"), version };
}

/** What all sides run on. */
export const NODE = node(24);
/** What our side runs on once more: the oldest that is supported. */
export const OLDEST_NODE = node(20);

const script = (name) => fileURLToPath(new URL(name, import.meta.url));

/** The bare voice server, and what the runner may ask of it. */
export class Sink {
  #child;
  #asked = new Map();
  #nextId = 0;

  static async start() {
    const sink = new Sink();
    sink.#child = fork(script("sink.mjs"), {
      execPath: NODE.path,
      stdio: ["ignore", "inherit", "inherit", "ipc"],
      serialization: "advanced",
    });
    const [{ endpoint, ca }] = await once(sink.#child, "message");
    sink.endpoint = endpoint;
    sink.ca = ca;
    sink.folder = await mkdtemp(join(tmpdir(), "sdkpp-bench-"));
    sink.caPath = join(sink.folder, "ca.pem");
    await writeFile(sink.caPath, ca);
    sink.#child.on("message", ({ id, result }) => {
      sink.#asked.get(id)?.(result);
      sink.#asked.delete(id);
    });
    return sink;
  }

  ask(command, argument) {
    const id = this.#nextId++;
    return new Promise((resolve) => {
      this.#asked.set(id, resolve);
      this.#child.send({ id, command, argument });
    });
  }

  async stop() {
    this.#child.disconnect();
    await once(this.#child, "exit");
    await rm(this.folder, { recursive: true });
  }
}

/**
 * Runs one side of one bench in a fresh process.
 * @returns what the side returned
 */
export async function runSide(file, side, { sink, strangers, options, flags = [], node = NODE }) {
  const child = fork(script("side.mjs"), {
    execPath: node.path,
    env: {
      ...process.env,
      NODE_EXTRA_CA_CERTS: sink?.caPath ?? "",
      SDKPP_BENCH: JSON.stringify({ file, side, strangers, options, endpoint: sink?.endpoint, ca: sink?.ca }),
    },
    execArgv: flags,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    serialization: "advanced",
  });
  let outcome;
  const gone = once(child, "exit");
  const answer = async (message) => {
    if (message.done !== undefined) outcome = message.done;
    else child.send({ id: message.id, result: await sink.ask(message.command, message.argument) });
  };
  child.on("message", (message) => void answer(message));
  const [code] = await gone;
  await sink?.ask("silence");
  if (outcome === undefined) throw new Error(`${file} (${side}) ended with ${String(code)} and no figure`);
  return outcome;
}
