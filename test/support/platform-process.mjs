// A platform in a separate process, controlled over IPC: { id, method, args } calls the method `group.operation` of control; this program
// implements "stop" and "memory".
import { startPlatform } from "@sdkpp/platform";

const options = JSON.parse(process.argv[2] ?? "{}");
const tell = (message) => process.send?.(message);

const own = {
  stop: () => platform.stop(),
  /** Bytes in use after garbage collection. */
  memory: async () => {
    for (let round = 0; round < 5; round += 1) {
      globalThis.gc?.();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const { heapUsed, external, rss } = process.memoryUsage();
    return { used: heapUsed + external, rss };
  },
};

async function perform({ id, method, args }) {
  try {
    const [group, operation] = method.split(".");
    const place = group === "as" ? platform.control.as(args.shift()) : platform.control[group];
    const call = own[method] ?? ((...given) => place[operation](...given));
    tell({ id, reply: (await call(...args)) ?? null });
  } catch (error) {
    tell({ id, error: { name: error.name, message: error.message } });
  }
}

process.on("message", (message) => void perform(message));

// The platform ends when its test is gone.
process.on("disconnect", () => process.exit());

let platform;
try {
  // Tests ask faster than people play.
  const given = { enforceRateLimits: false, ...options };
  platform = await startPlatform({ ...given, log: (line) => tell({ log: line }) });
  tell({ endpoints: platform.endpoints, seeded: platform.seeded });
} catch (error) {
  tell({ refused: { name: error.name, code: error.code, message: error.message } });
}
