import { Permission } from "sdkpp/wire";
import { describe, expect, it, test } from "vitest";
import type { NewOverwrite } from "../../../platform/control/new-records.js";
import { linkLobby, listGuildChannels, listGuilds, openSession } from "./operations.js";
import { linkedScene } from "./linked-scene.js";
import { cast, reply } from "./support-world.js";

const { ViewChannel, SendMessages, ManageMessages } = Permission;
/** The day from which bots receive no more than users. */
const OMITTED_FROM = Date.UTC(2026, 10, 16);

describe("a user's guilds", () => {
  const many = () => {
    const made = cast();
    const { registry, ada, ben } = made;
    const ids = ["a", "b", "c", "d"].map(
      (name) => registry.createGuild({ name, ownerId: ben.user.id, memberIds: [ada.user.id] }).id,
    );
    registry.createGuild({ name: "not mine", ownerId: ben.user.id });
    return { ...made, ids };
  };

  it("are those that the user is a member of, with the user's permissions", () => {
    const { world, ada, ben } = many();
    const [first] = reply(listGuilds(world, ada, {}));
    expect(first).toEqual({
      id: expect.any(String),
      name: "a",
      icon: null,
      banner: null,
      owner: false,
      permissions: expect.stringMatching(/^[0-9]+$/),
      features: [],
    });
    expect(reply(listGuilds(world, ben, {})).map(({ name, owner }) => [name, owner])).toContainEqual([
      "not mine",
      true,
    ]);
  });

  test.each<[string, { before?: number; after?: number; limit?: number }, string]>([
    ["all", {}, "abcd"],
    ["the first", { limit: 2 }, "ab"],
    ["the next", { after: 1, limit: 2 }, "cd"],
    ["the last", { after: 3 }, ""],
    ["the nearest before an id", { before: 3, limit: 2 }, "bc"],
    ["nothing before the first", { before: 0 }, ""],
  ])("are returned in pages: %s", (_name, { before, after, limit }, expected) => {
    const { world, ada, ids } = many();
    const page = {
      before: before === undefined ? undefined : ids[before],
      after: after === undefined ? undefined : ids[after],
      ...(limit === undefined ? {} : { limit }),
    };
    expect(
      reply(listGuilds(world, ada, page))
        .map(({ name }) => name)
        .join(""),
    ).toBe(expected);
  });

  it("include member counts on request", () => {
    const { world, ada, applicationId } = many();
    openSession(world, { applicationId, userId: ada.user.id, sessionId: "s" });
    expect(reply(listGuilds(world, ada, { limit: 1, withCounts: true }))[0]).toMatchObject({
      approximate_member_count: 2,
      approximate_presence_count: 1,
    });
  });
});

describe("a guild's channels", () => {
  const hidden: NewOverwrite[] = [{ for: "@everyone", deny: ViewChannel }];
  const withHidden = () => {
    const scene = linkedScene([{ name: "staff", kind: "text", overwrites: hidden }]);
    const { world, ben } = scene;
    const guild = world.guilds.get(scene.guild.id)!;
    world.guilds.put({ ...guild, memberIds: [...guild.memberIds, ben.user.id] });
    return scene;
  };
  const names = (scene: ReturnType<typeof withHidden>, who: "ada" | "ben" | "bot"): string[] =>
    reply(listGuildChannels(scene.world, scene[who], scene.guild.id, false)).map(({ name }) => name);

  it("are visible to members only; for others the guild does not exist", () => {
    const { world, ben, guild } = linkedScene();
    expect(listGuildChannels(world, ben, guild.id, false)).toMatchObject({ status: 404, code: 10004 });
    expect(listGuildChannels(world, ben, "1", false)).toMatchObject({ status: 404, code: 10004 });
  });

  it("are limited to those that a user sees; bots get all of them until 2026-11-16", () => {
    const scene = withHidden();
    expect([names(scene, "ada"), names(scene, "ben"), names(scene, "bot")]).toEqual([
      ["general", "staff"],
      ["general"],
      ["general", "staff"],
    ]);
    scene.world.clock.advance(OMITTED_FROM - 1 - scene.world.clock.now());
    expect(names(scene, "bot")).toEqual(["general", "staff"]);
    scene.world.clock.advance(1);
    expect([names(scene, "ada"), names(scene, "bot")]).toEqual([["general", "staff"], ["general"]]);
  });

  it("show on request which can be linked, and always which lobby they are linked to", () => {
    const scene = linkedScene([{ name: "Voice", kind: "voice" }]);
    const { world, ada, bot, guild, lobbyId, general } = scene;
    const shown = (actor: typeof ada) =>
      reply(listGuildChannels(world, actor, guild.id, true)).map((one) => [
        one.name,
        "is_linkable" in one && one.is_linkable,
        one.linked_lobby?.lobby_id,
      ]);
    expect(shown(ada)).toEqual([
      ["general", true, undefined],
      ["Voice", false, undefined],
    ]);
    reply(linkLobby(world, ada, lobbyId, general));
    expect(shown(bot)).toEqual([
      ["general", false, lobbyId],
      ["Voice", false, undefined],
    ]);
    const [plain] = reply(listGuildChannels(world, ada, guild.id, false));
    expect(plain?.linked_lobby?.lobby_id).toBe(lobbyId);
    expect(plain).not.toHaveProperty("is_linkable");
  });

  const mods: NewOverwrite["for"] = { role: "game" };
  test.each<[string, NewOverwrite[], bigint | undefined, boolean]>([
    ["nothing said", [], undefined, true],
    ["a role has more permissions", [{ for: mods, allow: ManageMessages }], undefined, true],
    ["a role lacks an unrelated permission", [{ for: mods, deny: ManageMessages }], undefined, true],
    ["@everyone does not see it", hidden, undefined, false],
    ["@everyone does not write", [{ for: "@everyone", deny: SendMessages }], undefined, false],
    ["only a role sees it", [...hidden, { for: mods, allow: ViewChannel }], undefined, false],
    ["a role may not send", [{ for: mods, deny: SendMessages }], undefined, false],
    ["one member does not see it", [{ for: { userId: "7" }, deny: ViewChannel }], undefined, false],
    ["sending is denied in the guild", [], ViewChannel, false],
    ["sending is allowed in the channel", [{ for: "@everyone", allow: SendMessages }], ViewChannel, true],
  ])("show whether they are open to all members: %s", (_name, overwrites, everyone, expected) => {
    const { world, ada, guild } = linkedScene([{ name: "x", kind: "text", overwrites }], {
      ...(everyone === undefined ? {} : { everyone }),
    });
    const channels = reply(listGuildChannels(world, ada, guild.id, true));
    expect(channels.find(({ name }) => name === "x")).toMatchObject({
      is_viewable_and_writeable_by_all_members: expected,
    });
  });
});
