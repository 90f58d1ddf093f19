// Calls of a client in a process of its own are in voice processes that main starts, and go on when either is killed.
import { expect, it } from "vitest";
import type { FromSocial } from "../../../packages/electron/process/messages.js";
import { noVoice } from "../../../packages/electron/process/no-voice.js";
import type { Social } from "@sdkpp/electron/main";
import { killed, type Launcher, ready } from "../../support/electron/launcher.js";
import { launcherPerTest } from "../../support/electron/launcher-per-test.js";
import type { HandPage } from "../../support/electron/page.js";
import { enterLobby, type Player } from "../../support/players.js";
import { waitFor } from "../../support/wait-for.js";

let launcher: Launcher;
let ben: Player;
launcherPerTest((...both) => ([launcher, ben] = both));

const ada = (): bigint => BigInt(launcher.platform.seeded.userIds[0]);

/** Ada, whose client is a launcher's, and Ben in one call. */
async function meet(host: "process" | "main" = "process"): Promise<{ social: Social; page: HandPage }> {
  await launcher.storeDueTokens();
  const social = launcher.social({ host, spare: false });
  const page = await launcher.page(social, ["createOrJoinLobby", "startCall", "endCall"]);
  await ready(social);
  const call = ben.client.startCall(ben.lobbyId);
  await page.call("createOrJoinLobby", "room");
  expect(await page.call("startCall", String(ben.lobbyId))).toMatchObject({ type: "done" });
  await together();
  await call.encrypted();
  return { social, page };
}

/** Ada's end of the call works: both have agreed on keys. */
async function together(): Promise<void> {
  const call = ben.client.getCall(ben.lobbyId);
  await waitFor("Ada to be in the call", () => call.getParticipants().includes(ada()));
  await waitFor("a code that both see", () =>
    call.getEncryptedMembers().some(({ userId }) => userId === ada()),
  );
}

/** The lobbies whose calls another process would rejoin. */
function kept(): readonly string[] {
  const told = launcher.electron.utilityProcess.crossings.map(({ message }) => message as FromSocial);
  const last = told.findLast((message) => message.type === "calls");
  return last?.type === "calls" ? last.calls.map(({ lobbyId }) => lobbyId) : [];
}

/** Ben leaves and comes back: only an end of Ada's that works lets him in. */
async function returned(): Promise<void> {
  await ben.client.endCall(ben.lobbyId);
  await ben.client.startCall(ben.lobbyId).encrypted();
  await together();
}

it.each(["process", "main"] as const)("a client in %s has its call in a voice process", async (host) => {
  const { social, page } = await meet(host);
  expect(social.pids.voice).toHaveLength(1);
  expect(await page.call("endCall", String(ben.lobbyId))).toMatchObject({ type: "done" });
  await waitFor("Ada to leave", () => !ben.client.getCall(ben.lobbyId).getParticipants().includes(ada()));
});

it("a call that the player has left is rejoined by no process", async () => {
  const { social, page } = await meet();
  await waitFor("main to know the call", () => kept().includes(String(ben.lobbyId)));
  await page.call("endCall", String(ben.lobbyId));
  await waitFor("main to know of none", () => kept().length === 0);
  await killed(social);
  await ready(social);
  await page.ported(2);
  await page.call("createOrJoinLobby", "room");
  expect(social.pids.voice).toEqual([]);
});

it("calls that are off end with the reason, and no process is started for them", async () => {
  const host = { voiceHost: noVoice() };
  const carl = await enterLobby(launcher.platform, launcher.platform.seeded.userIds[0], "room", host);
  await expect(carl.client.startCall(carl.lobbyId).connected()).rejects.toThrow("calls are off");
  carl.client.destroy();
  host.voiceHost.close();
});

it("a voice process that is killed is followed by another one, and pages notice nothing", async () => {
  const { social, page } = await meet();
  const [doomed] = social.pids.voice;
  const before = social.pids.social;
  process.kill(doomed!, "SIGKILL");
  await waitFor("another one", () => social.pids.voice.length === 1 && social.pids.voice[0] !== doomed);
  await returned();
  expect(await page.call("endCall", String(ben.lobbyId))).toMatchObject({ type: "done" });
  expect([social.pids.social, page.ports, page.closed]).toEqual([before, 1, 0]);
});

it("a client that is killed rejoins its call, and its voice process does not stay behind", async () => {
  const { social } = await meet();
  const [voice] = social.pids.voice;
  await killed(social);
  await ready(social);
  await waitFor("another one", () => social.pids.voice.length === 1 && social.pids.voice[0] !== voice);
  await returned();
  expect(() => process.kill(voice!, 0)).toThrow("ESRCH");
});
