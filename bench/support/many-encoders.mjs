// Growing numbers of streams that are encoded, on growing numbers of media threads: what is missed, and what is done about it.
import { wavOf } from "../../test/support/wav-file.mjs";
import { soundBlocks } from "./sound.mjs";

/** As many as a bot joins at a time. */
const AT_ONCE = 20;
const WARM_UP_MS = 2000;
const MEASURED_MS = 5000;
/** Of frames. */
const SHARE = 10_000;

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * The side of a bench whose figure is how many of 10,000 frames missed their deadline with `figureOf`. The sound is a file in
 * memory, so that no JavaScript runs while it plays.
 */
export function manyEncoders({ counts, threads, figureOf }) {
  return async function ours({ joinOurs }) {
    const { onMediaLoad } = await import("sdkpp/voice");
    const file = wavOf(Int16Array.from(soundBlocks(100).flatMap((block) => [...block])), 2);
    const actions = new Set();
    const end = onMediaLoad(({ action }) => actions.add(action));
    const notes = [];
    const lines = [];
    let figure;
    for (const limit of threads) {
      const connections = [];
      const name = `${limit} thread${limit === 1 ? "" : "s"}`;
      const points = [];
      const ticks = [];
      for (const count of counts) {
        if (!(await grow(connections, count, (at) => joinOurs(at, { mediaThreads: limit })))) {
          ticks.push(`${count} refused`);
          break;
        }
        for (const connection of connections) begin(connection, file);
        const missed = await missedShare(connections);
        const each = connections[0].getStats().mediaThreads.map(({ tickMs }) => tickMs.toFixed(1));
        ticks.push(each.join(" and "));
        points.push([count, missed]);
        if (count === figureOf.count && limit === figureOf.threads) figure = missed;
      }
      lines.push({ name, points });
      notes.push(`ticks of ${name}, ms: ${ticks.join(", ")}`);
      for (const connection of connections) connection.destroy();
      await wait(WARM_UP_MS);
    }
    end();
    return {
      figure,
      growth: { of: "streams", lines },
      notes: [...notes, `told: ${[...actions].join(", ") || "nothing"}`],
    };
  };
}

/** False when the media threads have no time for more. */
async function grow(connections, count, join) {
  while (connections.length < count) {
    const few = Math.min(AT_ONCE, count - connections.length);
    const joins = Array.from({ length: few }, (_, at) => join(connections.length + at));
    const joined = await Promise.allSettled(joins);
    connections.push(...joined.flatMap(({ value }) => value ?? []));
    const failed = joined.find(({ status }) => status === "rejected");
    if (failed !== undefined && failed.reason.code !== "MEDIA_OVERLOADED") throw failed.reason;
    if (failed !== undefined) return false;
  }
  return true;
}

const playing = new WeakSet();

/** Its complexity is asked for: it stays what it is, however full the threads are. */
function begin(connection, file) {
  if (playing.has(connection)) return;
  playing.add(connection);
  connection.setEncoder({ bitrate: 64_000, complexity: 10, application: "audio", frameMs: 20 });
  connection.play({ type: "wav", file, loop: true });
}

async function missedShare(connections) {
  await wait(WARM_UP_MS);
  const totals = () =>
    connections.reduce(
      ([missed, sent], connection) => {
        const { pacing, packetsSent } = connection.getStats();
        return [missed + pacing.missedDeadlines, sent + packetsSent];
      },
      [0, 0],
    );
  const [missedBefore, sentBefore] = totals();
  await wait(MEASURED_MS);
  const [missed, sent] = totals();
  return Math.round(((missed - missedBefore) / Math.max(sent - sentBefore, 1)) * SHARE);
}
