// Many streams of one process at once: what each frame costs, whether deadlines were missed, how late the worst stream is.
import { stolenMs } from "./idle.mjs";
import { settled } from "./send-opus.mjs";
import { opusPackets, soundBlocks } from "./sound.mjs";

/** As many as a bot joins at a time. */
const AT_ONCE = 20;
const WARM_UP_MS = 3000;

function* endless(items, from) {
  for (let at = from; ; at += 1) yield items[at % items.length];
}

async function joinAll(join, count) {
  const connections = [];
  for (let at = 0; at < count; at += AT_ONCE) {
    const few = Math.min(AT_ONCE, count - at);
    connections.push(...(await Promise.all(Array.from({ length: few }, (_, step) => join(at + step)))));
  }
  return connections;
}

const play = {
  opus(connections, stranger) {
    const packets = opusPackets(stranger("opusscript"), 100);
    connections.forEach((connection, at) => connection.play({ type: "opus", packets: endless(packets, at) }));
  },
  pcm(connections) {
    const blocks = soundBlocks(100);
    connections.forEach((connection, at) => {
      connection.setEncoder({ bitrate: 64_000, complexity: 10, application: "audio", frameMs: 20 });
      connection.play({ type: "pcm", samples: endless(blocks, at), sampleRate: 48_000, channels: 2 });
    });
  },
};

/**
 * The side of a bench whose figure is how late the packets of the worst stream leave (p95, ms) against the grid of 20 ms.
 * `missed`: frames that left a whole tick late or later.
 */
export function manyStreams({ count, seconds, sound }) {
  return async function ours({ stranger, joinOurs, cpuPerItem }) {
    const connections = await joinAll(joinOurs, count);
    play[sound](connections, stranger);
    await new Promise((resolve) => setTimeout(resolve, WARM_UP_MS));
    await settled();
    const pacing = () => connections.map((connection) => connection.getStats().pacing);
    const missed = () => pacing().reduce((sum, { missedDeadlines }) => sum + missedDeadlines, 0);
    const [before, stolen] = [missed(), stolenMs()];
    const sent = () => connections.reduce((sum, each) => sum + each.getStats().packetsSent, 0);
    const { figure, items } = await cpuPerItem(sent, seconds);
    const most = (key) => Math.max(...pacing().map((each) => each[key]));
    return {
      figure: most("p95Ms"),
      missed: missed() - before,
      notes: [
        `${items} frames in ${seconds} s, ${figure.toFixed(2)} µs CPU each`,
        `the host took ${stolenMs() - stolen} ms of all processors`,
        `worst stream p50 ${most("p50Ms").toFixed(2)}, p99 ${most("p99Ms").toFixed(2)} ms`,
      ],
    };
  };
}
