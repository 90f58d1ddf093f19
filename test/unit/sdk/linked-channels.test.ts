import { describe, expect, it } from "vitest";
import { ChannelType, LobbyHandle, type ClientResultError } from "../../../lib/index.js";
import { lobby, member, OWN_ID, Scene, user } from "./scene.js";

const { GuildText, GuildVoice, GuildCategory, GuildNews, GuildStageVoice, GuildForum } = ChannelType;
const LINKED = { id: "40", guild_id: "30", name: "general", type: 0 };
const PROVISIONAL = { user: user(OWN_ID, { public_flags: 1 << 23 }), lobbies: [] };
const WEB = "http://127.0.0.1:1";

/** A player in lobby 9. */
async function begin(change: object = {}): Promise<{ scene: Scene; opened: string[] }> {
  const opened: string[] = [];
  const scene = new Scene({ openUrl: async (url) => void opened.push(url) });
  await scene.ready({ lobbies: [lobby("9")], ...change });
  return { scene, opened };
}

const asked = (scene: Scene): string[] =>
  scene.requests
    .map(({ method, path, query }) => `${method} ${path}${query}`)
    .filter((line) => !line.endsWith("/gateway") && !line.endsWith("/@me"));
const resultOf = (reason: unknown) => (reason as ClientResultError).result;

describe("getUserGuilds", () => {
  it("gives the guilds as the platform lists them, as copies", async () => {
    const { scene } = await begin();
    const body = [
      { id: "31", name: "one", banner: null },
      { id: "30", name: "two", banner: "x" },
    ];
    scene.answers.set("GET /users/@me/guilds", { body });
    const { guilds, result } = await scene.client.getUserGuilds();
    expect([result.successful, guilds.map(({ id, name }) => [id, name])]).toEqual([
      true,
      [
        [31n, "one"],
        [30n, "two"],
      ],
    ]);
    expect(asked(scene)).toEqual(["GET /users/@me/guilds?limit=200&after=0"]);
  });

  it("requests page after page", async () => {
    const { scene } = await begin();
    const guild = (id: number): object => ({ id: String(id), name: "g" });
    const full = Array.from({ length: 200 }, (_, n) => guild(n + 1));
    scene.answers.set("GET /users/@me/guilds", {
      get body() {
        return scene.requests.at(-1)?.query.endsWith("after=0") === true ? full : [guild(300)];
      },
    });
    const { guilds } = await scene.client.getUserGuilds();
    expect([guilds.length, guilds.at(-1)?.id]).toEqual([201, 300n]);
    expect(asked(scene).at(-1)).toBe("GET /users/@me/guilds?limit=200&after=200");
  });

  it("stops at a platform that sends the same page for ever", async () => {
    const { scene } = await begin();
    const body = Array.from({ length: 200 }, (_, n) => ({ id: String(n + 1), name: "g" }));
    scene.answers.set("GET /users/@me/guilds", { body });
    const { guilds } = await scene.client.getUserGuilds();
    expect([guilds.length, asked(scene).length]).toEqual([400, 2]);
  });
});

