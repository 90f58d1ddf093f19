// A platform in a process of its own, steered over IPC: { id, method, args } calls `control[method]`, "stop" and "memory" are
// of this program.
import { startPlatform } from "@sdkpp/platform";

const options = JSON.parse(process.argv[2] ?? "{}");
const tell = (message) => process.send?.(message);

const own = {
  stop: () => platform.stop(),
  /** Bytes in use, after everything that can go has gone. */
  memory: async () => {
    for (let round = 0; round < 5; round += 1) {
      globalThis.gc?.();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const { heapUsed, external, rss } = process.memoryUsage();
    return { used: heapUsed + external, rss };
  },
  advance: (ms) => platform.control.clock.advance(ms),
  setClock: (unixMs) => platform.control.clock.set(unixMs),
};

async function perform({ id, method, args }) {
  try {
    const call = own[method] ?? platform.control[method].bind(platform.control);
    tell({ id, reply: (await call(...args)) ?? null });
  } catch (error) {
    tell({ id, error: { name: error.name, message: error.message } });
  }
}

process.on("message", (message) => void perform(message));

// A test that is gone wants no platform any more.
process.on("disconnect", () => process.exit());

let platform;
try {
  platform = await startPlatform({ ...options, log: (line) => tell({ log: line }) });
  tell({ endpoints: platform.endpoints, seeded: platform.seeded });
} catch (error) {
  tell({ refused: { name: error.name, code: error.code, message: error.message } });
}
