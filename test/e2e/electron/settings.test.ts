// What pages set of calls outlives the client's process.
import { expect, it } from "vitest";
import { ActivityTypes, AudioModeType, CallStatus, RelationshipType, StatusType } from "sdkpp/enums";
import { GROUPS, keyFrom, type UserId } from "sdkpp/surface";
import type { FromSocial, StartOrder } from "../../../packages/electron/process/messages.js";
import { killed, type Launcher, ready } from "../../support/electron/launcher.js";
import { launcherPerTest } from "../../support/electron/launcher-per-test.js";
import { MirroringPage } from "../../support/electron/mirroring-page.js";
import type { Player } from "../../support/players.js";
import { waitFor } from "../../support/wait-for.js";

let launcher: Launcher;
let ben: Player;
launcherPerTest((...both) => ([launcher, ben] = both));

/** What main was told last. */
function told<T extends FromSocial["type"]>(type: T): Extract<FromSocial, { type: T }> | undefined {
  const messages = launcher.electron.utilityProcess.crossings.map(({ message }) => message as FromSocial);
  return messages.findLast((message) => message.type === type) as
    Extract<FromSocial, { type: T }> | undefined;
}

it(
  "a page finds the settings and the chosen device as they were, kill after kill",
  { timeout: 90_000 },
  async () => {
    await launcher.storeDueTokens();
    const [adaId, benId] = launcher.platform.seeded.userIds as unknown as [UserId, UserId];
    const social = launcher.social({ audioDevices: "null", restarts: 1000 });
    await ready(social);
    const allow = [...GROUPS.session, ...GROUPS.lobbies, ...GROUPS.calls, ...GROUPS.sound] as const;
    const page = new MirroringPage(social, allow);
    const { operations, state } = page.social;
    await waitFor("the devices", () => state.get("devices")?.inputs.length === 1);
    const lobbyId = await operations.createOrJoinLobby("room");
    await operations.startCall(lobbyId);
    await ben.client.startCall(lobbyId).encrypted();
    const call = () => state.get("calls", lobbyId);
    const inCall = (): Promise<void> =>
      waitFor("a call", () => call()?.status === CallStatus.Connected && call()?.encryption.state === "on");
    await inCall();

    const [microphone] = state.get("devices")!.inputs;
    await operations.setInputDevice(microphone!.id);
    await operations.setOutputVolume(150);
    await operations.setSelfMute(lobbyId, true);
    await operations.setAudioMode(lobbyId, AudioModeType.MODE_PTT);
    await operations.setPTTReleaseDelay(lobbyId, 250);
    await operations.setPTTActive(lobbyId, true);
    await operations.setParticipantVolume(lobbyId, benId, 30);
    await operations.setLocalMute(lobbyId, benId, true);

    for (let kill = 0; kill < 2; kill += 1) {
      const { snapshots } = page;
      await killed(social);
      await ready(social);
      await waitFor("another snapshot", () => page.snapshots > snapshots);
      await inCall();
      expect(call()).toMatchObject({ selfMute: true, audioMode: AudioModeType.MODE_PTT, pttActive: false });
      await waitFor("Ben", () => state.get("participants", keyFrom([lobbyId, benId])) !== undefined);
      expect(state.get("participants", keyFrom([lobbyId, benId]))).toMatchObject({
        volume: 30,
        isLocallyMuted: true,
      });
      expect(state.get("voice")).toMatchObject({ outputVolume: 150 });
      await waitFor("Ben to see her muted", () => {
        const hers = ben.client.getCall(lobbyId).getVoiceStateHandle(adaId);
        return hers?.selfMute === true;
      });
    }
    const order = launcher.electron.utilityProcess.crossings
      .map(({ message }) => message as StartOrder)
      .findLast(({ type }) => type === "start");
    expect(order?.calls).toEqual(told("calls")?.calls);
    expect(order?.calls[0]?.settings).toContainEqual(["setPTTReleaseDelay", 250]);
    expect(order?.sound).toEqual([
      ["setInputDevice", microphone!.id],
      ["setOutputVolume", 150],
    ]);
    await operations.endCall(lobbyId);
    await waitFor("main to know of no call", () => told("calls")?.calls.length === 0);
    page.close();
  },
);

it("the status and the activity are the same behind a kill, and the page's microphone is measured again", async () => {
  await launcher.storeDueTokens();
  const [adaId, benId] = launcher.platform.seeded.userIds as unknown as [UserId, UserId];
  const social = launcher.social({ audioDevices: "null", restarts: 1000 });
  await ready(social);
  const page = new MirroringPage(social, [
    ...GROUPS.session,
    ...GROUPS.friends,
    ...GROUPS.invites,
    "microphone",
  ]);
  const { operations, microphone, state } = page.social;
  await operations.sendGameFriendRequestById(benId);
  await waitFor("Ben to be asked", () => {
    const { gameRelationshipType } = ben.client.getRelationshipHandle(adaId);
    return gameRelationshipType === RelationshipType.PendingIncoming;
  });
  await ben.client.acceptGameFriendRequest(adaId);
  await operations.setOnlineStatus(StatusType.Dnd);
  const name = "Launcher";
  await operations.updateRichPresence({ name, type: ActivityTypes.Playing, state: "In a match" });
  const seen = (): unknown => {
    const ada = ben.client.getUser(adaId);
    return [ada?.status, ada?.gameActivity?.state];
  };
  const shown = (): Promise<void> =>
    waitFor("Ben to see it", () => JSON.stringify(seen()) === JSON.stringify([StatusType.Dnd, "In a match"]));
  await shown();
  let reports = 0;
  microphone.watch(() => (reports += 1));
  await waitFor("a level", () => reports > 0);
  const { snapshots } = page;
  await killed(social);
  await ready(social);
  await waitFor("another snapshot", () => page.snapshots > snapshots);
  // what the next client says of itself; Ben may still see the session before
  expect(state.get("users", adaId)).toMatchObject({
    status: StatusType.Dnd,
    gameActivity: { state: "In a match" },
  });
  await shown();
  reports = 0;
  await waitFor("another level", () => reports > 0);
  expect([microphone.dbfs, microphone.problem]).toEqual([-100, ""]);
  await operations.clearRichPresence();
  await waitFor("main to know of no activity", () => told("presence")?.settings.length === 1);
  page.close();
});
