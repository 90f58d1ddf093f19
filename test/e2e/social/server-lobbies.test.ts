// Lobbies that the game's server makes: what its bot does over HTTP is what players see.
import type { Platform } from "@sdkpp/platform";
import { Client } from "sdkpp";
import { LobbyMemberFlag } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import { asBot } from "../../support/as-bot.js";
import { platformPerTest } from "../../support/platform-per-test.js";
import { signIn as signInTo } from "../../support/players.js";
import { waitFor } from "../../support/wait-for.js";

let platform: Platform;
const clients = platformPerTest((started) => (platform = started));

/** Calls of the lobby callbacks, in order. */
type News = [what: string, lobbyId: bigint, memberId?: bigint][];

async function signIn(userId: string): Promise<{ client: Client; userId: bigint; news: News }> {
  const news: News = [];
  const prepare = (client: Client): void => {
    clients.push(client);
    client.setLobbyCreatedCallback((id) => news.push(["created", id]));
    client.setLobbyUpdatedCallback((id) => news.push(["updated", id]));
    client.setLobbyDeletedCallback((id) => news.push(["deleted", id]));
    client.setLobbyMemberAddedCallback((id, member) => news.push(["added", id, member]));
    client.setLobbyMemberRemovedCallback((id, member) => news.push(["removed", id, member]));
    client.setLobbyMemberUpdatedCallback((id, member) => news.push(["changed", id, member]));
  };
  return { client: await signInTo(platform, userId, { prepare }), userId: BigInt(userId), news };
}

async function makeLobby(settings: object): Promise<bigint> {
  const { status, body } = await asBot(platform, "POST /lobbies", settings);
  expect(status).toBe(201);
  return BigInt((body as { id: string }).id);
}

/** Waits until the newest news are these, and forgets them. */
async function hears(news: News, expected: News): Promise<void> {
  await waitFor(
    JSON.stringify(expected, (_k, v: unknown) => String(v)),
    () => news.length >= expected.length,
  );
  expect(news.splice(0)).toEqual(expected);
}

describe("a lobby of the game's server", () => {
  it("exists for its members, and each step of the server emits one event", async () => {
    const [adaId, benId] = platform.seeded.userIds;
    const [ada, ben] = [await signIn(adaId), await signIn(benId)];
    const cydId = platform.control.users.create({ username: "cyd" }).id;
    const cyd = BigInt(cydId);

    const id = await makeLobby({
      metadata: { map: "dust" },
      members: [{ id: adaId, metadata: { team: "red" }, flags: LobbyMemberFlag.CanLinkLobby }, { id: cydId }],
    });
    await hears(ada.news, [["created", id]]);
    const lobby = ada.client.getLobbyHandle(id)!;
    expect({ ...lobby.metadata }).toEqual({ map: "dust" });
    expect(
      lobby.lobbyMembers.map((one) => [one.id, one.connected, one.canLinkLobby, { ...one.metadata }]),
    ).toEqual([
      [ada.userId, true, true, { team: "red" }],
      [cyd, false, false, {}],
    ]);

    const put = await asBot(platform, `PUT /lobbies/${id}/members/${benId}`, { additional_name: "Grumpy" });
    expect(put).toMatchObject({ status: 200, body: { id: benId, additional_name: "Grumpy" } });
    await hears(ben.news, [["created", id]]);
    await hears(ada.news, [["added", id, ben.userId]]);
    const { messageId } = await ben.client.sendLobbyMessage(id, "hm");
    await waitFor("Ada to hear Ben", () => ada.client.getMessageHandle(messageId) !== undefined);
    expect(ada.client.getMessageHandle(messageId)?.additionalName).toBe("Grumpy");

    const bulk = await asBot(platform, `POST /lobbies/${id}/members/bulk`, [
      { id: benId, metadata: { team: "blue" } },
      { id: cydId, remove_member: true },
    ]);
    expect(bulk).toMatchObject({ status: 200, body: [{ id: benId, additional_name: "Grumpy" }] });
    await hears(ada.news, [
      ["changed", id, ben.userId],
      ["removed", id, cyd],
    ]);
    expect({ ...lobby.getLobbyMemberHandle(ben.userId)?.metadata }).toEqual({ team: "blue" });

    await asBot(platform, `PATCH /lobbies/${id}`, { metadata: { map: "aztec" } });
    await hears(ada.news, [["updated", id]]);
    await asBot(platform, `DELETE /lobbies/${id}/members/${benId}`);
    await hears(ada.news, [["removed", id, ben.userId]]);
    await waitFor("Ben to be out", () => ben.client.getLobbyIds().length === 0);
    expect(ben.news.at(-1)).toEqual(["deleted", id]);
    expect(lobby.lobbyMemberIds).toEqual([ada.userId]);

    await asBot(platform, `DELETE /lobbies/${id}`);
    await hears(ada.news, [["deleted", id]]);
    expect([ada.client.getLobbyIds(), ada.client.getLobbyHandle(id), lobby.lobbyMemberIds]).toEqual([
      [],
      undefined,
      [],
    ]);
  });

  it("shows connected players as they join and leave", async () => {
    const [adaId, benId] = platform.seeded.userIds;
    const id = await makeLobby({ members: [{ id: adaId }, { id: benId }] });
    const ada = await signIn(adaId);
    const isBenThere = (): boolean | undefined =>
      ada.client.getLobbyHandle(id)?.getLobbyMemberHandle(benId)?.connected;
    expect(isBenThere()).toBe(false);
    const ben = await signIn(benId);
    await waitFor("Ben to be seen", () => isBenThere() === true);
    ben.client.disconnect();
    await waitFor("Ben to be missed", () => isBenThere() === false);
    expect(ada.news.filter(([what]) => what !== "created")).toEqual([
      ["changed", id, ben.userId],
      ["changed", id, ben.userId],
    ]);
    expect(ada.client.getLobbyHandle(id)?.lobbyMemberIds).toContain(ben.userId);
  });

  it("is deleted after its idle time: at once for the server, for players when they return", async () => {
    const [adaId] = platform.seeded.userIds;
    const members = [{ id: adaId }];
    const [short, long] = [
      await makeLobby({ members, idle_timeout_seconds: 60 }),
      await makeLobby({ members }),
    ];
    const ada = await signIn(adaId);
    await platform.control.clock.advance(3_600_000);
    expect(ada.client.getLobbyIds().toSorted()).toEqual([short, long].toSorted());
    ada.client.disconnect();
    const statusOf = async (id: bigint): Promise<number> =>
      (await asBot(platform, `GET /lobbies/${id}`)).status;
    await waitForAnswer("the first to go", async () => {
      await platform.control.clock.advance(10_000);
      return (await statusOf(short)) === 404;
    });
    expect(await statusOf(long)).toBe(200);
    ada.client.connect();
    await waitFor("Ada to be back", () => ada.client.getStatus() === Client.Status.Ready);
    expect(ada.client.getLobbyIds()).toEqual([long]);
    await waitFor("the news", () => ada.news.some(([what]) => what === "deleted"));
    expect(ada.news.filter(([what]) => what === "deleted")).toEqual([["deleted", short]]);
  });
});

async function waitForAnswer(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 25; attempt += 1) if (await holds()) return;
  throw new Error(`asked 25 times in vain for ${what}`);
}
