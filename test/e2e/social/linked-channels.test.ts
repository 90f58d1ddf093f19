import type { Platform } from "@sdkpp/platform";
import { Client, ErrorType, type ClientResultError } from "sdkpp";
import { LobbyMemberFlag, Permission } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import { asBot } from "../../support/as-bot.js";
import { platformPerTest } from "../../support/platform-per-test.js";
import { messageNews, signIn as signInTo } from "../../support/players.js";
import { waitFor } from "../../support/wait-for.js";

let platform: Platform;
const clients = platformPerTest((started) => (platform = started));

interface Player {
  client: Client;
  userId: string;
  updates: bigint[];
  opened: string[];
}

async function signIn(userId: string, scopes = Client.getDefaultCommunicationScopes()): Promise<Player> {
  const updates: bigint[] = [];
  const opened: string[] = [];
  const prepare = (client: Client): void => {
    clients.push(client);
    client.setLobbyUpdatedCallback((id) => updates.push(id));
  };
  const openUrl = async (url: string): Promise<void> => void opened.push(url);
  const client = await signInTo(platform, userId, { scopes, prepare, host: { openUrl } });
  return { client, userId, updates, opened };
}

/** Ada, who may link and owns a guild, and Cyd, who is in the lobby only. */
async function meet() {
  const { control, seeded } = platform;
  const [adaId] = seeded.userIds;
  const cydId = control.users.create({ username: "cyd" }).id;
  const guild = control.guilds.create({
    name: "Raiders",
    ownerId: adaId,
    memberIds: [seeded.botUserId],
    roles: [{ name: "game", permissions: Permission.ManageMessages, memberIds: [seeded.botUserId] }],
    channels: [
      { name: "general", kind: "text" },
      { name: "staff", kind: "text", overwrites: [{ for: "@everyone", deny: Permission.ViewChannel }] },
      { name: "Voice", kind: "voice" },
    ],
  });
  const members = [{ id: adaId, flags: LobbyMemberFlag.CanLinkLobby }, { id: cydId }];
  const lobbyId = BigInt(String((await asBot(platform, "POST /lobbies", { members })).body["id"]));
  const [ada, cyd] = [await signIn(adaId), await signIn(cydId)];
  const ids = Object.fromEntries(guild.channels.map(({ name, id }) => [name, BigInt(id)]));
  return { ada, cyd, lobbyId, guildId: BigInt(guild.id), ids: ids as Record<string, bigint> };
}

const rejection = async (attempt: Promise<unknown>) => {
  const { type, status, errorCode } = (
    (await attempt.catch((reason: unknown) => reason)) as ClientResultError
  ).result;
  return type === ErrorType.HTTPError ? [status, errorCode] : type;
};

