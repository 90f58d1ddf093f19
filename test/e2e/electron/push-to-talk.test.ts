// A key that main watches talks in the calls of the player, wherever the client is, and no page has a part in it.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AudioModeType, CallStatus } from "sdkpp/enums";
import type { LobbyId } from "sdkpp/surface";
import type { Social, TalkKey } from "@sdkpp/electron/main";
import { killed, Launcher, ready } from "../../support/electron/launcher.js";
import { MirroringPage } from "../../support/electron/mirroring-page.js";
import { waitFor } from "../../support/wait-for.js";

let launcher: Launcher;
beforeEach(async () => {
  launcher = await Launcher.start();
});
afterEach(() => launcher.end());

async function signedIn(host: "process" | "main"): Promise<{ social: Social; page: MirroringPage }> {
  await launcher.storeDueTokens();
  const social = launcher.social({ host, spare: false });
  const page = new MirroringPage(social, [
    "session",
    "calls",
    "createOrJoinLobby",
    "startCall",
    "endCall",
    "setAudioMode",
  ]);
  await ready(social);
  await waitFor("the state", () => page.social.state.isComplete);
  return { social, page };
}

/** Watches a key that the test presses. */
function watchKey(social: Social): TalkKey {
  let given: TalkKey | undefined;
  social.pushToTalk((key) => void (given = key));
  return given!;
}

const isTalking = ({ social }: MirroringPage, lobbyId: LobbyId): boolean | undefined =>
  social.state.get("calls", lobbyId)?.pttActive;

/** Words about the key that crossed to the process of the client. */
const crossed = (): unknown[] =>
  launcher.electron.utilityProcess.crossings.flatMap(({ message }) => {
    const { type, isDown } = message as { type?: string; isDown?: boolean };
    return type === "talkKey" ? [isDown] : [];
  });

describe.each(["process", "main"] as const)("a key, with a client in %s,", (host) => {
  it("talks while it is down, in calls that begin meanwhile too, and harms nothing without one", async () => {
    const { social, page } = await signedIn(host);
    const key = watchKey(social);
    key.onKey(true);
    key.onKey(false);
    const lobbyId = await page.social.operations.createOrJoinLobby("room");
    for (let repeat = 0; repeat < 100; repeat += 1) key.onKey(true);
    await page.social.operations.startCall(lobbyId);
    await page.social.operations.setAudioMode(lobbyId, AudioModeType.MODE_PTT);
    await waitFor("the key to be down", () => isTalking(page, lobbyId) === true);
    key.onKey(false);
    await waitFor("the key to be up", () => isTalking(page, lobbyId) === false);
    key.onKey(true);
    await waitFor("the key to be down again", () => isTalking(page, lobbyId) === true);
    key.onEnd(new Error("the keyboard is gone"));
    await waitFor("silence", () => isTalking(page, lobbyId) === false);
    if (host === "process") expect(crossed()).toEqual([true, false, true, false, true, false]);
    page.close();
  });
});

it("a key that is held while the process of the client dies is up in the next one", async () => {
  const { social, page } = await signedIn("process");
  const key = watchKey(social);
  const lobbyId = await page.social.operations.createOrJoinLobby("room");
  await page.social.operations.startCall(lobbyId);
  key.onKey(true);
  await waitFor("the key to be down", () => isTalking(page, lobbyId) === true);
  const statusNow = (): unknown => page.social.state.get("calls", lobbyId)?.status;
  await waitFor("the call", () => statusNow() === CallStatus.Connected);
  await killed(social);
  await waitFor("the call again, with the key up", () => isTalking(page, lobbyId) === false);
  key.onKey(true);
  await waitFor("the key, which is still held", () => isTalking(page, lobbyId) === true);
  page.close();
});
