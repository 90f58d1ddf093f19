// How often does a listener wait more than 40 ms for a packet while the bot's main thread is blocked?
import { dropIn, seconds } from "./support/drop-in.mjs";

const SECONDS = 6;
const EVERY_MS = 500;
const BLOCKED_MS = [100, 150, 250];
const GAP_MS = 40;

export const about = {
  title:
    "gaps over 40 ms in 18 s through `@sdkpp/discordjs-voice`, main thread blocked 100, 150 and 250 of 500 ms",
  unit: "",
  absolute: 0,
  isPacing: true,
};

async function measure({ ask }) {
  const gaps = [];
  for (const blockedMs of BLOCKED_MS) {
    const timer = setInterval(() => {
      const end = performance.now() + blockedMs;
      while (performance.now() < end);
    }, EVERY_MS);
    await seconds(1);
    await ask("watch");
    await seconds(SECONDS);
    const times = (await ask("watched")).map(([, time]) => time);
    clearInterval(timer);
    gaps.push(times.slice(1).filter((time, at) => (time - times[at]) / 1000 > GAP_MS).length);
  }
  return { figure: gaps.reduce((sum, each) => sum + each, 0), notes: [`${gaps.join(", ")} gaps`] };
}

export const { ours, peer } = dropIn(measure);
