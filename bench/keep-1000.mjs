// What does it cost to keep a thousand calls outside of their process, while nothing changes in them?
import { cpuSince, joinThousand } from "./support/kept-calls.mjs";

export const about = {
  title: "1,000 calls that are kept: CPU for that, of one processor",
  unit: "%",
  absolute: 1,
};

const SECONDS = 30;

export async function ours({ channelOf, ca }) {
  const { joinVoiceChannel, MemoryCallStore } = await import("sdkpp/voice");
  const inner = new MemoryCallStore();
  let [swaps, bytes] = [0, 0];
  const store = {
    read: (key) => inner.read(key),
    swap(key, expected, value) {
      swaps += 1;
      bytes += value?.length ?? 0;
      return inner.swap(key, expected, value);
    },
  };
  const key = new Uint8Array(32).fill(7);
  const measure = async (keepOf) => {
    const join = (at) => joinVoiceChannel({ ...channelOf(at), ca, e2ee: false, ...keepOf(at) });
    const connections = await joinThousand(join);
    [swaps, bytes] = [0, 0];
    const percent = await cpuSince(SECONDS);
    for (const connection of connections) connection.destroy();
    return percent;
  };
  const without = await measure(() => ({}));
  const kept = await measure((at) => ({ keep: { store, key, call: String(at) } }));
  return {
    figure: kept - without,
    notes: [
      `${kept.toFixed(1)} % instead of ${without.toFixed(1)} %`,
      `${(swaps / SECONDS).toFixed(0)} values a second, ${(bytes / SECONDS / 1024).toFixed(0)} KB`,
    ],
  };
}
