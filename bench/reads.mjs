// What a game reads of its friends in a frame: the names of all of them.
import { guildFrame, ourClient, peerClient, readyFrame } from "./support/social-feed.mjs";
import { median } from "./support/results.mjs";

const PEOPLE = 1000;
const SIZES = [100, PEOPLE, 5000];
const FRAMES = 200;
const WARM_UP = 50;

export const about = {
  title: "names of 1,000 friends, read in a frame (peer: discord.js, members of a guild)",
  unit: "ms",
  absolute: 1,
  absoluteOnNode20: 2,
  needsNoSink: true,
};

/** @param names of everybody, as a screen draws them */
function measure(names, people = PEOPLE) {
  const took = [];
  for (let frame = 0; frame < WARM_UP + FRAMES; frame += 1) {
    const started = performance.now();
    if (names().length !== people) throw new Error("somebody is missing");
    took.push(performance.now() - started);
  }
  return { figure: median(took.slice(WARM_UP)) };
}

async function oursWith(people) {
  const { client, feed } = await ourClient();
  feed(readyFrame(people));
  const names = () => client.getRelationships().map(({ user }) => user.displayName);
  const result = measure(names, people);
  client.destroy();
  return result;
}

export async function ours() {
  const points = [];
  for (const size of SIZES) points.push([size, (await oursWith(size)).figure]);
  const [, figure] = points.find(([size]) => size === PEOPLE);
  return { figure, growth: { of: "friends", lines: [{ points }] } };
}

export function peer({ stranger }) {
  const { client, feed } = peerClient(stranger);
  feed(guildFrame(PEOPLE));
  const { cache } = client.guilds.cache.first().members;
  return measure(() => [...cache.values()].map(({ displayName }) => displayName));
}
