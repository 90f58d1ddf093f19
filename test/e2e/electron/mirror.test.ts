import type { Platform } from "@sdkpp/platform";
import { Client } from "sdkpp";
import { RelationshipType, StatusType } from "sdkpp/enums";
import { GROUPS, keyFrom, type Allowed, type LobbyId, type UserId } from "sdkpp/surface";
import { describe, expect, it } from "vitest";
import { platformPerTest } from "../../support/platform-per-test.js";
import { signIn as signInTo } from "../../support/players.js";
import { waitFor } from "../../support/wait-for.js";
import { openPage, pageOf, stateOf } from "./page.js";

const ALL: readonly Allowed[] = [
  ...GROUPS.session,
  ...GROUPS.friends,
  ...GROUPS.lobbies,
  ...GROUPS.chat,
  ...GROUPS.invites,
  ...GROUPS.calls,
  ...GROUPS.sound,
];

let platform: Platform;
const clients = platformPerTest((started) => (platform = started));

function signIn(userId: string): Promise<Client> {
  return signInTo(platform, userId, { prepare: (client) => clients.push(client) });
}

async function adaWithPage() {
  const [adaId, benId] = platform.seeded.userIds as unknown as [UserId, UserId];
  const [ada, ben] = [await signIn(adaId), await signIn(benId)];
  const { social, server } = await pageOf(ada, ALL);
  return { adaId, benId, ada, ben, social, server, state: social.state, operations: social.operations };
}

