// Does a search cost more when there are many messages?
import { grown, measured, platformWith, SIZES } from "./support/many-messages.mjs";
import { short } from "./support/results.mjs";

export const about = {
  title: "search of a word that 1,000 messages have, 1,000,000 in the folder",
  unit: "ms",
  absolute: 20,
  runs: 1,
  needsNoSink: true,
};

export async function ours() {
  const rare = [];
  let last;
  for (const size of SIZES) {
    const folder = await platformWith(size);
    const path = `/guilds/${folder.platform.seeded.guildId}/messages/search?content=`;
    const one = await measured(folder, `${path}rare`);
    if (one.body.total_results !== 1000) throw new Error(`${one.body.total_results} messages`);
    rare.push(one);
    last = { upgradedMs: folder.upgradedMs, common: await measured(folder, `${path}1`) };
    await folder.stop();
  }
  return {
    figure: rare.at(-1).figure,
    growth: grown(rare),
    notes: [
      `${short(rare.at(-1).cpuMs)} ms CPU with the client`,
      `longest stall ${short(Math.max(...rare.map(({ stallMs }) => stallMs)))} ms`,
      `a word with more than 10,000 candidates ${short(last.common.figure)} ms, longest stall ${short(last.common.stallMs)} ms`,
      `a folder of 1,000,000 without an index is upgraded in ${short(last.upgradedMs / 1000)} s`,
    ],
  };
}
