import type { Client } from "sdkpp";
import { ErrorType, type GuildChannel, type GuildMinimal } from "sdkpp";
import { LobbyMemberFlag } from "sdkpp/wire";
import { expect } from "vitest";
import { waitFor } from "../../support/wait-for.js";
import { withoutLobbies } from "./lobby-rows.js";
import { fails, failsAfter, isInvalid, row, type OperationRow } from "./row.js";
import { browseAgain, type Scene, type Seat } from "./scene.js";

const { HTTPError, NetworkError } = ErrorType;

interface Place {
  readonly lobbyId: bigint;
  readonly guildId: bigint;
  readonly generalId: bigint;
  readonly voiceId: bigint;
}

/** A lobby of the game's server that this player may link, and a guild that this player owns. */
async function place(scene: Scene, linker: Seat): Promise<Place> {
  const { ada, ben } = scene;
  const members = [ada, ben].map((one) => ({
    id: String(one.userId),
    flags: one === linker ? LobbyMemberFlag.CanLinkLobby : 0,
  }));
  const lobbyId = await scene.serverLobby(...members);
  await waitFor("both to have the lobby", () =>
    [ada, ben].every(({ client }) => client.getLobbyHandle(lobbyId) !== undefined),
  );
  return { lobbyId, ...scene.guild(linker) };
}

const linkable = (scene: Scene): Promise<Place> => place(scene, scene.ada);

/** The same, already linked by this player. */
async function linked(scene: Scene, linker: Seat): Promise<Place> {
  const made = await place(scene, linker);
  await linker.client.linkChannelToLobby(made.lobbyId, made.generalId);
  await waitFor("both to see the link", () =>
    [scene.ada, scene.ben].every((seat) => linkOf(seat, made) === made.generalId),
  );
  return made;
}

const linkOf = ({ client }: Seat, { lobbyId }: Place): bigint | undefined =>
  client.getLobbyHandle(lobbyId)?.linkedChannel?.id;

const getUserGuilds = row({
  name: "getUserGuilds",
  prepare: (scene: Scene) => scene.guild(scene.ada),
  start: (client, _given, last) => client.getUserGuilds(last as never),
  effect: (_scene, { guildId }, [guilds]) => {
    expect((guilds as GuildMinimal[]).map(({ id }) => id)).toContain(guildId);
  },
  defaults: [[]],
  route: "GET /users/@me/guilds",
  functionName: "GetUserGuilds",
  failures: [withoutLobbies((client, last) => client.getUserGuilds(last as never))],
} satisfies OperationRow<{ guildId: bigint }>);

const getGuildChannels = row({
  name: "getGuildChannels",
  prepare: (scene: Scene) => scene.guild(scene.ada),
  start: (client, { guildId }, last) => client.getGuildChannels(guildId, last as never),
  effect: (_scene, { generalId, voiceId }, [channels]) => {
    expect((channels as GuildChannel[]).map(({ id, isLinkable }) => [id, isLinkable])).toEqual([
      [generalId, true],
      [voiceId, false],
    ]);
  },
  defaults: [[]],
  route: "GET /guilds/{guild.id}/channels",
  functionName: "GetGuildChannels",
  failures: [
    fails("a guild of others", { type: HTTPError, status: 404, errorCode: 10_004 }, (scene, last) =>
      scene.ada.client.getGuildChannels(scene.guild(scene.ben).guildId, last),
    ),
    isInvalid("no id", ({ ada }, last) => ada.client.getGuildChannels("guild", last)),
    withoutLobbies((client, last) => client.getGuildChannels(5n, last as never)),
  ],
} satisfies OperationRow<{ guildId: bigint; generalId: bigint; voiceId: bigint }>);

const linkChannelToLobby = row({
  name: "linkChannelToLobby",
  prepare: linkable,
  start: (client, { lobbyId, generalId }, last) =>
    client.linkChannelToLobby(lobbyId, generalId, last as never),
  effect: async ({ ada, ben }, given) => {
    expect(linkOf(ada, given)).toBe(given.generalId);
    await waitFor("Ben to see the link", () => linkOf(ben, given) === given.generalId);
  },
  defaults: [],
  route: "PATCH /lobbies/{lobby.id}/channel-linking",
  functionName: "LinkChannelToLobby",
  failures: [
    failsAfter(
      "who may not link the lobby",
      { type: HTTPError, status: 403, errorCode: 50_013 },
      async (scene) => {
        const { lobbyId } = await place(scene, scene.ben);
        const { generalId } = scene.guild(scene.ada);
        return (last) => scene.ada.client.linkChannelToLobby(lobbyId, generalId, last as never);
      },
    ),
    failsAfter(
      "a channel that no text stands in",
      { type: HTTPError, status: 400, errorCode: 50_024 },
      async (scene) => {
        const { lobbyId, voiceId } = await linkable(scene);
        return (last) => scene.ada.client.linkChannelToLobby(lobbyId, voiceId, last as never);
      },
    ),
    failsAfter(
      "a channel that is linked to another lobby",
      { type: HTTPError, status: 400, errorCode: 50_035 },
      async (scene) => {
        const { generalId } = await linked(scene, scene.ada);
        const { lobbyId } = await linkable(scene);
        return (last) => scene.ada.client.linkChannelToLobby(lobbyId, generalId, last as never);
      },
    ),
    failsAfter(
      "a lobby with a secret",
      { type: HTTPError, status: 400, errorCode: 50_035 },
      async (scene) => {
        const { lobbyId } = await scene.ada.client.createOrJoinLobby(scene.unique("secret"));
        await scene.asBot(`PUT /lobbies/${String(lobbyId)}/members/${String(scene.ada.userId)}`, {
          flags: LobbyMemberFlag.CanLinkLobby,
        });
        const { generalId } = scene.guild(scene.ada);
        return (last) => scene.ada.client.linkChannelToLobby(lobbyId, generalId, last as never);
      },
    ),
    fails("a lobby that there is not", { type: HTTPError, status: 404, errorCode: 10_031 }, ({ ada }, last) =>
      ada.client.linkChannelToLobby(5n, 6n, last),
    ),
    isInvalid("no id", ({ ada }, last) => ada.client.linkChannelToLobby(5n, "channel", last)),
  ],
} satisfies OperationRow<Place>);

