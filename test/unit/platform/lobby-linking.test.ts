import { LobbyMemberFlag, Permission } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import type { PlatformEvent } from "../../../platform/domain/reactions/events.js";
import { idleLobbies } from "../../../platform/domain/rules/lobby/idle.js";
import { Fault } from "../../../platform/domain/rules/outcome.js";
import {
  createLobby,
  createOrJoin,
  deleteLobby,
  dissolve,
  getLobby,
  kickMember,
  linkLobby,
  putMember,
  unlinkChannel,
  updateLobby,
} from "./operations.js";
import { linkedScene } from "./linked-scene.js";
import type { Settled } from "./support-operation.js";
import { dispatches, eventNames, reply, START } from "./support-world.js";

const eventsOf = (result: Settled<unknown> | Fault): readonly PlatformEvent[] =>
  result instanceof Fault ? [] : result.events;

describe("linking a lobby", () => {
  it("shows the channel to the lobby and the lobby to the guild, and notifies both", () => {
    const { world, ada, ben, bot, guild, lobbyId, general, applicationId } = linkedScene();
    const linked = linkLobby(world, ada, lobbyId, general);
    expect(reply(linked).linked_channel).toMatchObject({
      id: general,
      name: "general",
      guild_id: guild.id,
      type: 0,
    });
    const [toLobby, toGuild, notice] = dispatches(eventsOf(linked));
    expect(notice).toMatchObject({
      t: "MESSAGE_CREATE",
      d: { type: 49, channel_id: general, author: { id: ada.user.id } },
    });
    expect(toLobby).toMatchObject({
      t: "LOBBY_UPDATE",
      d: { id: lobbyId, linked_channel: { id: general } },
      reach: { to: "users", userIds: [ada.user.id, ben.user.id] },
    });
    expect(toGuild).toMatchObject({
      t: "CHANNEL_UPDATE",
      d: {
        id: general,
        linked_lobby: {
          application_id: applicationId,
          lobby_id: lobbyId,
          linked_by: ada.user.id,
          linked_at: new Date(START).toISOString(),
          require_application_authorization: false,
        },
      },
      reach: { to: "guild", guildId: guild.id, only: [ada.user.id, bot.user.id] },
    });
    expect(reply(getLobby(world, ben, lobbyId)).linked_channel?.id).toBe(general);
  });

  it("does not show the channel's role permissions to the lobby", () => {
    const { world, ada, lobbyId, general } = linkedScene();
    expect(reply(linkLobby(world, ada, lobbyId, general)).linked_channel).not.toHaveProperty(
      "permission_overwrites",
    );
  });

  it("to the same channel again has no effect and sends no event", () => {
    const { world, ada, lobbyId, general } = linkedScene();
    reply(linkLobby(world, ada, lobbyId, general));
    const before = world.lobbies.get(lobbyId);
    world.clock.advance(1000);
    const again = linkLobby(world, ada, lobbyId, general);
    expect(eventNames(again)).toEqual([]);
    expect(reply(again).linked_channel?.id).toBe(general);
    expect(world.lobbies.get(lobbyId)).toEqual(before);
  });

  it("to another channel replaces the first link and frees that channel", () => {
    const { world, ada, lobbyId, general, channelId } = linkedScene([{ name: "other", kind: "text" }]);
    reply(linkLobby(world, ada, lobbyId, general));
    const moved = linkLobby(world, ada, lobbyId, channelId("other"));
    expect(
      dispatches(eventsOf(moved)).map(({ t, d }) => [t, (d as { linked_lobby?: unknown }).linked_lobby]),
    ).toEqual([
      ["LOBBY_UPDATE", undefined],
      ["CHANNEL_UPDATE", null],
      ["CHANNEL_UPDATE", expect.objectContaining({ lobby_id: lobbyId })],
      ["MESSAGE_CREATE", undefined],
    ]);
  });

  it.each([null, undefined])("with %s unlinks; repeating it sends no second event", (channelId) => {
    const { world, ada, lobbyId, general } = linkedScene();
    reply(linkLobby(world, ada, lobbyId, general));
    const unlinked = linkLobby(world, ada, lobbyId, channelId);
    expect(eventNames(unlinked)).toEqual(["LOBBY_UPDATE", "CHANNEL_UPDATE"]);
    expect(reply(unlinked)).not.toHaveProperty("linked_channel");
    expect(eventNames(linkLobby(world, ada, lobbyId, channelId))).toEqual([]);
  });

  it("can be undone with the flag alone, without permissions in the channel", () => {
    const { world, ada, ben, bot, lobbyId, general } = linkedScene();
    reply(linkLobby(world, ada, lobbyId, general));
    const mine = { id: ben.user.id, flags: LobbyMemberFlag.CanLinkLobby };
    expect(linkLobby(world, ben, lobbyId, undefined)).toMatchObject({ status: 403, code: 50013 });
    reply(putMember(world, bot, lobbyId, mine));
    expect(reply(linkLobby(world, ben, lobbyId, undefined))).not.toHaveProperty("linked_channel");
  });

  it("needs membership, the flag, the lobby and the channel", () => {
    const { world, ada, ben, bot, registry, lobbyId, general } = linkedScene();
    const refused = (actor: typeof ada, lobby: string, channel: string): unknown => {
      const result = linkLobby(world, actor, lobby, channel);
      return result instanceof Fault ? [result.status, result.code] : "done";
    };
    const stranger = { ...ada, application: registry.createApplication({ name: "Other" }) };
    expect(refused(ben, lobbyId, general)).toEqual([403, 50013]);
    expect(refused(ada, "1", general)).toEqual([404, 10031]);
    expect(refused(stranger, lobbyId, general)).toEqual([404, 10031]);
    expect(refused(ada, lobbyId, "1")).toEqual([404, 10003]);
    reply(kickMember(world, bot, lobbyId, ada.user.id));
    expect(refused(ada, lobbyId, general)).toEqual([403, 50001]);
  });

  it("is rejected for lobbies with a secret", () => {
    const { world, ada, bot, general } = linkedScene();
    const { id } = reply(createOrJoin(world, ada, { secret: "s" }));
    reply(putMember(world, bot, id, { id: ada.user.id, flags: LobbyMemberFlag.CanLinkLobby }));
    expect(linkLobby(world, ada, id, general)).toMatchObject({
      status: 400,
      code: 50035,
      errors: { channel_id: { _errors: [{ message: expect.stringContaining("secret") }] } },
    });
    expect(reply(linkLobby(world, ada, id, null))).not.toHaveProperty("linked_channel");
  });

  it.each<[string, string, number, number]>([
    ["a voice channel", "Voice", 400, 50024],
    ["a category", "Group", 400, 50024],
    ["an age-restricted channel", "adult", 400, 50035],
  ])("rejects %s", (_what, name, status, code) => {
    const { world, ada, lobbyId, channelId } = linkedScene([
      { name: "Voice", kind: "voice" },
      { name: "Group", kind: "category" },
      { name: "adult", kind: "text", nsfw: true },
    ]);
    expect(linkLobby(world, ada, lobbyId, channelId(name))).toMatchObject({ status, code });
    expect(world.lobbies.get(lobbyId)?.link).toBeUndefined();
  });

  it.each<[string, bigint]>([
    ["manage it", Permission.ManageChannels],
    ["see it", Permission.ViewChannel],
    ["write there", Permission.SendMessages],
  ])("rejects a channel for a member who may not %s", (_what, deny) => {
    const scene = linkedScene();
    const { world, registry, bot, ben, lobbyId } = scene;
    reply(putMember(world, bot, lobbyId, { id: ben.user.id, flags: LobbyMemberFlag.CanLinkLobby }));
    const { channels } = registry.createGuild({
      name: "H",
      ownerId: scene.ada.user.id,
      memberIds: [ben.user.id],
      roles: [{ name: "mod", permissions: Permission.ManageChannels, memberIds: [ben.user.id] }],
      channels: [
        { name: "open", kind: "text" },
        { name: "shut", kind: "text", overwrites: [{ for: { userId: ben.user.id }, deny }] },
      ],
    });
    expect(linkLobby(world, ben, lobbyId, channels[1]!.id)).toMatchObject({ status: 403, code: 50013 });
    expect(reply(linkLobby(world, ben, lobbyId, channels[0]!.id)).linked_channel?.name).toBe("open");
  });

  it("allows one lobby per channel", () => {
    const { world, ada, bot, lobbyId, general } = linkedScene();
    const second = reply(
      createLobby(world, bot, { members: [{ id: ada.user.id, flags: LobbyMemberFlag.CanLinkLobby }] }),
    );
    reply(linkLobby(world, ada, lobbyId, general));
    expect(linkLobby(world, ada, second.id, general)).toMatchObject({ status: 400, code: 50035 });
    const deleted = deleteLobby(world, bot, lobbyId);
    expect(eventNames(deleted)).toEqual(["LOBBY_DELETE", "CHANNEL_UPDATE"]);
    expect(dispatches(eventsOf(deleted))[1]?.d).toMatchObject({ id: general, linked_lobby: null });
    expect(reply(linkLobby(world, ada, second.id, general)).linked_channel?.id).toBe(general);
  });

  it("survives other changes of the lobby", () => {
    const { world, ada, bot, lobbyId, general } = linkedScene();
    reply(linkLobby(world, ada, lobbyId, general));
    reply(updateLobby(world, bot, lobbyId, { metadata: { map: "dust" } }));
    reply(putMember(world, bot, lobbyId, { id: bot.user.id }));
    reply(kickMember(world, bot, lobbyId, ada.user.id));
    expect(reply(getLobby(world, bot, lobbyId)).linked_channel?.id).toBe(general);
  });

  it("keeps an empty lobby from being deleted until it is unlinked", () => {
    const { world, ada, lobbyId, general } = linkedScene();
    reply(linkLobby(world, ada, lobbyId, general));
    const idle = new Map<string, number>();
    const sweep = (seconds: number): string[] => {
      world.clock.advance(seconds * 1000);
      return idleLobbies(world, idle).flatMap((lobby) => eventNames(dissolve(world, lobby)));
    };
    expect([sweep(0), sweep(604_800), sweep(604_800)]).toEqual([[], [], []]);
    reply(linkLobby(world, ada, lobbyId, null));
    expect([sweep(0), sweep(299), sweep(1)]).toEqual([[], [], ["LOBBY_DELETE"]]);
  });
});

describe("unlinking from the channel's side", () => {
  it("needs permission to manage the channel, and notifies the lobby", () => {
    const { world, ada, ben, bot, lobbyId, general } = linkedScene();
    reply(linkLobby(world, ada, lobbyId, general));
    expect(unlinkChannel(world, ben, general)).toMatchObject({ status: 403, code: 50013 });
    expect(unlinkChannel(world, ada, "1")).toMatchObject({ status: 404, code: 10003 });
    expect(eventNames(unlinkChannel(world, bot, general))).toEqual(["LOBBY_UPDATE", "CHANNEL_UPDATE"]);
    expect(world.lobbies.get(lobbyId)?.link).toBeUndefined();
    expect(eventNames(unlinkChannel(world, bot, general))).toEqual([]);
  });

  it("does not depend on the lobby's game", () => {
    const { world, ada, registry, lobbyId, general } = linkedScene();
    reply(linkLobby(world, ada, lobbyId, general));
    const elsewhere = { ...ada, application: registry.createApplication({ name: "Other" }) };
    expect(eventNames(unlinkChannel(world, elsewhere, general))).toContain("LOBBY_UPDATE");
  });
});
