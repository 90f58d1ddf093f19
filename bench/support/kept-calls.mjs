// A thousand calls that do nothing.
const CALLS = 1000;
const AT_ONCE = 20;
/** What joining leaves behind is done by then, and each call has been written for the first time. */
const SETTLED_MS = 12_000;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export async function joinThousand(join) {
  const connections = [];
  for (let at = 0; at < CALLS; at += AT_ONCE) {
    const few = Array.from({ length: AT_ONCE }, (_, step) => join(at + step));
    await Promise.all(few.map((connection) => connection.ready()));
    connections.push(...few);
  }
  await pause(SETTLED_MS);
  return connections;
}

/** Of one processor, percent. */
export async function cpuSince(seconds) {
  const [before, started] = [process.cpuUsage(), performance.now()];
  await pause(seconds * 1000);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 10 / (performance.now() - started);
}
