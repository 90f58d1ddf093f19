// A bot of oceanic.js and one of discord.js in one server: what one does, the other has in its cache.
import { startPlatform, type Platform } from "@sdkpp/platform";
import { GatewayIntent, Permission, USER_ONLY_INTENTS } from "sdkpp/wire";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PNG } from "../support/png.js";
import { installStrangers } from "../support/strangers.mjs";
import { TextPeer } from "./text-peer.js";

const INTENTS = Object.values(GatewayIntent).reduce((all, one) => all | one, 0) & ~USER_ONLY_INTENTS;
const HOUR_MS = 3_600_000;

interface Made {
  readonly id: string;
  readonly code: string;
  readonly token: string;
}

let platform: Platform;
let oceanic: TextPeer;
let discordjs: TextPeer;
let place: ReturnType<typeof makePlace>;

beforeAll(async () => {
  await installStrangers();
  platform = await startPlatform();
  place = makePlace();
  [oceanic, discordjs] = await Promise.all([
    TextPeer.start("oceanic.mjs", platform, { token: place.bots[0].token, intents: INTENTS }),
    TextPeer.start("discordjs-managers.mjs", platform, { token: place.bots[1].token, intents: INTENTS }),
  ]);
}, 120_000);

afterAll(async () => {
  await Promise.all([oceanic?.end(), discordjs?.end()]);
  await platform?.stop();
});

function makePlace() {
  const { control } = platform;
  const bots = ["Ocean", "Disc"].map((name) =>
    control.applications.createBot(control.applications.create({ name }).id),
  );
  const [host, ada, ben] = ["host", "ada", "ben"].map((username) => control.users.create({ username }).id);
  const memberIds = bots.map(({ userId }) => userId);
  const guild = control.guilds.create({
    name: "Harbour",
    ownerId: host!,
    memberIds: [ada!, ben!, ...memberIds],
    roles: [{ name: "Bots", permissions: Permission.Administrator, memberIds }],
    channels: [
      { name: "quay", kind: "text" },
      { name: "deck", kind: "voice" },
    ],
  });
  const [quay, deck] = guild.channels;
  return {
    bots: [bots[0]!, bots[1]!] as const,
    ada: ada!,
    ben: ben!,
    guild: guild.id,
    quay: quay!.id,
    deck: deck!.id,
  };
}

const route = (area: string, method: string, ...args: readonly unknown[]): Promise<Made> =>
  oceanic.ask<Made>("route", area, method, ...args);

async function manager<T = string>(operation: string, ...args: readonly unknown[]): Promise<T> {
  return (await discordjs.ask<{ value: T }>("call", operation, ...args)).value;
}

const lookOf = (peer: TextPeer) =>
  expect.poll(() => peer.ask("guild", place.guild), { timeout: 10_000, interval: 20 });

const inQuay = (id: string, expected: object) => ({
  channels: { [place.quay]: { messages: { [id]: expected } } },
});

