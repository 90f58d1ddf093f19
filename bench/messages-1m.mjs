// Does a page of messages cost more when there are many?
import { grown, measured, platformWith, SIZES } from "./support/many-messages.mjs";
import { short } from "./support/results.mjs";

export const about = {
  title: "GET of 50 messages in the middle of a channel, 1,000,000 in the folder",
  unit: "ms",
  absolute: 2,
  runs: 1,
  needsNoSink: true,
};

export async function ours() {
  const results = [];
  for (const size of SIZES) {
    const folder = await platformWith(size);
    const middle = 1_000_000_000_000_000_000n + BigInt(size / 2) * (1n << 22n);
    const path = `/channels/${folder.channels[0]}/messages?limit=50&before=${middle}`;
    const { figure, cpuMs, stallMs, body } = await measured(folder, path);
    if (body.length !== 50) throw new Error(`a page of ${body.length}`);
    results.push({ figure, cpuMs, stallMs });
    await folder.stop();
  }
  return {
    figure: results.at(-1).figure,
    growth: grown(results),
    notes: [
      `${short(results.at(-1).cpuMs)} ms CPU with the client`,
      `longest stall ${short(Math.max(...results.map(({ stallMs }) => stallMs)))} ms`,
    ],
  };
}
