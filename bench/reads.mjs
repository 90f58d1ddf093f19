// What a game reads of its friends in a frame: the names of all of them.
import { guildFrame, ourClient, peerClient, readyFrame } from "./support/social-feed.mjs";
import { median } from "./support/results.mjs";

const PEOPLE = 1000;
const FRAMES = 200;
const WARM_UP = 50;

export const about = {
  title: "names of 1,000 friends, read in a frame (peer: discord.js, members of a guild)",
  unit: "ms",
  // Node 24 is to take half of it
  absolute: 2,
  needsNoSink: true,
};

/** @param names of everybody, as a screen draws them */
function measure(names) {
  const took = [];
  for (let frame = 0; frame < WARM_UP + FRAMES; frame += 1) {
    const started = performance.now();
    if (names().length !== PEOPLE) throw new Error("somebody is missing");
    took.push(performance.now() - started);
  }
  return { figure: median(took.slice(WARM_UP)) };
}

export async function ours() {
  const { client, feed } = await ourClient();
  feed(readyFrame(PEOPLE));
  const result = measure(() => client.getRelationships().map(({ user }) => user.displayName));
  client.destroy();
  return result;
}

export function peer({ stranger }) {
  const { client, feed } = peerClient(stranger);
  feed(guildFrame(PEOPLE));
  const { cache } = client.guilds.cache.first().members;
  return measure(() => [...cache.values()].map(({ displayName }) => displayName));
}
