// What does a launcher's page cost while friends play and a call goes on: 200 changes a second, and the levels of 25 speakers 60 times a second?
import { quantile, withPage } from "./support/launcher-page.mjs";

const SECONDS = 10;
const WARM_UP_SECONDS = 3;

export const about = {
  title:
    "a page of a launcher, 5,000 friends, 200 changes a second, levels of 25 speakers at 60 Hz: its scripts, of one processor (Chromium)",
  unit: "%",
  absolute: 3,
  also: [
    { of: "main", title: "main process, %", most: 0.5 },
    { of: "delayP99", title: "a frame sent until the page has it, p99, ms", most: 8 },
  ],
  needsNoSink: true,
  runs: 3,
};

const wait = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));
const percent = (seconds, of = SECONDS) => (100 * seconds) / of;

const total = ({ user, system }) => user + system;

async function metricsOf(cdp) {
  const { metrics } = await cdp.send("Performance.getMetrics");
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
}

export function ours() {
  return withPage(async ({ page, cdp, social, about }) => {
    await cdp.send("Performance.enable");
    await page.evaluate((given) => globalThis.begin(given), about);
    social.say("live");
    await wait(WARM_UP_SECONDS);
    await page.evaluate(() => globalThis.takeDelays());
    const [before, processesBefore] = [await metricsOf(cdp), await social.ask("cpu")];
    await wait(SECONDS);
    const [after, processesAfter] = [await metricsOf(cdp), await social.ask("cpu")];
    const delays = await page.evaluate(() => globalThis.takeDelays());
    const spent = (name) => percent(after[name] - before[name]);
    const processor = (of) => percent((total(processesAfter[of]) - total(processesBefore[of])) / 1e6);
    const rate = delays.length / SECONDS;
    if (rate < 30) throw new Error(`only ${rate.toFixed(0)} frames a second came`);
    return {
      figure: spent("ScriptDuration"),
      main: processor("main"),
      delayP99: quantile(delays, 0.99),
      notes: [
        `all tasks of the page, drawing too: ${spent("TaskDuration").toFixed(1)} %, of which styles and layout ${(spent("RecalcStyleDuration") + spent("LayoutDuration")).toFixed(1)} %`,
        `${rate.toFixed(0)} frames a second, p50 ${quantile(delays, 0.5).toFixed(2)} ms`,
        `the process of the client ${processor("social").toFixed(1)} %`,
      ],
    };
  });
}
