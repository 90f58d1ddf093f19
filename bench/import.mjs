// What does the import cost, in time and memory? The addon is not loaded by it.
export const about = {
  title: "import of `sdkpp` (peer: @discordjs/voice)",
  unit: "ms",
  absolute: 5,
  needsNoSink: true,
};

async function measure(load) {
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  const started = performance.now();
  await load();
  const figure = performance.now() - started;
  return { figure, megabytes: (process.memoryUsage().rss - before) / 2 ** 20 };
}

export function ours() {
  return measure(() => import("sdkpp"));
}

export function peer({ stranger }) {
  return measure(() => stranger("@discordjs/voice"));
}
