// Processes that are killed in the middle of a call, as a page sees it; `npm run soak -- launcher` kills more of them.
import { existsSync, readFileSync } from "node:fs";
import { GROUPS, type LobbyId, type UserId } from "sdkpp/surface";
import { CallStatus, StatusType } from "sdkpp/enums";
import { expect, it } from "vitest";
import type { Social } from "@sdkpp/electron/main";
import { killed, type Launcher, ready } from "../../support/electron/launcher.js";
import { launcherPerTest } from "../../support/electron/launcher-per-test.js";
import { MirroringPage } from "../../support/electron/mirroring-page.js";
import type { Player } from "../../support/players.js";
import { waitFor } from "../../support/wait-for.js";

const SOCIAL_KILLS = Number(process.env["SDKPP_SOCIAL_KILLS"] ?? 2);
const VOICE_KILLS = Number(process.env["SDKPP_LAUNCHER_VOICE_KILLS"] ?? 2);
const ALLOW = [...GROUPS.session, ...GROUPS.friends, ...GROUPS.lobbies, ...GROUPS.chat, ...GROUPS.calls];
/** What `npm run soak` reads: p50, p95 and the worst, milliseconds. */
function told(what: string, times: readonly number[]): void {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number): string => String(Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0));
  console.log(`${what}: ${at(0.5)} / ${at(0.95)} / ${at(1)} ms of ${String(times.length)}`);
}
const LIMIT_MS = 60_000 + 20_000 * (SOCIAL_KILLS + VOICE_KILLS);

let launcher: Launcher;
let ben: Player;
launcherPerTest((...both) => ([launcher, ben] = both));

/** The spare process, once it has loaded the addon: before that it is a process that starts. */
async function spareIsReady(social: Social): Promise<void> {
  const hasAddon = (pid: number): boolean => {
    const maps = `/proc/${String(pid)}/maps`;
    // the process that was killed may still be named
    return existsSync(maps) && readFileSync(maps, "utf8").includes(".node");
  };
  await waitFor("a spare process", () => social.pids.voice.length === 2 && social.pids.voice.every(hasAddon));
}

/** Ada's launcher with a page; she is Ben's friend, and in a call with him. */
async function inCall(): Promise<{ social: Social; page: MirroringPage; lobbyId: LobbyId; benId: UserId }> {
  const [adaId, benId] = launcher.platform.seeded.userIds as unknown as [UserId, UserId];
  await launcher.storeDueTokens();
  const social = launcher.social({ restarts: 1000 });
  await ready(social);
  const page = new MirroringPage(social, ALLOW);
  const { operations, state } = page.social;
  await waitFor("the state", () => state.isComplete);
  await operations.sendGameFriendRequestById(benId);
  await ben.client.acceptGameFriendRequest(adaId);
  const lobbyId = await operations.createOrJoinLobby("room");
  await operations.startCall(lobbyId);
  await ben.client.startCall(lobbyId).encrypted();
  await waitFor("a friend", () => state.get("users", benId)?.status === StatusType.Online);
  await callGoesOn(page, lobbyId);
  return { social, page, lobbyId, benId };
}

async function callGoesOn({ social: { state } }: MirroringPage, lobbyId: LobbyId): Promise<void> {
  const call = () => state.get("calls", lobbyId);
  await waitFor(
    "a call that is encrypted",
    () => call()?.status === CallStatus.Connected && call()?.encryption.state === "on",
  );
  await waitFor(
    "the same code",
    () => ben.client.getCall(lobbyId).getPrivacyCode() === call()?.encryption.privacyCode,
  );
}

it(
  "a page has the same as a fresh one, and its call goes on, when the client's process was killed",
  { timeout: LIMIT_MS },
  async () => {
    const { social, page, lobbyId, benId } = await inCall();
    const times: number[] = [];
    const players = new Set<string | undefined>();
    const { state } = page.social;
    state.watch("session", "", () => players.add(state.get("session")?.userId));
    for (let kill = 0; kill < SOCIAL_KILLS; kill += 1) {
      const { snapshots } = page;
      const killedMs = performance.now();
      await killed(social);
      expect(page.social.state.get("relationships", benId)).toBeDefined();
      await waitFor("another snapshot", () => page.snapshots > snapshots);
      await ready(social);
      await callGoesOn(page, lobbyId);
      times.push(performance.now() - killedMs);
      const fresh = new MirroringPage(social, ALLOW);
      await waitFor("its state", () => fresh.social.state.isComplete);
      await waitFor("the same", () => fresh.state === page.state);
      expect(page.social.state.get("users", benId)?.status).toBe(StatusType.Online);
      fresh.close();
    }
    expect([...players]).toEqual([launcher.platform.seeded.userIds[0]]);
    told("ready, with the call, behind a kill of the client's process", times);
  },
);

it(
  "a page notices an event and nothing else when the process of the call was killed",
  { timeout: LIMIT_MS },
  async () => {
    const { social, page, lobbyId, benId } = await inCall();
    const { snapshots } = page;
    const gaps: number[] = [];
    page.social.on("callMoved", (_lobbyId, { gapMs }) => gaps.push(gapMs));
    for (let kill = 1; kill <= VOICE_KILLS; kill += 1) {
      await spareIsReady(social);
      const [active] = social.pids.voice;
      process.kill(active!, "SIGKILL");
      await waitFor("the call to move", () => gaps.length === kill);
      await callGoesOn(page, lobbyId);
      expect(page.social.state.get("relationships", benId)).toBeDefined();
    }
    told("without the call, behind a kill of its process", gaps);
    expect(page.snapshots).toBe(snapshots);
    expect(page.social.isConnected).toBe(true);
  },
);
