// What does it cost to hear that a friend goes on to the next level?
import {
  guildFrame,
  ourClient,
  parseOnly,
  peerClient,
  presenceFrames,
  readyFrame,
} from "./support/social-feed.mjs";

const PEOPLE = 500;
const ROUNDS = 40;

export const about = {
  title: "presence update applied, 500 friends (peer: discord.js, members of a guild; limit: JSON.parse)",
  unit: "µs",
  limitRatio: 1.25,
  needsNoSink: true,
};

/** Microseconds each, when all is warm. */
function measure(feed) {
  for (const bytes of presenceFrames(PEOPLE, 10)) feed(bytes);
  const frames = presenceFrames(PEOPLE, ROUNDS);
  const started = performance.now();
  for (const bytes of frames) feed(bytes);
  return ((performance.now() - started) * 1000) / frames.length;
}

export async function ours() {
  const { client, feed } = await ourClient();
  feed(readyFrame(PEOPLE));
  let told = 0;
  client.setUserUpdatedCallback(() => (told += 1));
  const figure = measure(feed);
  await new Promise(setImmediate);
  if (told < PEOPLE * ROUNDS) throw new Error(`${told} updates were told`);
  const frames = presenceFrames(PEOPLE, ROUNDS);
  parseOnly(frames);
  return { figure, limit: (parseOnly(frames) * 1000) / frames.length };
}

export function peer({ stranger }) {
  const { client, feed } = peerClient(stranger);
  feed(guildFrame(PEOPLE));
  let told = 0;
  client.on("presenceUpdate", () => (told += 1));
  const figure = measure(feed);
  if (told < PEOPLE * ROUNDS) throw new Error(`${told} updates were told`);
  return { figure };
}