describe("getGuildChannels", () => {
  const channel = (id: number, name: string, more: object = {}): object => ({
    id: String(id),
    name,
    type: GuildText,
    position: 0,
    parent_id: null,
    ...more,
  });
  const listed = async (channels: object[]): Promise<string[]> => {
    const { scene } = await begin();
    scene.answers.set("GET /guilds/30/channels", { body: channels });
    const { guildChannels } = await scene.client.getGuildChannels("30");
    return guildChannels.map(({ name }) => name);
  };

  it("requests which channels can be linked, and reports it", async () => {
    const { scene } = await begin();
    const linked_lobby = { application_id: "1", lobby_id: "9" };
    const more = { is_linkable: true, is_viewable_and_writeable_by_all_members: true };
    scene.answers.set("GET /guilds/30/channels", {
      body: [channel(1, "a", { ...more, parent_id: "5", position: 3, linked_lobby }), channel(2, "b")],
    });
    const { guildChannels } = await scene.client.getGuildChannels(30n);
    expect(asked(scene)).toEqual(["GET /guilds/30/channels?with_can_link_lobby=true"]);
    const [b, a] = guildChannels;
    expect([a?.isLinkable, a?.isViewableAndWriteableByAllMembers, a?.parentId, a?.position]).toEqual([
      true,
      true,
      5n,
      3,
    ]);
    expect([a?.linkedLobby?.lobbyId, a?.linkedLobby?.applicationId]).toEqual([9n, 1n]);
    expect([b?.isLinkable, b?.isViewableAndWriteableByAllMembers, b?.parentId, b?.linkedLobby]).toEqual([
      false,
      false,
      undefined,
      undefined,
    ]);
  });

  it("lists the channels as the app does", async () => {
    const inside = { parent_id: "51" };
    expect(
      await listed([
        channel(50, "SECOND", { type: GuildCategory, position: 1 }),
        channel(51, "FIRST", { type: GuildCategory, position: 0 }),
        channel(1, "first voice", { ...inside, type: GuildVoice, position: 0 }),
        channel(2, "first text", { ...inside, position: 9 }),
        channel(3, "second stage", { parent_id: "50", type: GuildStageVoice, position: 1 }),
        channel(4, "second news", { parent_id: "50", type: GuildNews, position: 2 }),
        channel(5, "second forum", { parent_id: "50", type: GuildForum, position: 1 }),
        channel(6, "top voice", { type: GuildVoice, position: 0 }),
        channel(7, "top text", { position: 5 }),
      ]),
    ).toEqual([
      "top text",
      "top voice",
      "FIRST",
      "first text",
      "first voice",
      "SECOND",
      "second forum",
      "second news",
      "second stage",
    ]);
  });

  it("sorts equal positions by id, in any order of the response", async () => {
    const three = [channel(10, "10"), channel(9, "9"), channel(11, "11")];
    expect(await listed(three)).toEqual(["9", "10", "11"]);
    expect(await listed(three.toReversed())).toEqual(["9", "10", "11"]);
  });

  it("puts channels with a hidden category last, together", async () => {
    expect(
      await listed([
        channel(1, "b1", { parent_id: "71" }),
        channel(2, "a1", { parent_id: "70", type: GuildVoice }),
        channel(3, "b0", { parent_id: "71", position: -1 }),
        channel(50, "SEEN", { type: GuildCategory }),
        channel(4, "a0", { parent_id: "70" }),
      ]),
    ).toEqual(["SEEN", "a0", "a1", "b0", "b1"]);
  });

  it("handles a duplicate channel and a category inside a category", async () => {
    expect(
      await listed([
        channel(50, "C", { type: GuildCategory, parent_id: "51" }),
        channel(50, "C", { type: GuildCategory, parent_id: "51" }),
        channel(1, "x", { parent_id: "50" }),
        channel(1, "x", { parent_id: "50" }),
      ]),
    ).toEqual(["C", "x"]);
  });
});

describe("linking and unlinking", () => {
  it("completes when the gateway has announced it", async () => {
    const { scene } = await begin();
    const updated: bigint[] = [];
    scene.client.setLobbyUpdatedCallback((id) => updated.push(id));
    scene.answers.set("PATCH /lobbies/9/channel-linking", { body: lobby("9", { linked_channel: LINKED }) });
    let done = false;
    const linking = scene.client.linkChannelToLobby(9n, "40").then(() => (done = true));
    await scene.turn();
    expect([done, scene.client.getLobbyHandle(9n)?.linkedChannel]).toEqual([false, undefined]);
    scene.dispatch("LOBBY_UPDATE", lobby("9", { linked_channel: LINKED }));
    await linking;
    await scene.turn();
    expect(JSON.parse(scene.requests.at(-1)?.body ?? "")).toEqual({ channel_id: "40" });
    const channel = scene.client.getLobbyHandle(9n)?.linkedChannel;
    expect([channel?.id, channel?.guildId, channel?.name, updated]).toEqual([40n, 30n, "general", [9n]]);

    scene.answers.set("PATCH /lobbies/9/channel-linking", { body: lobby("9") });
    const unlinking = scene.client.unlinkChannelFromLobby("9");
    await scene.turn();
    expect(scene.requests.at(-1)?.body).toBe("{}");
    scene.dispatch("LOBBY_UPDATE", lobby("9"));
    expect((await unlinking).successful).toBe(true);
    await scene.turn();
    expect([scene.client.getLobbyHandle(9n)?.linkedChannel, updated]).toEqual([undefined, [9n, 9n]]);
  });

  it("completes after two seconds when the gateway announces nothing", async () => {
    const { scene } = await begin();
    scene.answers.set("PATCH /lobbies/9/channel-linking", { body: lobby("9", { linked_channel: LINKED }) });
    let done = false;
    void scene.client.linkChannelToLobby(9n, 40n).then(() => (done = true));
    await scene.turn(1999);
    expect(done).toBe(false);
    await scene.turn(1);
    expect(done).toBe(true);
  });

  it("leaves the permission check to the platform: the client's data may be old", async () => {
    const { scene } = await begin({ lobbies: [lobby("9", { members: [member(OWN_ID, { flags: 0 })] })] });
    scene.answers.set("PATCH /lobbies/9/channel-linking", {
      status: 403,
      body: { code: 50013, message: "Missing Permissions" },
    });
    for (const attempt of [scene.client.linkChannelToLobby(9n, 40n), scene.client.unlinkChannelFromLobby(9n)])
      expect(resultOf(await attempt.catch((reason: unknown) => reason))).toMatchObject({
        status: 403,
        errorCode: 50013,
      });
  });

  it("is undefined for an invalid handle, and when the lobby is gone", async () => {
    const { scene } = await begin({ lobbies: [lobby("9", { linked_channel: LINKED })] });
    const handle = scene.client.getLobbyHandle(9n)!;
    scene.dispatch("LOBBY_DELETE", { id: "9", reason: "deleted" });
    await scene.turn();
    expect([handle.linkedChannel, LobbyHandle.nullobj.linkedChannel]).toEqual([undefined, undefined]);
  });

  it("gives copies: changing one does not change the lobby", async () => {
    const { scene } = await begin({ lobbies: [lobby("9", { linked_channel: LINKED })] });
    scene.client.getLobbyHandle(9n)!.linkedChannel!.name = "mine";
    expect(scene.client.getLobbyHandle(9n)?.linkedChannel?.name).toBe("general");
  });
});

