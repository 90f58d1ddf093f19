// The client's process stands still: its event loop is blocked, and no page gets an answer.
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Social } from "@sdkpp/electron/main";
import { Launcher, ready } from "../../support/electron/launcher.js";
import { VirtualClock } from "../../support/virtual-clock.js";
import { waitFor } from "../../support/wait-for.js";

const HANG_MS = 10_000;
const BLOCKING = new URL("../../support/electron/blocking-process.mjs", import.meta.url);

let launcher: Launcher;
beforeEach(async () => {
  launcher = await Launcher.start();
});
afterEach(() => launcher.end());

const pongs = (): number =>
  launcher.electron.utilityProcess.crossings.filter(
    ({ message }) => (message as { type?: unknown }).type === "pong",
  ).length;

/** Lets so many rounds pass, each with its answer. */
async function answeredRounds(clock: VirtualClock, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const before = pongs();
    clock.advance(HANG_MS / 4);
    await waitFor("an answer", () => pongs() > before);
  }
}

async function begun(clock: VirtualClock): Promise<Social> {
  await launcher.storeDueTokens();
  const social = launcher.social({ voice: "off", clock, programs: { social: BLOCKING } });
  await ready(social);
  await waitFor("the first answer", () => pongs() > 0);
  return social;
}

it("is ended within the time that it may, and followed by one that is ready and serves the pages", async () => {
  const clock = new VirtualClock();
  const social = await begun(clock);
  const page = await launcher.page(social, ["createOrJoinLobby"]);
  await answeredRounds(clock, 12);
  const hanging = social.pids.social!;
  const reasons: unknown[] = [];
  social.on("ended", (reason, pauseMs) => reasons.push([reason, pauseMs]));
  social.handleLaunch(["game", "--block"]);
  clock.advance(HANG_MS);
  await waitFor("its end", () => reasons.length === 1);
  expect(reasons).toEqual([[`no answer for ${String(HANG_MS)} ms`, 0]]);
  expect(() => process.kill(hanging, 0)).toThrow("ESRCH");
  await ready(social);
  await page.ported(2);
  expect(await page.call("createOrJoinLobby", "room")).toMatchObject({ type: "done" });
  await answeredRounds(clock, 2);
});

it("that does not, stays when the machine was suspended", async () => {
  const clock = new VirtualClock();
  const social = await begun(clock);
  const { social: healthy } = social.pids;
  for (let sleep = 0; sleep < 5; sleep += 1) {
    clock.stall(3_600_000);
    clock.advance(0);
  }
  await answeredRounds(clock, 4);
  expect(social.pids.social).toBe(healthy);
});
