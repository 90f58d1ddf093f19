// How long does a program that has just started wait for a platform: import, media worker, listening?
export const about = {
  title: "import of the platform and its start, in memory",
  unit: "ms",
  absolute: 700,
  needsNoSink: true,
};

export async function ours() {
  const started = performance.now();
  const own = process.cpuUsage();
  const { startPlatform } = await import("@sdkpp/platform");
  const imported = performance.now();
  const platform = await startPlatform();
  const listening = performance.now();
  const { user, system } = process.cpuUsage(own);
  await platform.stop();
  return {
    figure: listening - started,
    notes: [
      `import ${(imported - started).toFixed(0)} ms, start ${(listening - imported).toFixed(0)} ms`,
      `${((user + system) / 1000).toFixed(0)} ms CPU, with the media worker`,
    ],
  };
}
