import { Permission } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import { ApplicationFlag } from "../../../platform/domain/records/oauth2/application.js";
import { mappedAddress, mappingProblem } from "../../../platform/domain/records/activity/url-mapping.js";
import { Publisher } from "../../../platform/domain/reactions/publisher.js";
import { banUser } from "../../../platform/domain/rules/user/bans.js";
import { Fault } from "../../../platform/domain/rules/outcome.js";
import {
  createThread,
  deleteChannel,
  deleteThread,
  getActivityInstance,
  kickGuildMember,
  launchActivity,
  leaveActivity,
} from "./operations.js";
import { cast, reply } from "./support-world.js";

const EVERYONE = Permission.ViewChannel | Permission.UseEmbeddedActivities | Permission.CreatePublicThreads;

/** A server in which the game's bot may do everything and Ada and Ben may open activities. */
function town({
  everyone = EVERYONE,
  maxParticipants,
}: { everyone?: bigint; maxParticipants?: number } = {}) {
  const made = cast();
  const { world, registry, bot, ada, ben, applicationId } = made;
  const application = world.applications.get(applicationId)!;
  const embed = (flags: number) => world.applications.put({ ...application, flags, maxParticipants });
  embed(application.flags | ApplicationFlag.Embedded);
  const guild = registry.createGuild({
    name: "G",
    ownerId: bot.user.id,
    memberIds: [ada.user.id, ben.user.id],
    everyone,
    channels: [
      { name: "a", kind: "text" },
      { name: "b", kind: "voice" },
      { name: "c", kind: "category" },
      { name: "hidden", kind: "voice", overwrites: [{ for: "@everyone", deny: Permission.ViewChannel }] },
    ],
  });
  const channels = Object.fromEntries(guild.channels.map(({ name, id }) => [name, id]));
  const open = (userId: string, channelId: string) =>
    launchActivity(world, { applicationId, userId, channelId });
  const opened = (userId: string, channelId: string) => reply(open(userId, channelId));
  const running = () =>
    world.activityInstances.all().map(({ channelId, userIds }) => [channelId, ...userIds]);
  const [adaId, benId] = [ada.user.id, ben.user.id];
  return {
    ...made,
    guild,
    channels,
    open,
    opened,
    running,
    adaId,
    benId,
    undo: () => embed(application.flags),
  };
}

const codeOf = (result: object): unknown =>
  result instanceof Fault ? [result.status, result.code] : "accepted";

describe("an activity", () => {
  it("is shared by all who open it in a channel, and ends with the last one", () => {
    const { world, channels, opened, running, adaId, benId, guild } = town();
    const first = opened(adaId, channels["a"]!);
    expect(first).toMatchObject({ guildId: guild.id, channelId: channels["a"], userIds: [adaId] });
    expect(opened(benId, channels["a"]!)).toEqual({ ...first, userIds: [adaId, benId] });
    expect(opened(adaId, channels["a"]!).userIds).toEqual([adaId, benId]);
    reply(leaveActivity(world, first.id, adaId));
    reply(leaveActivity(world, first.id, adaId));
    expect(running()).toEqual([[channels["a"], benId]]);
    reply(leaveActivity(world, first.id, benId));
    expect(running()).toEqual([]);
    expect(codeOf(leaveActivity(world, first.id, benId))).toEqual([404, 0]);
    expect(opened(adaId, channels["a"]!).id).not.toBe(first.id);
  });

  it("is left by who opens one of the same application elsewhere, and not of another one", () => {
    const { world, registry, channels, opened, running, adaId, benId } = town();
    const other = registry.createApplication({ name: "Other", flags: BigInt(ApplicationFlag.Embedded) }).id;
    reply(launchActivity(world, { applicationId: other, userId: adaId, channelId: channels["a"]! }));
    opened(adaId, channels["a"]!);
    opened(benId, channels["a"]!);
    opened(adaId, channels["b"]!);
    expect(running()).toEqual([
      [channels["a"], adaId],
      [channels["a"], benId],
      [channels["b"], adaId],
    ]);
  });

  it("opens in threads and in conversations of the user, too", () => {
    const { world, bot, channels, opened, open, adaId, benId, guild } = town();
    const thread = reply(createThread(world, bot, channels["a"]!, { name: "t", type: 11 }))["id"] as string;
    expect(opened(adaId, thread).id).toMatch(new RegExp(`^i-[0-9]+-gc-${guild.id}-${thread}$`));
    world.dmChannels.put({ id: "77", userIds: [adaId, bot.user.id], lastMessageId: null });
    const { id, launchId } = opened(adaId, "77");
    expect(id).toBe(`i-${launchId}-pc-77`);
    expect(reply(getActivityInstance(world, bot, bot.application.id, id))["location"]).toEqual({
      id: "pc-77",
      kind: "pc",
      channel_id: "77",
    });
    expect(codeOf(open(benId, "77"))).toEqual([404, 10_003]);
  });

  it("does not open without the flag, without room, for bots, and where the user may not", () => {
    const { open, opened, channels, adaId, benId, bot, undo } = town({ maxParticipants: 1 });
    expect(codeOf(open(bot.user.id, channels["a"]!))).toEqual([400, 50_039]);
    expect(codeOf(open(adaId, channels["hidden"]!))).toEqual([403, 50_001]);
    expect(codeOf(open(adaId, channels["c"]!))).toEqual([400, 50_024]);
    expect(codeOf(open(adaId, "1"))).toEqual([404, 10_003]);
    expect(codeOf(open("1", channels["a"]!))).toEqual([404, 10_013]);
    opened(adaId, channels["a"]!);
    expect(codeOf(open(benId, channels["a"]!))).toEqual([400, 50_039]);
    undo();
    expect(codeOf(open(benId, channels["b"]!))).toEqual([400, 50_039]);
    const strict = town({ everyone: Permission.ViewChannel });
    expect(codeOf(strict.open(strict.adaId, strict.channels["a"]!))).toEqual([403, 50_013]);
  });

  it("ends with its channel or thread, and loses who leaves the server or is banned", () => {
    const { world, bot, channels, opened, running, adaId, benId, guild } = town();
    const thread = () =>
      reply(createThread(world, bot, channels["a"]!, { name: "t", type: 11 }))["id"] as string;
    const gone = thread();
    opened(adaId, gone);
    reply(deleteThread(world, bot, gone));
    expect(running()).toEqual([]);
    opened(adaId, thread());
    opened(benId, channels["a"]!);
    reply(deleteChannel(world, bot, channels["a"]!));
    expect(running()).toEqual([]);
    opened(adaId, channels["b"]!);
    opened(benId, channels["b"]!);
    reply(kickGuildMember(world, bot, guild.id, adaId));
    expect(running()).toEqual([[channels["b"], benId]]);
    new Publisher(world, (work) => work()).perform(() => banUser(world, benId));
    expect(running()).toEqual([]);
  });
});

