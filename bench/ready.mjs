// From the last byte of a large READY to a client that can be asked.
import { guildFrame, ourClient, parseOnly, peerClient, readyFrame } from "./support/social-feed.mjs";
import { median } from "./support/results.mjs";

/** About a megabyte. */
const PEOPLE = 1300;
const TIMES = 21;

export const about = {
  title: "READY of 1 MB to usable (peer: discord.js, a guild of as many members; floor: JSON.parse)",
  unit: "ms",
  floorRatio: 1.6,
  needsNoSink: true,
};

export async function ours() {
  const bytes = readyFrame(PEOPLE);
  const [took, parsed] = [[], []];
  for (let time = 0; time < TIMES; time += 1) {
    const { client, feed, isReady } = await ourClient();
    const started = performance.now();
    feed(bytes);
    if (!isReady() || client.getRelationships().length !== PEOPLE) throw new Error("not usable");
    took.push(performance.now() - started);
    client.destroy();
    parsed.push(parseOnly([bytes]));
  }
  return { figure: median(took), first: took[0], floor: median(parsed), size: bytes.length };
}

export function peer({ stranger }) {
  const bytes = guildFrame(PEOPLE);
  const took = [];
  for (let time = 0; time < TIMES; time += 1) {
    const { client, feed } = peerClient(stranger);
    const started = performance.now();
    feed(bytes);
    if (client.guilds.cache.first().members.cache.size !== PEOPLE) throw new Error("not usable");
    took.push(performance.now() - started);
  }
  return { figure: median(took), first: took[0], size: bytes.length };
}
