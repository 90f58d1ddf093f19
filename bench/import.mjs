// Cost of the import, in time and memory. The addon is not loaded by it.
export const about = {
  title: "import of `sdkpp` (peer: @discordjs/voice; floor: an empty module)",
  unit: "ms",
  peerRatio: 0.3,
  flags: ["--expose-gc"],
  needsNoSink: true,
};

async function measure(load) {
  globalThis.gc();
  const before = process.memoryUsage().rss;
  const started = performance.now();
  await load();
  const figure = performance.now() - started;
  return { figure, megabytes: (process.memoryUsage().rss - before) / 2 ** 20 };
}

export const ours = () => measure(() => import("sdkpp"));
export const peer = ({ stranger }) => measure(() => stranger("@discordjs/voice"));
export const floor = () => measure(() => import("./support/empty.mjs"));
