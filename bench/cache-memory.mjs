// Memory of a client's records of many people.
import { guildFrame, ourClient, peerClient, readyFrame } from "./support/social-feed.mjs";

const PEOPLE = 5000;

export const about = {
  title: "memory of 5,000 friends who are there (peer: discord.js, as many members of a guild)",
  unit: "MB",
  peerRatio: 0.9,
  flags: ["--expose-gc"],
  needsNoSink: true,
};

function heap() {
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}

/** Megabytes of JavaScript heap. */
async function measure(feed, bytes) {
  const before = heap();
  feed(bytes);
  await new Promise(setImmediate);
  return { figure: (heap() - before) / 2 ** 20 };
}

export async function ours() {
  const { client, feed } = await ourClient();
  const done = await measure(feed, readyFrame(PEOPLE));
  if (client.getRelationships().length !== PEOPLE) throw new Error("not all are known");
  return done;
}

export async function peer({ stranger }) {
  const { client, feed } = peerClient(stranger);
  const done = await measure(feed, guildFrame(PEOPLE));
  if (client.guilds.cache.first().members.cache.size !== PEOPLE) throw new Error("not all are known");
  return done;
}