describe("oceanic.js", () => {
  it("changes a server, and discord.js has it in its cache", async () => {
    const { guild, quay, ada, ben } = place;
    await route("guilds", "edit", guild, { name: "Port" });
    const role = await route("guilds", "createRole", guild, { name: "Sailor" });
    await route("guilds", "addMemberRole", guild, ada, role.id);
    await route("guilds", "editMember", guild, ada, { nick: "Admiral" });
    const channel = await route("guilds", "createChannel", guild, 0, { name: "hold" });
    await route("channels", "editPermission", channel.id, role.id, { type: 0, deny: "2048" });
    const emoji = await route("guilds", "createEmoji", guild, { name: "anchor", image: PNG });
    const start = platform.control.clock.now() + HOUR_MS;
    const event = await route("guilds", "createScheduledEvent", guild, {
      name: "Regatta",
      privacyLevel: 2,
      entityType: 3,
      entityMetadata: { location: "the bay" },
      scheduledStartTime: new Date(start).toISOString(),
      scheduledEndTime: new Date(start + HOUR_MS).toISOString(),
    });
    const invite = await route("channels", "createInvite", quay, { maxAge: 600 });
    await route("guilds", "createBan", guild, ben, { reason: "mutiny" });
    await lookOf(discordjs).toMatchObject({
      name: "Port",
      roles: { [role.id]: { name: "Sailor" } },
      members: { [ada]: { nick: "Admiral", roles: expect.arrayContaining([role.id]) as string[] } },
      channels: { [channel.id]: { name: "hold", overwrites: [role.id] } },
      emojis: { [emoji.id]: "anchor" },
      events: { [event.id]: { name: "Regatta" } },
      invites: [invite.code],
      bans: [ben],
    });
    await route("guilds", "deleteEmoji", guild, emoji.id);
    await route("guilds", "deleteScheduledEvent", guild, event.id);
    await route("guilds", "removeMemberRole", guild, ada, role.id);
    await route("guilds", "deleteRole", guild, role.id);
    await route("channels", "delete", channel.id);
    await route("guilds", "removeBan", guild, ben);
    await lookOf(discordjs).toMatchObject({ emojis: {}, events: {}, bans: [] });
    await lookOf(discordjs).not.toHaveProperty(["channels", channel.id]);
    await lookOf(discordjs).not.toHaveProperty(["roles", role.id]);
  });

  it("writes, reacts, pins and asks, and discord.js has it in its cache", async () => {
    const { quay, ada } = place;
    const sent = await route("channels", "createMessage", quay, { content: "ahoy" });
    await lookOf(discordjs).toMatchObject(inQuay(sent.id, { content: "ahoy" }));
    await route("channels", "editMessage", quay, sent.id, { content: "avast" });
    await route("channels", "createReaction", quay, sent.id, "⚓");
    await route("channels", "pinMessage", quay, sent.id);
    await lookOf(discordjs).toMatchObject(
      inQuay(sent.id, { content: "avast", pinned: true, reactions: { "⚓": 1 } }),
    );
    const poll = await route("channels", "createMessage", quay, {
      poll: {
        question: { text: "Where to?" },
        answers: [{ pollMedia: { text: "West" } }, { pollMedia: { text: "East" } }],
        duration: 1,
        allowMultiselect: false,
      },
    });
    await lookOf(discordjs).toMatchObject(inQuay(poll.id, { content: "" }));
    platform.control.as(ada).vote(poll.id, [2]);
    await lookOf(discordjs).toMatchObject(inQuay(poll.id, { poll: { votes: { 2: 1 } } }));
    await route("channels", "expirePoll", quay, poll.id);
    await lookOf(discordjs).toMatchObject(inQuay(poll.id, { poll: { isOver: true } }));
    const hook = await route("webhooks", "create", quay, { name: "Gull" });
    await route("webhooks", "execute", hook.id, hook.token, { content: "squawk" });
    const squawk = { content: "squawk", webhookId: hook.id };
    await expect
      .poll(async () => {
        const { channels } = await discordjs.ask<{ channels: Record<string, { messages: object }> }>(
          "guild",
          place.guild,
        );
        return Object.values(channels[quay]!.messages);
      })
      .toContainEqual(expect.objectContaining(squawk));
    await route("channels", "deleteMessage", quay, sent.id);
    await lookOf(discordjs).not.toHaveProperty(["channels", quay, "messages", sent.id]);
  });

  it("has in its cache, and hears, what a bot of discord.js does", async () => {
    const { guild, quay, deck, ada, ben, bots } = place;
    await manager("update_guild", guild, { name: "Haven" });
    const role = await manager("create_guild_role", guild, { name: "Pilot" });
    await manager("add_guild_member_role", guild, ada, role);
    const channel = await manager("create_guild_channel", guild, { name: "chart-room" });
    const emoji = await manager("create_guild_emoji", guild, { attachment: PNG, name: "compass" });
    const sent = await manager("create_message", quay, "land ho");
    await manager("add_my_message_reaction", quay, sent, "🏝");
    await discordjs.ask("enter", guild, deck);
    await lookOf(oceanic).toMatchObject({
      name: "Haven",
      roles: { [role]: { name: "Pilot" } },
      members: { [ada]: { roles: expect.arrayContaining([role]) as string[] } },
      channels: {
        [channel]: { name: "chart-room" },
        [quay]: { messages: { [sent]: { content: "land ho", reactions: { "🏝": 1 } } } },
      },
      emojis: { [emoji]: "compass" },
      voice: { [bots[1].userId]: { channelId: deck } },
    });
    await manager("ban_user_from_guild", guild, ben, { reason: "piracy" });
    expect(await oceanic.event("banned", ({ userId }) => userId === ben)).toEqual({ userId: ben });
    expect(await oceanic.event("audit", ({ reason }) => reason === "piracy")).toMatchObject({
      userId: bots[1].userId,
      targetId: ben,
    });
    const code = await manager("create_channel_invite", guild, quay);
    expect(await oceanic.event("invited", (of) => of["code"] === code)).toEqual({ code });
    expect([oceanic.errors, discordjs.errors]).toEqual([[], []]);
  });
});