const unlinkChannelFromLobby = row({
  name: "unlinkChannelFromLobby",
  prepare: (scene: Scene) => linked(scene, scene.ada),
  start: (client, { lobbyId }, last) => client.unlinkChannelFromLobby(lobbyId, last as never),
  effect: async ({ ada, ben }, given) => {
    expect(linkOf(ada, given)).toBeUndefined();
    await waitFor("Ben to see the end of it", () => linkOf(ben, given) === undefined);
  },
  defaults: [],
  route: "PATCH /lobbies/{lobby.id}/channel-linking",
  functionName: "UnlinkChannelFromLobby",
  failures: [
    failsAfter(
      "who may not link the lobby",
      { type: HTTPError, status: 403, errorCode: 50_013 },
      async (scene) => {
        const { lobbyId } = await linked(scene, scene.ben);
        return (last) => scene.ada.client.unlinkChannelFromLobby(lobbyId, last as never);
      },
    ),
  ],
} satisfies OperationRow<Place>);

const joinLinkedLobbyGuild = row({
  name: "joinLinkedLobbyGuild",
  prepare: (scene: Scene) => linked(scene, scene.ben),
  start: (client, { lobbyId }, last) => client.joinLinkedLobbyGuild(lobbyId, undefined, last as never),
  effect: async ({ ada, platform }, { guildId }, [inviteUrl]) => {
    expect(ada.opened.at(-1)).toBe(inviteUrl);
    platform.control.as(String(ada.userId)).acceptInvite(String(inviteUrl).split("/").at(-1) ?? "");
    expect((await ada.client.getUserGuilds()).guilds.map(({ id }) => id)).toContain(guildId);
  },
  defaults: [""],
  route: "POST /lobbies/{lobby.id}/members/@me/invites",
  functionName: "JoinLinkedLobbyGuild",
  failures: [
    failsAfter(
      "a lobby that is not linked",
      { type: HTTPError, status: 400, errorCode: 10_003 },
      async (scene) => {
        const { lobbyId } = await linkable(scene);
        return (last) => scene.ada.client.joinLinkedLobbyGuild(lobbyId, undefined, last as never);
      },
    ),
    failsAfter("who is no member", { type: HTTPError, status: 403, errorCode: 50_001 }, async (scene) => {
      const { lobbyId } = await scene.ben.client.createOrJoinLobby("Ben's own");
      return (last) => scene.ada.client.joinLinkedLobbyGuild(lobbyId, undefined, last as never);
    }),
    isInvalid("no callback where one is expected", ({ ada }, last) =>
      ada.client.joinLinkedLobbyGuild(5n, "merge" as never, last),
    ),
  ],
} satisfies OperationRow<Place>);

const isDiscordAppInstalled = row({
  name: "isDiscordAppInstalled",
  prepare: () => undefined,
  start: (client: Client, _given, last) => client.isDiscordAppInstalled(last as never),
  effect: (_scene, _given, values) => {
    expect(values).toEqual([false]);
  },
  defaults: [false],
  unready: "works",
  isVoid: true,
} satisfies OperationRow<undefined>);

const openConnectedGamesSettingsInDiscord = row({
  name: "openConnectedGamesSettingsInDiscord",
  prepare: () => undefined,
  start: (client: Client, _given, last) => client.openConnectedGamesSettingsInDiscord(last as never),
  effect: ({ ada, platform }) => {
    expect(ada.opened.at(-1)).toBe(`${platform.endpoints.webBase}/settings/connected-games`);
  },
  defaults: [],
  unready: "works",
  failures: [
    failsAfter(
      "nothing that opens addresses",
      { type: NetworkError },
      ({ ada }) => {
        ada.browse = () => Promise.reject(new Error("no browser"));
        return (last) => ada.client.openConnectedGamesSettingsInDiscord(last as never);
      },
      browseAgain,
    ),
  ],
} satisfies OperationRow<undefined>);

export const channelRows = [
  getUserGuilds,
  getGuildChannels,
  linkChannelToLobby,
  unlinkChannelFromLobby,
  joinLinkedLobbyGuild,
  isDiscordAppInstalled,
  openConnectedGamesSettingsInDiscord,
];
