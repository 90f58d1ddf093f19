// What does a second of an Ogg Opus file cost a bot's process?
import { cpuPerSecond, dropIn } from "./support/drop-in.mjs";

const SECONDS = 6;

export const about = {
  title: "an Ogg Opus file through `@sdkpp/discordjs-voice`: CPU per second of sound",
  unit: "ms",
  peerRatio: 0.6,
};

export const { ours, peer } = dropIn(cpuPerSecond(SECONDS));
