// How many frames a page gets from a client: those that it takes beyond what it has drawn. The server's clock and the page's screen are the test's.
import type { Platform } from "@sdkpp/platform";
import { expect, it } from "vitest";
import { Social } from "../../../packages/electron/renderer/index.js";
import { SocialServer } from "../../../packages/electron/social/index.js";
import { platformPerTest } from "../../support/platform-per-test.js";
import { signIn } from "../../support/players.js";
import { VirtualClock } from "../../support/virtual-clock.js";
import { waitFor } from "../../support/wait-for.js";
import { connectPage } from "./page.js";

let platform: Platform;
const clients = platformPerTest((started) => (platform = started));

/** A page that has drawn its state, and draws again when it is told to. */
async function drawnPage({ isHidden = false } = {}) {
  const client = await signIn(platform, platform.seeded.userIds[0]!, {
    prepare: (one) => clients.push(one),
  });
  const clock = new VirtualClock();
  const server = new SocialServer({ client, clock });
  const tasks: (() => void)[] = [];
  let turned: () => void = () => undefined;
  const visibility = { isHidden, watch: (listener: () => void) => ((turned = listener), () => undefined) };
  const social = new Social({ nextFrame: (task) => tasks.push(task), visibility });
  let [frames, answers] = [0, 0];
  connectPage(social, server, ["voice", "setAutomaticGainControl"], (message) => {
    const { type } = message as { type: string };
    if (type === "frame") frames += 1;
    if (type === "drawn") answers += 1;
  });
  /** Waits until an answer of the page has arrived. */
  const answered = async (cause: () => void): Promise<void> => {
    const before = answers;
    cause();
    await waitFor("an answer", () => answers > before);
    clock.advance(1000);
  };
  const draw = (): Promise<void> => answered(() => tasks.splice(0).forEach((task) => task()));
  const turn = (toHidden: boolean): Promise<void> =>
    answered(() => ((visibility.isHidden = toHidden), turned()));
  let isOn = true;
  /** Changes the state, and lets a second pass. @returns how many frames there are then */
  const change = async (): Promise<number> => {
    isOn = !isOn;
    await social.operations.setAutomaticGainControl(isOn);
    clock.advance(1000);
    return frames;
  };
  const hasNewest = (): boolean => social.state.get("voice")?.automaticGainControl === isOn;
  await waitFor("the state", () => (clock.advance(1), social.state.isComplete));
  await draw();
  return { frames: () => frames, draw, turn, change, hasNewest };
}

it("a page that does not draw gets eight, and the newest of what it missed when it does", async () => {
  const { draw, change, hasNewest } = await drawnPage();
  const counts: number[] = [];
  for (let round = 0; round < 11; round += 1) counts.push(await change());
  expect(counts).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 8]);
  expect(hasNewest()).toBe(false);
  await draw();
  await waitFor("the newest", hasNewest);
});

it("a page that is hidden gets one for each answer, and the newest when it is seen again", async () => {
  const { frames, draw, turn, change, hasNewest } = await drawnPage({ isHidden: true });
  expect([await change(), await change(), await change()]).toEqual([1, 1, 1]);
  await draw();
  expect(frames()).toBe(2);
  expect([await change(), await change()]).toEqual([2, 2]);
  await turn(false);
  expect(frames()).toBe(3);
  expect([await change(), await change()]).toEqual([4, 5]);
  // what is under way counts
  await waitFor("the newest", hasNewest);
  await turn(true);
  expect([await change(), await change()]).toEqual([6, 6]);
});
