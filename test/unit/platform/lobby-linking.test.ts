import { LobbyMemberFlag, Permission } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import type { PlatformEvent } from "../../../platform/domain/reactions/events.js";
import { idleLobbies } from "../../../platform/domain/rules/lobby/idle.js";
import { Fault } from "../../../platform/domain/rules/outcome.js";
import {
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
  it("shows the channel without its permissions, and is neither repeated nor doubled", () => {
    const { world, ada, lobbyId, general, channelId } = linkedScene([{ name: "other", kind: "text" }]);
    const linked = linkLobby(world, ada, lobbyId, general);
    expect(reply(linked).linked_channel).toMatchObject({ id: general, name: "general", type: 0 });
    expect(reply(linked).linked_channel).not.toHaveProperty("permission_overwrites");
    const before = world.lobbies.get(lobbyId);
    world.clock.advance(1000);
    expect(eventNames(linkLobby(world, ada, lobbyId, general))).toEqual([]);
    expect(world.lobbies.get(lobbyId)).toEqual(before);
    const moved = linkLobby(world, ada, lobbyId, channelId("other"));
    const linked_at = new Date(START + 1000).toISOString();
    const link = { lobby_id: lobbyId, linked_at, require_application_authorization: false };
    expect(
      dispatches(eventsOf(moved)).map(({ t, d }) => [t, (d as { linked_lobby?: unknown }).linked_lobby]),
    ).toEqual([
      ["LOBBY_UPDATE", undefined],
      ["CHANNEL_UPDATE", null],
      ["CHANNEL_UPDATE", expect.objectContaining(link)],
      ["MESSAGE_CREATE", undefined],
    ]);
    const unlinked = linkLobby(world, ada, lobbyId, null);
    expect(eventNames(unlinked)).toEqual(["LOBBY_UPDATE", "CHANNEL_UPDATE"]);
    expect(reply(unlinked)).not.toHaveProperty("linked_channel");
    expect(eventNames(linkLobby(world, ada, lobbyId, undefined))).toEqual([]);
  });

  it("can be undone with the flag alone, without permissions in the channel", () => {
    const { world, ada, ben, bot, lobbyId, general } = linkedScene();
    reply(linkLobby(world, ada, lobbyId, general));
    const mine = { id: ben.user.id, flags: LobbyMemberFlag.CanLinkLobby };
    expect(linkLobby(world, ben, lobbyId, undefined)).toMatchObject({ status: 403, code: 50013 });
    reply(putMember(world, bot, lobbyId, mine));
    expect(reply(linkLobby(world, ben, lobbyId, undefined))).not.toHaveProperty("linked_channel");
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

  it("ends with the lobby", () => {
    const { world, ada, bot, lobbyId, general } = linkedScene();
    reply(linkLobby(world, ada, lobbyId, general));
    const deleted = deleteLobby(world, bot, lobbyId);
    expect(eventNames(deleted)).toEqual(["LOBBY_DELETE", "CHANNEL_UPDATE"]);
    expect(dispatches(eventsOf(deleted))[1]?.d).toMatchObject({ id: general, linked_lobby: null });
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
    const sweep = (seconds: number): string[] => {
      world.clock.advance(seconds * 1000);
      return idleLobbies(world).flatMap((lobby) => eventNames(dissolve(world, lobby)));
    };
    expect([sweep(0), sweep(604_800), sweep(604_800)]).toEqual([[], [], []]);
    reply(linkLobby(world, ada, lobbyId, null));
    expect([sweep(0), sweep(299), sweep(1)]).toEqual([[], [], ["LOBBY_DELETE"]]);
  });
});

describe("unlinking from the channel's side", () => {
  it("needs permission to manage the channel, in any game, and notifies the lobby", () => {
    const { world, registry, ada, ben, bot, lobbyId, general } = linkedScene();
    reply(linkLobby(world, ada, lobbyId, general));
    expect(unlinkChannel(world, ben, general)).toMatchObject({ status: 403, code: 50013 });
    expect(unlinkChannel(world, ada, "1")).toMatchObject({ status: 404, code: 10003 });
    const elsewhere = { ...ada, application: registry.createApplication({ name: "Other" }) };
    expect(eventNames(unlinkChannel(world, elsewhere, general))).toEqual(["LOBBY_UPDATE", "CHANNEL_UPDATE"]);
    expect(world.lobbies.get(lobbyId)?.link).toBeUndefined();
    expect(eventNames(unlinkChannel(world, bot, general))).toEqual([]);
  });
});
