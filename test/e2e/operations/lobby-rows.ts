import { Call, Client, ErrorType } from "sdkpp";
import { LOBBIES_PER_USER_MAX } from "sdkpp/wire";
import { expect } from "vitest";
import { waitFor } from "../../support/wait-for.js";
import { fails, failsAfter, isInvalid, row, type FailureRow, type Last, type OperationRow } from "./row.js";
import type { Scene, Seat } from "./scene.js";

const { HTTPError } = ErrorType;

/** Ben has created it. */
async function lobbyOfBen(scene: Scene): Promise<{ secret: string; lobbyId: bigint }> {
  const secret = scene.unique("secret");
  const { lobbyId } = await scene.ben.client.createOrJoinLobby(secret);
  return { secret, lobbyId };
}

const memberIds = ({ client }: Seat, lobbyId: bigint): bigint[] =>
  client.getLobbyHandle(lobbyId)?.lobbyMemberIds ?? [];

/** Ben and Ada are in it. */
async function sharedLobby(scene: Scene): Promise<{ lobbyId: bigint }> {
  const { secret, lobbyId } = await lobbyOfBen(scene);
  await scene.ada.client.createOrJoinLobby(secret);
  await waitFor("Ada in the lobby", () => memberIds(scene.ben, lobbyId).includes(scene.ada.userId));
  return { lobbyId };
}

/** Waits until Ben sees Ada in the lobby. */
async function expectAdaIn({ ada, ben }: Scene, lobbyId: bigint): Promise<void> {
  await waitFor("Ada in the lobby", () => memberIds(ben, lobbyId).includes(ada.userId));
  expect(memberIds(ada, lobbyId)).toContain(ben.userId);
}

const withoutLobbies = (start: (client: Client, last: Last) => unknown): FailureRow =>
  failsAfter("a token that may not", { type: HTTPError, status: 403, errorCode: 50_026 }, async (scene) => {
    const poor = await scene.ready(scene.stranger(), Client.getDefaultPresenceScopes());
    return (last) => start(poor.client, last);
  });

const createOrJoinLobby = row({
  name: "createOrJoinLobby",
  prepare: lobbyOfBen,
  start: (client, { secret }, last) => client.createOrJoinLobby(secret, last as never),
  effect: async (scene, { lobbyId }, values) => {
    expect(values).toEqual([lobbyId]);
    await expectAdaIn(scene, lobbyId);
  },
  defaults: [0n],
  route: "PUT /lobbies",
  functionName: "CreateOrJoinLobby",
  failures: [
    isInvalid("no secret", ({ ada }, last) => ada.client.createOrJoinLobby("", last)),
    isInvalid("a secret of 251 characters", ({ ada }, last) =>
      ada.client.createOrJoinLobby("s".repeat(251), last),
    ),
    failsAfter(
      "who is in as many lobbies as one may be",
      { type: HTTPError, status: 400, errorCode: 50_035 },
      async (scene) => {
        const busy = await scene.ready(scene.stranger());
        for (let count = 0; count < LOBBIES_PER_USER_MAX; count += 1)
          await scene.as(busy, "PUT /lobbies", { secret: scene.unique("secret") });
        return (last) => busy.client.createOrJoinLobby("one more", last as never);
      },
    ),
    withoutLobbies((client, last) => client.createOrJoinLobby("any", last as never)),
  ],
} satisfies OperationRow<{ secret: string; lobbyId: bigint }>);