describe("a URL mapping", () => {
  it.each([
    [{ prefix: "/", target: "127.0.0.1:3000" }, undefined],
    [{ prefix: "/api/{a}/{b}", target: "{a}.example.com:80/{b}/x/" }, undefined],
    [{ prefix: "/ipv6", target: "[::1]:3000" }, undefined],
    [{ prefix: "api", target: "example.com" }, "the prefix must be a path"],
    [{ prefix: "/api/", target: "example.com" }, "the prefix must be a path"],
    [{ prefix: "/a?b", target: "example.com" }, "the prefix must be a path"],
    [{ prefix: "/a{b}", target: "example.com" }, "must be a whole part"],
    [{ prefix: "/{a}/{a}", target: "example.com" }, "a parameter twice"],
    [{ prefix: "/a", target: "https://example.com" }, "must not have a protocol"],
    [{ prefix: "/a", target: "user@example.com" }, "must be a host"],
    [{ prefix: "/a", target: "example.com?x" }, "must be a host"],
    [{ prefix: "/a", target: "{b}.example.com" }, "no parameter {b}"],
    [{ prefix: "/a", target: "example.com:99999" }, "must be a host"],
    [{ prefix: "/a", target: "1.2.3.999" }, "must be a host"],
  ])("%j: %s", (mapping, problem) => {
    const found = mappingProblem(mapping);
    if (problem === undefined) expect(found).toBeUndefined();
    else expect(found).toContain(problem);
  });

  const MAPPINGS = [
    { prefix: "/", target: "home:1" },
    { prefix: "/foo", target: "foo.com/root/" },
    { prefix: "/foo/{which}", target: "{which}.foo.com" },
    { prefix: "/foo/bar", target: "bar.com" },
  ];
  it.each([
    ["/", "home:1", "/"],
    ["/a/b?c=/foo", "home:1", "/a/b?c=/foo"],
    ["/foobar", "home:1", "/foobar"],
    ["/foo", "foo.com", "/root/"],
    ["/foo?q", "foo.com", "/root/?q"],
    ["/foo/bar", "bar.com", "/"],
    ["/foo/bar/x%2Fy", "bar.com", "/x%2Fy"],
    ["/foo/bar/..a/b..;c/%E4/..x%2F", "bar.com", "/..a/b..;c/%E4/..x%2F"],
    ["/foo/baz/x/", "baz.foo.com", "/x/"],
    // Not part of a host: the shorter prefix is for it.
    ["/foo/evil.com%2F/x", "foo.com", "/root/evil.com%2F/x"],
  ])("leads %s to %s%s, most specific first", (path, host, target) => {
    const [hostname, port = "80"] = host.split(":");
    const address = { host, hostname, port: Number(port), path: target };
    expect(mappedAddress(MAPPINGS, path)).toEqual(address);
    expect(mappedAddress(MAPPINGS.toReversed(), path)).toEqual(address);
  });

  it("is not there for other paths", () => {
    expect(mappedAddress([{ prefix: "/foo", target: "foo.com" }], "/bar")).toBeUndefined();
    expect(mappedAddress([], "/")).toBeUndefined();
    // Of an earlier release, and of what a parameter may become.
    expect(mappedAddress([{ prefix: "/", target: "home:99999" }], "/")).toBeUndefined();
    expect(mappedAddress([{ prefix: "/{ip}", target: "{ip}" }], "/1.2.3.999")).toBeUndefined();
    expect(mappedAddress([{ prefix: "/", target: "[::1]:3000" }], "/")).toMatchObject({
      hostname: "::1",
      port: 3000,
    });
    // A server could take these for a folder outside the target's.
    const outside = ["/..", "/a/../b", "/a/%2E.", "/.", "/..%2fb", "/..%5Cb", "/..\\b", "/a\\..\\b"];
    const twice = ["/%252e%252e/b", "/.%252e%252fb", "/..%255cb", "/..;/b", "/..;a=b/c", "/%2e%2e%3b/b"];
    for (const path of [...outside, ...twice]) expect(mappedAddress(MAPPINGS, path)).toBeUndefined();
  });
});