describe("two players and a linked channel", () => {
  it("both see it linked, talk through it, and see it unlinked", async () => {
    const { ada, cyd, lobbyId, guildId, ids } = await meet();
    const { guilds } = await ada.client.getUserGuilds();
    expect(guilds.map(({ name }) => name)).toEqual(["Seeded Server", "Raiders"]);
    const { guildChannels } = await ada.client.getGuildChannels(guildId);
    expect(
      guildChannels.map((one) => [one.name, one.isLinkable, one.isViewableAndWriteableByAllMembers]),
    ).toEqual([
      ["general", true, true],
      ["staff", true, false],
      ["Voice", false, true],
    ]);

    await ada.client.linkChannelToLobby(lobbyId, ids["general"]!);
    expect(ada.client.getLobbyHandle(lobbyId)?.linkedChannel?.name).toBe("general");
    await waitFor("Cyd to see the link", () => cyd.updates.length === 1);
    const seen = cyd.client.getLobbyHandle(lobbyId)?.linkedChannel;
    expect([seen?.id, seen?.guildId, seen?.name]).toEqual([ids["general"], guildId, "general"]);
    const [general] = (await ada.client.getGuildChannels(guildId)).guildChannels;
    expect([general?.isLinkable, general?.linkedLobby?.lobbyId]).toEqual([false, lobbyId]);

    const news = messageNews(cyd);
    const { body: posted } = await asBot(platform, `POST /channels/${String(ids["general"])}/messages`, {
      content: "from outside",
    });
    await waitFor("Cyd to hear it", () => news.created.includes(BigInt(String(posted["id"]))));
    const heard = cyd.client.getMessageHandle(String(posted["id"]));
    expect([heard?.content, heard?.lobby?.id, heard?.channelId]).toEqual([
      "from outside",
      lobbyId,
      ids["general"],
    ]);
    await cyd.client.openMessageInDiscord(String(posted["id"]), undefined);
    expect(cyd.opened).toEqual([
      `${platform.endpoints.webBase}/channels/${String(guildId)}/${String(ids["general"])}/${String(posted["id"])}`,
    ]);
    const { messageId } = await cyd.client.sendLobbyMessage(lobbyId, "from inside");
    const { body: read } = await asBot(
      platform,
      `GET /channels/${String(ids["general"])}/messages/${String(messageId)}`,
    );
    expect(read).toMatchObject({ content: "from inside", author: { id: cyd.userId } });
    await asBot(platform, `DELETE /channels/${String(ids["general"])}/messages/${String(messageId)}`);
    await waitFor("Cyd's words to go", () => news.deleted.some(([id]) => id === messageId));

    await ada.client.unlinkChannelFromLobby(lobbyId);
    expect(ada.client.getLobbyHandle(lobbyId)?.linkedChannel).toBeUndefined();
    await waitFor("Cyd to see it go", () => cyd.updates.length === 2);
    expect(cyd.client.getLobbyHandle(lobbyId)?.linkedChannel).toBeUndefined();
  });

  it("an invite takes one of them into the guild, once", async () => {
    const { ada, cyd, lobbyId, guildId, ids } = await meet();
    expect(await rejection(cyd.client.joinLinkedLobbyGuild(lobbyId, undefined))).toEqual([400, 10_003]);
    await ada.client.linkChannelToLobby(lobbyId, ids["general"]!);
    expect(await rejection(cyd.client.getGuildChannels(guildId))).toEqual([404, 10_004]);
    const { inviteUrl } = await cyd.client.joinLinkedLobbyGuild(lobbyId, undefined);
    expect(cyd.opened).toEqual([inviteUrl]);
    expect(inviteUrl).toMatch(new RegExp(`^${platform.endpoints.webBase}/invite/[A-Za-z0-9]+$`));
    const code = inviteUrl.split("/").at(-1) ?? "";
    expect(() => platform.control.as(ada.userId).acceptInvite(code)).toThrow("Unknown Invite");
    platform.control.as(cyd.userId).acceptInvite(code);
    expect(() => platform.control.as(cyd.userId).acceptInvite(code)).toThrow("Unknown Invite");
    expect((await cyd.client.getUserGuilds()).guilds.map(({ name }) => name)).toEqual(["Raiders"]);
    const { guildChannels } = await cyd.client.getGuildChannels(guildId);
    expect(guildChannels.map(({ name, isLinkable }) => [name, isLinkable])).toEqual([
      ["general", false],
      ["Voice", false],
    ]);

    const late = await cyd.client.joinLinkedLobbyGuild(lobbyId, undefined);
    await platform.control.clock.advance(3_600_000);
    expect(() =>
      platform.control.as(cyd.userId).acceptInvite(late.inviteUrl.split("/").at(-1) ?? ""),
    ).toThrow("Unknown Invite");
  });

  it("a disconnected player gets the link with the next session, once", async () => {
    const { ada, cyd, lobbyId, ids } = await meet();
    platform.control.gateway.invalidate(cyd.userId, false);
    await waitFor("the cut", () => cyd.client.getStatus() !== Client.Status.Ready);
    await ada.client.linkChannelToLobby(lobbyId, ids["general"]!);
    await waitFor("Cyd to be back", () => cyd.client.getStatus() === Client.Status.Ready);
    await waitFor("the link", () => cyd.updates.length > 0);
    expect([cyd.updates, cyd.client.getLobbyHandle(lobbyId)?.linkedChannel?.name]).toEqual([
      [lobbyId],
      "general",
    ]);
  });
});