const createOrJoinLobbyWithMetadata = row({
  name: "createOrJoinLobbyWithMetadata",
  prepare: lobbyOfBen,
  start: (client, { secret }, last) =>
    client.createOrJoinLobbyWithMetadata(secret, { map: "dust" }, { team: "red" }, last as never),
  effect: async (scene, { secret, lobbyId }, values) => {
    expect(values).toEqual([lobbyId]);
    await expectAdaIn(scene, lobbyId);
    const seen = scene.ben.client.getLobbyHandle(lobbyId);
    await waitFor("the map", () => seen?.metadata["map"] === "dust");
    expect(seen?.getLobbyMemberHandle(scene.ada.userId)?.metadata).toEqual({ team: "red" });
    // Also of a lobby that the player is in already.
    const { client, userId } = scene.ada;
    await client.createOrJoinLobbyWithMetadata(secret, { map: "dust" }, { team: "blue" });
    expect(client.getLobbyHandle(lobbyId)?.getLobbyMemberHandle(userId)?.metadata).toEqual({ team: "blue" });
    const others = () => seen?.getLobbyMemberHandle(userId)?.metadata["team"];
    await waitFor("the team", () => others() === "blue");
  },
  defaults: [0n],
  route: "PUT /lobbies",
  functionName: "CreateOrJoinLobbyWithMetadata",
  failures: [
    isInvalid("metadata of the lobby of more than 1,000 characters", ({ ada }, last) =>
      ada.client.createOrJoinLobbyWithMetadata("a", { k: "v".repeat(1000) }, {}, last),
    ),
    isInvalid("metadata of the member of more than 1,000 characters", ({ ada }, last) =>
      ada.client.createOrJoinLobbyWithMetadata("a", {}, { k: "v".repeat(1000) }, last),
    ),
  ],
} satisfies OperationRow<{ secret: string; lobbyId: bigint }>);

const leaveLobby = row({
  name: "leaveLobby",
  prepare: sharedLobby,
  start: (client, { lobbyId }, last) => client.leaveLobby(lobbyId, last as never),
  effect: async ({ ada, ben }, { lobbyId }) => {
    expect(ada.client.getLobbyHandle(lobbyId)).toBeUndefined();
    await waitFor("Ada gone", () => !memberIds(ben, lobbyId).includes(ada.userId));
  },
  defaults: [],
  route: "DELETE /lobbies/{lobby.id}/members/@me",
  functionName: "LeaveLobby",
  failures: [
    failsAfter(
      "a lobby of the game's server",
      { type: HTTPError, status: 403, errorCode: 50_001 },
      async (scene) => {
        const lobbyId = await scene.serverLobby({ id: String(scene.ada.userId) });
        return (last) => scene.ada.client.leaveLobby(lobbyId, last as never);
      },
    ),
    fails("a lobby that there is not", { type: HTTPError, status: 404, errorCode: 10_031 }, ({ ada }, last) =>
      ada.client.leaveLobby(5n, last),
    ),
    isInvalid("no id", ({ ada }, last) => ada.client.leaveLobby("lobby", last)),
  ],
} satisfies OperationRow<{ lobbyId: bigint }>);

/** Ada is in a call, and Ben knows it. */
async function runningCall(scene: Scene): Promise<{ lobbyId: bigint }> {
  const { lobbyId } = await sharedLobby(scene);
  const call = scene.ada.client.startCall(lobbyId);
  await waitFor("the call", () => call.getStatus() === Call.Status.Connected);
  await waitFor("Ben to see it", () => callers(scene.ben, lobbyId).includes(scene.ada.userId));
  return { lobbyId };
}

const callers = ({ client }: Seat, lobbyId: bigint): bigint[] =>
  client.getLobbyHandle(lobbyId)?.getCallInfoHandle()?.getParticipants() ?? [];

async function expectHungUp({ ada, ben }: Scene, { lobbyId }: { lobbyId: bigint }): Promise<void> {
  expect(ada.client.getCall(lobbyId).isValid()).toBe(false);
  await waitFor("Ben to see its end", () => !callers(ben, lobbyId).includes(ada.userId));
}

const endCall = row({
  name: "endCall",
  prepare: runningCall,
  start: (client, { lobbyId }, last) => client.endCall(lobbyId, last as never),
  effect: expectHungUp,
  defaults: [],
  unready: "works",
  isVoid: true,
} satisfies OperationRow<{ lobbyId: bigint }>);

const endCalls = row({
  name: "endCalls",
  prepare: runningCall,
  start: (client, _given, last) => client.endCalls(last as never),
  effect: async (scene, given) => {
    await expectHungUp(scene, given);
    expect(scene.ada.client.getCalls()).toEqual([]);
  },
  defaults: [],
  unready: "works",
  isVoid: true,
} satisfies OperationRow<{ lobbyId: bigint }>);

export const lobbyRows = [createOrJoinLobby, createOrJoinLobbyWithMetadata, leaveLobby, endCall, endCalls];
export { sharedLobby, withoutLobbies };