describe("a message of a linked lobby", () => {
  const message = {
    id: "100",
    channel_id: "40",
    lobby_id: "9",
    author: user("7"),
    content: "from the server",
    timestamp: "2026-01-01T00:00:00.000Z",
    type: 0,
  };

  it("belongs to the lobby, names the channel, and is shown by the platform's app in its server", async () => {
    const { scene, opened } = await begin({ lobbies: [lobby("9", { linked_channel: LINKED })] });
    scene.dispatch("LOBBY_MESSAGE_CREATE", message);
    await scene.turn();
    const handle = scene.client.getMessageHandle(100n);
    expect([handle?.lobby?.id, handle?.channelId, handle?.content]).toEqual([9n, 40n, "from the server"]);
    expect(scene.client.canOpenMessageInDiscord(100n)).toBe(true);
    await scene.client.openMessageInDiscord(100n, undefined);
    expect(opened).toEqual([`${WEB}/channels/30/40/100`]);
  });

  it("is not stored without a link", async () => {
    const { scene } = await begin();
    scene.dispatch("LOBBY_MESSAGE_CREATE", { ...message, channel_id: "9" });
    await scene.turn();
    expect(scene.client.canOpenMessageInDiscord(100n)).toBe(false);
  });
});

describe("joinLinkedLobbyGuild", () => {
  const invite = { body: { code: "aB3dE6gH" } };
  const url = `${WEB}/invite/aB3dE6gH`;

  it("opens the invite's page, and gives its address", async () => {
    const { scene, opened } = await begin();
    scene.answers.set("POST /lobbies/9/members/@me/invites", invite);
    const { result, inviteUrl } = await scene.client.joinLinkedLobbyGuild("9", undefined);
    expect([result.successful, inviteUrl, opened]).toEqual([true, url, [url]]);
  });

  it("gives the address when the page cannot be opened", async () => {
    const scene = new Scene({ openUrl: () => Promise.reject(new Error("no browser")) });
    await scene.ready();
    scene.answers.set("POST /lobbies/9/members/@me/invites", invite);
    expect((await scene.client.joinLinkedLobbyGuild(9n, undefined)).inviteUrl).toBe(url);
    await scene.turn();
    expect(scene.logs).toContainEqual(expect.stringContaining("no browser"));
  });

  it("opens nothing when the response is not an invite", async () => {
    const { scene, opened } = await begin();
    scene.answers.set("POST /lobbies/9/members/@me/invites", { body: { code: "../../evil" } });
    await expect(scene.client.joinLinkedLobbyGuild(9n, undefined)).rejects.toMatchObject({
      code: "NetworkError",
    });
    expect(opened).toEqual([]);
  });

  it("is held for a provisional user until the game has merged, and then uses the new token", async () => {
    const { scene, opened } = await begin(PROVISIONAL);
    scene.answers.set("POST /lobbies/9/members/@me/invites", invite);
    let merges = 0;
    const joined = scene.client.joinLinkedLobbyGuild(9n, () => (merges += 1));
    await scene.turn(3_600_000);
    expect([merges, asked(scene)]).toEqual([1, []]);
    scene.client.disconnect();
    await scene.turn();
    scene.client.provisionalUserMergeCompleted(true);
    expect([(await joined).inviteUrl, opened]).toEqual([url, [url]]);
  });

  it.each<[string, boolean | undefined]>([
    ["Aborted", false],
    ["ValidationError", undefined],
  ])("ends with %s for a provisional user who did not merge", async (code, answer) => {
    const { scene, opened } = await begin(PROVISIONAL);
    const asks =
      answer === undefined ? undefined : (): void => scene.client.provisionalUserMergeCompleted(answer);
    const end = scene.client.joinLinkedLobbyGuild(9n, asks).catch((reason: unknown) => reason);
    await scene.turn();
    expect([(await end) as ClientResultError, asked(scene), opened]).toMatchObject([{ code }, [], []]);
  });
});

it("a response that is no list of guilds or channels is a NetworkError", async () => {
  const { scene } = await begin();
  for (const path of ["/users/@me/guilds", "/guilds/30/channels"])
    scene.answers.set(`GET ${path}`, { body: { nothing: "here" } });
  const failed = { code: "NetworkError" };
  await expect(scene.client.getUserGuilds()).rejects.toMatchObject(failed);
  await expect(scene.client.getGuildChannels(30n)).rejects.toMatchObject(failed);
});
