// The demo's report in a browser: accessible, readable on a phone, with two sounds that can be played.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium, type Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeReport } from "../../examples/demo/report.mjs";
import { verdictOf } from "../../examples/demo/verdict.mjs";
import { readWav } from "../../examples/demo/wav.mjs";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const SPEECH = readFileSync(join(import.meta.dirname, "../../examples/demo/speech.wav"));
const GOOD = { concealed: 0.01, lost: 0.03, undecryptable: 0, late: 0, resumedMs: 510 };

let browser: Browser;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "sdkpp-report-"));
  const samples = [3, 6, 9, 12].map((at) => ({ at, delayMs: 10 * at, targetMs: 90, lost: at }));
  const sound = { wave: readWav(SPEECH), wav: SPEECH };
  const report = writeReport({
    options: { loss: 5, jitterMs: 30, seed: 1 },
    verdict: verdictOf(GOOD),
    table: [["frames sent", 749]],
    recorder: { samples, events: [2, 9, 9.1, 9.2].map((at) => ({ at, text: `at ${String(at)}` })) },
    sent: { ...sound, from: 2 },
    received: { ...sound, from: 2.2 },
  });
  writeFileSync(join(folder, "report.html"), report);
  browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
  });
});
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

describe.each([
  ["a phone", 360],
  ["a desk", 1280],
])("the report of the demo on %s", (_where, width) => {
  it.each(["light", "dark"] as const)("has no findings of axe, in %s colours", async (colorScheme) => {
    const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme });
    await page.goto(pathToFileURL(join(folder, "report.html")).href);
    await page.addScriptTag({ path: AXE });
    const { violations } = (await page.evaluate("axe.run()")) as { violations: { id: string }[] };
    expect(violations.map(({ id }) => id)).toEqual([]);
    await page.close();
  });

  it("needs no scrolling sideways, has letters that can be read, and plays both sounds", async () => {
    const page = await browser.newPage({ viewport: { width, height: 800 } });
    await page.goto(pathToFileURL(join(folder, "report.html")).href);
    const seen = (await page.evaluate(`(async () => {
      const sounds = [...document.querySelectorAll("audio")];
      await Promise.all(sounds.map((one) => one.readyState >= 1 || new Promise((done) => (one.onloadedmetadata = done))));
      const letters = [...document.querySelectorAll("svg text")].map((one) => one.getBoundingClientRect().height);
      return {
        wide: document.documentElement.scrollWidth,
        smallest: Math.min(...letters),
        seconds: sounds.map(({ duration }) => Math.round(duration)),
        labels: [...document.querySelectorAll("svg text.mark")].slice(0, 1).map((one) => one.textContent),
      };
    })()`)) as { wide: number; smallest: number; seconds: number[]; labels: string[] };
    expect(seen.wide).toBe(width);
    expect(seen.smallest).toBeGreaterThan(12);
    expect(seen.seconds).toEqual([15, 15]);
    expect(seen.labels).toEqual(["2–4"]);
    await page.close();
  });
});

describe("the verdict", () => {
  it.each([
    [
      {},
      "A good call: 1.0 % of the speech was made up for 3.0 % that the network lost, cut connections were back after 0.5 s, every encrypted frame could be opened and 0.0 % of the blocks came back late from the callback.",
    ],
    [
      { concealed: 0.2 },
      "Not a good call: 20.0 % of the speech was made up for 3.0 % that the network lost.",
    ],
    [
      { resumedMs: 4200, undecryptable: 3 },
      "Not a good call: cut connections were back after 4.2 s and all but 3 encrypted frames could be opened.",
    ],
    [{ late: 0.02 }, "Not a good call: 2.0 % of the blocks came back late from the callback."],
  ])("of %j", (change, sentence) => {
    expect(verdictOf({ ...GOOD, ...change })).toEqual({ isGood: sentence.startsWith("A good"), sentence });
  });
});
