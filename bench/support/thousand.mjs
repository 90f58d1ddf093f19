// A thousand voice sessions whose gateways are encrypted: what each takes of memory, and how long all of them take to join.
const SESSIONS = 1000;
/** As many as a bot lets in at a time. */
const AT_ONCE = 20;

const rss = () => {
  globalThis.gc();
  return process.memoryUsage().rss;
};

async function joinAll(join, from, count) {
  for (let at = from; at < from + count; at += AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, (_, step) => join(at + step)));
}

/** Takes `--expose-gc`. The first sessions load the code and fill the pools; they are not counted. */
async function measure(join) {
  await joinAll(join, 0, AT_ONCE);
  const before = rss();
  const [started, cpu] = [performance.now(), process.cpuUsage()];
  await joinAll(join, AT_ONCE, SESSIONS);
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  return { seconds, cpuMs: (user + system) / SESSIONS / 1000, kilobytes: (rss() - before) / SESSIONS / 1024 };
}

/** Both sides of a bench. @param figureOf picks its figure, and what to note, out of the measured */
export const thousandSessions = (figureOf) => ({
  ours: async ({ joinOurs }) => figureOf(await measure(joinOurs)),
  peer: async ({ joinPeer }) => figureOf(await measure(joinPeer)),
});
