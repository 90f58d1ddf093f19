// Operations of components, a small launcher, and all hooks under StrictMode, with React as it is developed with.
import { describe, expect, it } from "vitest";
import type { scenes as Scenes } from "./page/program.js";
import { pageWith } from "./support-page.js";

declare const scenes: typeof Scenes;
const page = pageWith("development");

describe("operations of a component", () => {
  it("show that they run, and how they ended", async () => {
    const seen = await page().evaluate(() => scenes.operations.one());
    expect(seen).toEqual({
      done: { outcome: { isDone: true, value: "9" }, args: ["500", "hello"] },
      shown: { isRunning: false, value: "9", error: undefined, renders: 2 },
      failed: { isRunning: false, value: "9", error: "slow down", code: "RateLimited", retryable: true },
      isSame: true,
      reset: { isRunning: false, value: undefined, error: undefined },
    });
  });

  it("show the newest run, whichever ends last", async () => {
    const seen = await page().evaluate(() => scenes.operations.newest());
    expect(seen).toEqual({
      before: { isRunning: false, value: "2", error: undefined },
      outcome: { isDone: true, value: "1" },
      after: { isRunning: false, value: "2", error: undefined },
    });
  });

  it("are cancelled with their component", async () => {
    const seen = await page().evaluate(() => scenes.operations.unmounted());
    expect(seen).toEqual({ cancelled: [0], code: "Aborted" });
  });
});

describe("a hidden component", () => {
  it("comes back without what it ran", async () => {
    const seen = await page().evaluate(() => scenes.operations.hidden());
    expect(seen).toEqual({ isDone: false, isRunning: false, value: undefined, error: undefined });
  });
});

describe("a launcher", () => {
  it("signs in, shows friends, answers requests, chats and talks", async () => {
    const seen = await page().evaluate(() => scenes.launcher());
    expect(seen).toEqual({
      signedOut: "sign in",
      signedIn: "name00010: nothingname00011: nothingaccept m1m2sendjoinMic",
      inCall: "name00010: nothingname00011: nothingtoo many friends m1m2sendmutespeaksMic",
      asked: [
        ["acceptGameFriendRequest", "20"],
        ["sendLobbyMessage", "500", "hello"],
        ["startCall", "500"],
        ["setSelfMute", "500", true],
      ],
    });
  });
});

describe("hooks under StrictMode", () => {
  it("read the state, follow it, and give React nothing to complain of", async () => {
    const { shown, identities, complaints } = await page().evaluate(() => scenes.strict());
    expect(complaints).toEqual([]);
    expect(identities).toBe(1);
    expect(shown).toEqual({
      own: "name00001",
      connected: true,
      player: "1",
      presence: { status: 0, activity: undefined },
      requests: { incoming: ["20"], outgoing: [], blocked: ["9"] },
      lobbies: ["500"],
      name: "Room",
      none: undefined,
      members: ["9", "11"],
      participants: ["11"],
      call: true,
      encryption: { state: "on", privacyCode: "123" },
      speaking: true,
      messages: ["m1", "m2", "m3", "m4"],
      heard: ["m3", "m4"],
      online: ["10", "11", "12"],
    });
  });
});
