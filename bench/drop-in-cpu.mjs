// What does a second of an Ogg Opus file cost a bot's process?
import { dropIn, seconds } from "./support/drop-in.mjs";

const SECONDS = 6;

export const about = {
  title: "an Ogg Opus file through `@sdkpp/discordjs-voice`: CPU per second of sound",
  unit: "ms",
  peerRatio: 0.6,
};

async function measure({ ask }) {
  await ask("watch");
  const before = process.cpuUsage();
  await seconds(SECONDS);
  const { user, system } = process.cpuUsage(before);
  const packets = await ask("watched");
  if (packets.length < SECONDS * 45) throw new Error(`only ${packets.length} packets came`);
  return { figure: (user + system) / 1000 / SECONDS, items: packets.length };
}

export const { ours, peer } = dropIn(measure);
