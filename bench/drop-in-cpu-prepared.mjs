// What does a second of sound cost a bot's process when it has the bytes of the file in memory before it plays?
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { cpuPerSecond, dropIn } from "./support/drop-in.mjs";

const SECONDS = 20;

export const about = {
  title: "an Ogg Opus file in memory through `@sdkpp/discordjs-voice`: CPU per second of sound",
  unit: "ms",
  peerRatio: 0.4,
};

const prepared = async (file, { OggOpus }) => [
  Readable.from([await readFile(file)], { objectMode: false }),
  { inputType: OggOpus },
];

export const { ours, peer } = dropIn(cpuPerSecond(SECONDS), prepared);
