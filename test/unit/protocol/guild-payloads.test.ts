import { describe, expect, it } from "vitest";
import {
  parseGuildChannels,
  parseGuilds,
  parseInviteCode,
  parseLinkedChannel,
  parseLobby,
} from "../../../lib/protocol/index.js";

describe("guilds and their channels", () => {
  it("are read one by one: a bad one does not invalidate the rest", () => {
    expect(parseGuilds([{ id: "1", name: "a" }, { name: "no id" }, null, { id: "2" }])).toEqual([
      { id: 1n, name: "a" },
      { id: 2n, name: "" },
    ]);
    expect(
      parseGuildChannels([{ id: "1", type: 0 }, { id: "2" }, { type: 0 }, { id: "3", type: "0" }]),
    ).toEqual([
      {
        id: 1n,
        type: 0,
        name: "",
        position: 0,
        parentId: undefined,
        isLinkable: false,
        isViewableAndWriteableByAllMembers: false,
        linkedLobby: undefined,
      },
    ]);
  });

  it("can be linked only when the platform says true", () => {
    const channel = {
      id: "1",
      type: 0,
      name: "general",
      position: 7,
      parent_id: "9",
      is_linkable: true,
      is_viewable_and_writeable_by_all_members: true,
      linked_lobby: { application_id: "3", lobby_id: "4", linked_by: "5" },
    };
    expect(parseGuildChannels([channel])).toEqual([
      {
        id: 1n,
        type: 0,
        name: "general",
        position: 7,
        parentId: 9n,
        isLinkable: true,
        isViewableAndWriteableByAllMembers: true,
        linkedLobby: { applicationId: 3n, lobbyId: 4n },
      },
    ]);
    const odd = { ...channel, is_linkable: 1, position: 2 ** 31, linked_lobby: { lobby_id: "4" } };
    expect(parseGuildChannels([odd])).toMatchObject([
      { isLinkable: false, position: 0, linkedLobby: undefined },
    ]);
  });

  it.each([undefined, null, {}, "[]", 5])("must be a list: %j", (value) => {
    expect([parseGuilds(value), parseGuildChannels(value)]).toEqual([undefined, undefined]);
  });
});

describe("a lobby's linked channel", () => {
  it("needs both ids", () => {
    const channel = { id: "1", guild_id: "2", name: "general", type: 0 };
    expect(parseLinkedChannel(channel)).toEqual({ id: 1n, guildId: 2n, name: "general" });
    const linked = (linked_channel: unknown) => parseLobby({ id: "9", linked_channel })?.linkedChannel;
    expect(linked(channel)?.guildId).toBe(2n);
    for (const none of [undefined, null, {}, { id: "1" }, { guild_id: "2" }, [channel]])
      expect(linked(none)).toBeUndefined();
  });
});

describe("the code of an invite", () => {
  it.each([["aB3-_x"], ["a1"], ["x".repeat(64)]])("may be %s", (code) =>
    expect(parseInviteCode({ code })).toBe(code),
  );

  it.each([["a"], ["x".repeat(65)], ["../a"], ["a?b"], ["a b"], ["javascript:x"], [5], [null]])(
    "may not be %s: it becomes part of an address",
    (code) => expect(parseInviteCode({ code })).toBeUndefined(),
  );
});
