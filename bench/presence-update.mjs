// Cost of the event that a friend goes on to the next level.
import {
  guildFrame,
  ourClient,
  parseOnly,
  peerClient,
  presenceFrames,
  readyFrame,
} from "./support/social-feed.mjs";
import { median } from "./support/results.mjs";

const PEOPLE = 500;
const ROUNDS = 40;
const WARM_UP = 10;

export const about = {
  title: "presence update applied, 500 friends (peer: discord.js, members of a guild; floor: JSON.parse)",
  unit: "µs",
  floorRatio: 1.5,
  needsNoSink: true,
};

const timed = (run) => {
  const started = performance.now();
  run();
  return ((performance.now() - started) * 1000) / PEOPLE;
};

/** Microseconds each when all is warm, and of reading them as JSON: in turn, for one as for the other the machine is busy. */
async function measure(feed) {
  const frames = presenceFrames(PEOPLE, WARM_UP + ROUNDS);
  const [applied, parsed] = [[], []];
  for (let at = 0; at < frames.length; at += PEOPLE) {
    const round = frames.slice(at, at + PEOPLE);
    applied.push(timed(() => round.forEach(feed)));
    parsed.push(timed(() => parseOnly(round)));
    // Listeners run between rounds.
    await new Promise(setImmediate);
  }
  return { figure: median(applied.slice(WARM_UP)), floor: median(parsed.slice(WARM_UP)) };
}

function allTold(told) {
  if (told < PEOPLE * (WARM_UP + ROUNDS)) throw new Error(`${told} updates were told`);
}

export async function ours() {
  const { client, feed } = await ourClient();
  feed(readyFrame(PEOPLE));
  let told = 0;
  client.setUserUpdatedCallback(() => (told += 1));
  const done = await measure(feed);
  allTold(told);
  return done;
}

export async function peer({ stranger }) {
  const { client, feed } = peerClient(stranger);
  feed(guildFrame(PEOPLE));
  let told = 0;
  client.on("presenceUpdate", () => (told += 1));
  const { figure } = await measure(feed);
  allTold(told);
  return { figure };
}