describe("a page and its mirror", () => {
  it("see a friend come, change and go", async () => {
    const { benId, ben, state, operations } = await adaWithPage();
    await operations.sendGameFriendRequestById(benId);
    await waitFor("the request", () => state.get("relationships", benId) !== undefined);
    expect(state.get("relationships", benId)).toEqual({
      id: benId,
      discordRelationshipType: RelationshipType.None,
      gameRelationshipType: RelationshipType.PendingOutgoing,
      isSpamRequest: false,
      hasPlayedGame: false,
    });
    await ben.acceptGameFriendRequest(String(platform.seeded.userIds[0]));
    await waitFor("a friend who is online", () => state.get("users", benId)?.status === StatusType.Online);
    expect(state.get("relationships", benId)).toMatchObject({
      gameRelationshipType: RelationshipType.Friend,
      hasPlayedGame: true,
    });
    await ben.setOnlineStatus(StatusType.Idle);
    await waitFor("idle", () => state.get("users", benId)?.status === StatusType.Idle);
    await operations.removeGameFriend(benId);
    await waitFor("nobody", () => state.get("relationships", benId) === undefined);
  });

  it("lose what ended while the client had no connection", async () => {
    const { adaId, benId, ada, ben, state, operations } = await adaWithPage();
    await operations.sendGameFriendRequestById(benId);
    await ben.acceptGameFriendRequest(adaId);
    const lobbyId = await operations.createOrJoinLobby("room");
    await waitFor("a friend and a lobby", () => state.get("users", benId)?.status === StatusType.Online);
    await waitFor("the lobby", () => state.get("lobbies", lobbyId) !== undefined);
    ada.disconnect();
    await waitFor("no connection", () => state.get("session")?.status === Client.Status.Disconnected);
    await ben.removeGameFriend(adaId);
    platform.control.lobbies.remove(lobbyId);
    ada.connect();
    await waitFor("ready", () => state.get("session")?.status === Client.Status.Ready);
    await waitFor("neither", () => state.all("relationships").size + state.all("lobbies").size === 0);
    expect(state.all("members").size).toBe(0);
  });

  it("see a lobby with its members, and messages as events", async () => {
    const { adaId, benId, ben, social, state, operations } = await adaWithPage();
    const heard: string[] = [];
    social.on("messageCreated", ({ content, authorId, lobbyId }) =>
      heard.push(`${authorId} ${lobbyId}: ${content}`),
    );
    const lobbyId: LobbyId = await operations.createOrJoinLobbyWithMetadata("room", { map: "hill" }, {});
    await ben.createOrJoinLobby("room");
    await waitFor("two members", () => state.all("members").size === 2);
    expect(state.get("lobbies", lobbyId)).toEqual({
      id: lobbyId,
      metadata: { map: "hill" },
      linkedChannel: undefined,
    });
    expect(state.get("members", keyFrom([lobbyId, benId]))).toMatchObject({ userId: benId, connected: true });
    expect(state.get("users", benId)?.displayName).not.toBe("");
    await operations.sendLobbyMessage(lobbyId, "hello");
    await ben.sendLobbyMessage(lobbyId, "hello yourself");
    await waitFor("both", () => heard.length === 2);
    expect(heard).toEqual([`${adaId} ${lobbyId}: hello`, `${benId} ${lobbyId}: hello yourself`]);
    const told = await operations.getLobbyMessagesWithLimit(lobbyId, 10);
    expect(told.map(({ content }) => content).sort()).toEqual(["hello", "hello yourself"]);
    await operations.leaveLobby(lobbyId);
    await waitFor("no lobby", () => state.all("lobbies").size === 0);
    expect(state.all("members").size).toBe(0);
  });

  it("start a call, mute it, see who is in it, and end it", async () => {
    const { adaId, benId, ben, state, operations } = await adaWithPage();
    const lobbyId = await operations.createOrJoinLobby("room");
    await ben.createOrJoinLobby("room");
    await operations.startCall(lobbyId);
    await operations.startCall(lobbyId);
    const bens = ben.startCall(lobbyId);
    await waitFor("two in the call", () => state.all("participants").size === 2);
    await waitFor("an encrypted call", () => state.get("calls", lobbyId)?.encryption.state === "on");
    expect(state.get("calls", lobbyId)?.encryption.privacyCode).toMatch(/^\d{30}$/);
    await operations.setSelfMute(lobbyId, true);
    await waitFor("muted", () => state.get("calls", lobbyId)?.selfMute === true);
    await waitFor("seen", () => state.get("participants", keyFrom([lobbyId, adaId]))?.selfMute === true);
    await operations.setParticipantVolume(lobbyId, benId, 50);
    await waitFor("quieter", () => state.get("participants", keyFrom([lobbyId, benId]))?.volume === 50);
    expect(bens.isValid()).toBe(true);
    await operations.endCall(lobbyId);
    await waitFor("no call", () => state.all("calls").size === 0);
    await waitFor("one in it", () => state.all("participants").size === 1);
    await expect(operations.setSelfMute(lobbyId, false)).rejects.toMatchObject({ code: "NO_CALL" });
  });

  it("see how the switches of the microphone stand, whoever turns them", async () => {
    const { ada, state, operations } = await adaWithPage();
    expect(state.get("voice")).toMatchObject({
      echoCancellation: true,
      noiseSuppression: true,
      noiseCancellation: false,
      automaticGainControl: true,
    });
    await operations.setNoiseCancellation(true);
    await waitFor("the stronger one", () => state.get("voice")?.noiseCancellation === true);
    expect(state.get("voice")?.noiseSuppression).toBe(false);
    ada.setEchoCancellation(false);
    await operations.setAutomaticGainControl(false);
    await waitFor("both off", () => state.get("voice")?.automaticGainControl === false);
    expect(state.get("voice")?.echoCancellation).toBe(false);
  });

  it("see who is muted in a call that the player is not in", async () => {
    const { benId, ben, state, operations } = await adaWithPage();
    const lobbyId = await operations.createOrJoinLobby("room");
    await ben.createOrJoinLobby("room");
    const call = ben.startCall(lobbyId);
    const bens = () => state.get("participants", keyFrom([lobbyId, benId]));
    await waitFor("Ben in the call", () => bens() !== undefined);
    call.setSelfMute(true);
    await waitFor("muted", () => bens()?.selfMute === true);
    call.setSelfDeaf(true);
    await waitFor("deaf", () => bens()?.selfDeaf === true);
    call.setSelfMute(false);
    call.setSelfDeaf(false);
    await waitFor("neither", () => bens()?.selfMute === false && !bens()?.selfDeaf);
    expect(state.all("calls").size).toBe(0);
  });

  it("hear how loud those in the call are, as long as somebody looks", async () => {
    const { adaId, benId, ada, ben, social, operations } = await adaWithPage();
    const lobbyId = await operations.createOrJoinLobby("room");
    await ben.createOrJoinLobby("room");
    await operations.startCall(lobbyId);
    for (const call of [ada.getCall(lobbyId), ben.startCall(lobbyId)]) {
      await call.encrypted();
      call.openPcmInput(48_000, 1);
      call.pushPcm(Int16Array.from({ length: 48_000 }, (_, at) => 16_000 * Math.sin(at / 20)));
    }
    const stop = social.levels.watch(() => undefined);
    await waitFor("both", () => [adaId, benId].every((id) => social.levels.of(lobbyId, id) > -20));
    stop();
    expect(social.levels.isWatched).toBe(false);
  });

  it("get the sound of a speaker where the allow-list names it, as speech", async () => {
    const { benId, ben, social, server, operations } = await adaWithPage();
    const lobbyId = await operations.createOrJoinLobby("room");
    await ben.createOrJoinLobby("room");
    await operations.startCall(lobbyId);
    const call = ben.startCall(lobbyId);
    await call.encrypted();
    call.openPcmInput(48_000, 1);
    const pages = [social, openPage(server, [...ALL, "tap"])];
    const heard = pages.map(() => 0);
    const loudest = pages.map(() => 0);
    const ends = pages.map((page, at) =>
      page.tap(lobbyId, benId, { rate: 16_000 }, (samples) => {
        heard[at]! += samples.length;
        loudest[at] = Math.max(loudest[at]!, ...samples);
      }),
    );
    call.pushPcm(Int16Array.from({ length: 48_000 }, (_, at) => 16_000 * Math.sin(at / 20)));
    await waitFor("half a second", () => heard[1]! > 8000);
    expect(loudest[1]).toBeGreaterThan(8000);
    expect(heard[0]).toBe(0);
    ends.forEach((end) => end());
  });

  it("fail with what the SDK says, and with what the allow-list says", async () => {
    const { ada, operations, server } = await adaWithPage();
    await expect(operations.sendLobbyMessage("123" as LobbyId, "")).rejects.toMatchObject({
      name: "OperationError",
      code: expect.stringMatching(/^(ValidationError|HTTPError)$/) as string,
    });
    const stranger = openPage(server, ["session"]);
    await waitFor("its state", () => stranger.state.isComplete);
    await expect(stranger.operations.createOrJoinLobby("room")).rejects.toMatchObject({
      code: "NOT_ALLOWED",
    });
    expect(ada.getLobbyIds()).toEqual([]);
    expect(
      Object.entries(stateOf(stranger)).filter(([, records]) => Object.keys(records as object).length > 0),
    ).toEqual([["session", { "": expect.objectContaining({ status: Client.Status.Ready }) as unknown }]]);
  });

  it("are the same again behind a reload, and nothing of the page before is left", async () => {
    const { benId, ben, server, social, operations } = await adaWithPage();
    await operations.sendGameFriendRequestById(benId);
    await ben.acceptGameFriendRequest(String(platform.seeded.userIds[0]));
    await operations.createOrJoinLobby("room");
    await waitFor("the friend", () => social.state.get("users", benId)?.status === StatusType.Online);
    for (let reload = 0; reload < 100; reload += 1) {
      const page = openPage(server, ALL);
      await waitFor("its state", () => page.state.isComplete);
      await waitFor("the same", () => JSON.stringify(stateOf(page)) === JSON.stringify(stateOf(social)));
      page.close();
    }
    await waitFor("one page", () => server.pageCount === 1);
  });
});
