// How long does the first connection of a process take: import, addon, TLS, voice gateway, discovery?
export const about = {
  title: "import and first voice connection, to ready",
  unit: "ms",
  peerRatio: 0.9,
};

async function measure(join) {
  const started = performance.now();
  await join(0);
  return { figure: performance.now() - started };
}

export function ours({ joinOurs }) {
  return measure(joinOurs);
}

export function peer({ joinPeer }) {
  return measure(joinPeer);
}
