// Pinned messages of servers' channels, by the present paths and by the deprecated ones.
import { Permission, type MessagePayload, type PinsPayload } from "sdkpp/wire";
import { expect } from "vitest";
import type { Scene } from "../../e2e/platform/authorization-scene.js";
import { answer, drop, set } from "../change.js";
import { operation, read, type Failure, type Proof } from "./operation.js";
import { idOf, server } from "./server.js";
import { stageHere } from "./stage.js";

const stage = stageHere();
const RULES = "platform/domain/rules/message/pins.ts";
const PINS = "/messages/pins";

type Channel = "text" | "staff" | "arrivals";

async function post(scene: Scene, channel: string, content: string): Promise<string> {
  const path = `${channel}/messages`;
  return ((await scene.must("bot", "POST", { path, body: { content } })) as MessagePayload).id;
}

/** A message in a server. @param pins the path below the channel @returns the path that pins it */
async function posted(scene: Scene, pins: string, channel: Channel = "text"): Promise<string> {
  const path = server(scene)[channel];
  return `${path}${pins}/${await post(scene, path, "rules of the house")}`;
}

/** The same, pinned. */
async function pinned(scene: Scene, pins: string, channel: Channel = "text"): Promise<string> {
  const path = await posted(scene, pins, channel);
  await scene.must("bot", "PUT", { path });
  return path;
}

/** Three pinned messages. @returns the channel */
async function three(scene: Scene, channel: Channel = "text"): Promise<string> {
  const path = server(scene)[channel];
  for (const content of ["one", "two", "three"])
    await scene.must("bot", "PUT", { path: `${path}${PINS}/${await post(scene, path, content)}` });
  return path;
}

const channelOf = (path: string): string => path.split("/").slice(0, 3).join("/");
const textsOf = (pins: PinsPayload): string[] => pins.items.map(({ message }) => message.content);
const pinsOf = async (scene: Scene, path: string): Promise<PinsPayload> =>
  (await read(scene, "otherBot", channelOf(path) + PINS)).body as PinsPayload;

const at = (
  claim: string,
  path: (scene: Scene) => string | Promise<string>,
  more: Omit<Failure, "claim" | "ask">,
): Failure => ({ claim, ask: async (scene) => ({ path: await path(scene) }), ...more });

/** A server in which the bot manages messages and may not pin them. */
async function unpinnable(scene: Scene, pins: string): Promise<string> {
  const { stage, host, botId } = scene;
  const guild = stage.platform.control.guilds.create({
    name: "Unpinnable",
    ownerId: host.id,
    memberIds: [botId],
    channels: [{ name: "text", kind: "text" }],
    roles: [{ name: "host", permissions: Permission.ManageMessages, memberIds: [botId] }],
  });
  const path = `/channels/${guild.channels[0]!.id}`;
  const asked = { path: `${path}/messages`, body: { content: "rules" } };
  return `${path}${pins}/${((await scene.must("bot", "POST", asked)) as MessagePayload).id}`;
}

const ofMessage = (pins: string): Failure[] => [
  at("an unknown channel", () => `/channels/1${pins}/1`, { verdict: [404, 10_003] }),
  at("an unknown message", (scene) => `${server(scene).text}${pins}/1`, { verdict: [404, 10_008] }),
  at("a hidden channel", (scene) => posted(scene, pins, "staff"), {
    by: "otherBot",
    verdict: [403, 50_001],
  }),
  at("managing messages is not enough", (scene) => unpinnable(scene, pins), {
    verdict: [403, 50_013],
  }),
  at("a word in place of the message's id", (scene) => `${server(scene).text}${pins}/word`, {
    verdict: [400, 50_035],
    errors: ["message_id"],
  }),
  at("a category", (scene) => `${server(scene).category}${pins}/1`, { verdict: [400, 50_024] }),
];

const place = (path: string) => ({ channel_id: channelOf(path).split("/")[2] });

/** Events for both bots when a pin changes. */
const changedPin = (path: string, isPinned: boolean) =>
  [
    ["MESSAGE_UPDATE", { id: idOf(path), content: "rules of the house", pinned: isPinned }],
    ["CHANNEL_PINS_UPDATE", { ...place(path), last_pin_timestamp: isPinned ? expect.any(String) : null }],
  ] as const;

const creating = (pins: string): Proof<undefined> => ({
  change: drop(RULES, "pinMessage", "addPin"),
  ask: async (scene) => ({
    path: await posted(scene, pins),
    headers: { "x-audit-log-reason": "for newcomers" },
  }),
  seenBy: async ({ scene, asked }) => {
    expect(await pinsOf(scene, asked.path)).toMatchObject({
      items: [{ pinned_at: expect.any(String), message: { id: idOf(asked.path), pinned: true } }],
      has_more: false,
    });
    const list = (await read(scene, "otherBot", `${channelOf(asked.path)}/messages`)).body;
    const reference = { type: 0, message_id: idOf(asked.path), ...place(asked.path) };
    expect(list).toMatchObject([
      { type: 6, author: { id: scene.botId }, message_reference: reference },
      { id: idOf(asked.path), pinned: true },
    ]);
    const channel = (await read(scene, "bot", channelOf(asked.path))).body;
    expect(channel).toMatchObject({ last_pin_timestamp: expect.any(String) });
    const { guild_id } = channel as { guild_id: string };
    const log = (await read(scene, "bot", `/guilds/${guild_id}/audit-logs?action_type=74`)).body;
    const options = { ...place(asked.path), message_id: idOf(asked.path) };
    expect((log as { audit_log_entries: unknown }).audit_log_entries).toMatchObject([
      { action_type: 74, target_id: scene.botId, options, reason: "for newcomers" },
    ]);
    await scene.must("bot", "PUT", asked);
    expect(await read(scene, "otherBot", `${channelOf(asked.path)}/messages`)).toMatchObject({ body: list });
  },
  heard: ({ asked }) => {
    const notice = [
      "MESSAGE_CREATE",
      { type: 6, message_reference: { message_id: idOf(asked.path) } },
    ] as const;
    const [update, pins] = changedPin(asked.path, true);
    const entry = ["GUILD_AUDIT_LOG_ENTRY_CREATE", { action_type: 74 }] as const;
    return { bot: [update, pins, entry, notice], otherBot: [update, pins, notice] };
  },
  failures: [
    ...ofMessage(pins),
    at(
      "a message of the platform",
      async (scene) => {
        const channel = channelOf(await pinned(scene, pins));
        const [notice] = (await scene.must("bot", "GET", {
          path: `${channel}/messages`,
        })) as MessagePayload[];
        return `${channel}${pins}/${notice!.id}`;
      },
      { verdict: [403, 50_021] },
    ),
  ],
});

const deleting = (pins: string): Proof<undefined> => ({
  change: drop(RULES, "unpinMessage", "pins"),
  ask: async (scene) => ({ path: await pinned(scene, pins) }),
  seenBy: async ({ scene, asked }) => {
    expect(await pinsOf(scene, asked.path)).toEqual({ items: [], has_more: false });
    const message = `${channelOf(asked.path)}/messages/${idOf(asked.path)}`;
    expect((await read(scene, "otherBot", message)).body).toMatchObject({ pinned: false });
    const { guild_id } = (await read(scene, "bot", channelOf(asked.path))).body as { guild_id: string };
    const log = (await read(scene, "bot", `/guilds/${guild_id}/audit-logs?action_type=75`)).body;
    expect((log as { audit_log_entries: unknown }).audit_log_entries).toMatchObject([
      { action_type: 75, options: { message_id: idOf(asked.path) } },
    ]);
    await scene.must("bot", "DELETE", asked);
  },
  heard: ({ asked }) => {
    const [update, pins] = changedPin(asked.path, false);
    const entry = ["GUILD_AUDIT_LOG_ENTRY_CREATE", { action_type: 75 }] as const;
    return { bot: [update, pins, entry], otherBot: [update, pins] };
  },
  failures: ofMessage(pins),
});

const ofChannel = (pins: string): Failure[] => [
  at("an unknown channel", () => `/channels/1${pins}`, { verdict: [404, 10_003] }),
  at("a hidden channel", (scene) => server(scene).staff + pins, { by: "otherBot", verdict: [403, 50_001] }),
  at("a category", (scene) => server(scene).category + pins, { verdict: [400, 50_024] }),
  at("a word in place of the channel's id", () => `/channels/word${pins}`, {
    verdict: [400, 50_035],
    errors: ["channel_id"],
  }),
];

operation<PinsPayload>(stage, "list_pins", {
  change: set(RULES, "listPins.has_more", false),
  ask: async (scene) => ({ path: `${await three(scene)}${PINS}?limit=2` }),
  seenBy: async ({ scene, asked, body }) => {
    expect([textsOf(body), body.has_more]).toEqual([["three", "two"], true]);
    const before = encodeURIComponent(body.items[1]!.pinned_at);
    const rest = await read(scene, "otherBot", `${channelOf(asked.path)}${PINS}?before=${before}`);
    expect(rest.body).toMatchObject({ items: [{ message: { content: "one" } }], has_more: false });
    const unread = await three(scene, "arrivals");
    expect((await read(scene, "otherBot", unread + PINS)).body).toEqual({ items: [], has_more: false });
  },
  heard: "a read",
  failures: [
    ...ofChannel(PINS),
    ...["limit=51", "limit=0", "limit=word"].map((query) =>
      at(query, (scene) => `${server(scene).text}${PINS}?${query}`, {
        verdict: [400, 50_035],
        errors: ["limit"],
      }),
    ),
    ...["before=yesterday", "before=7", "before=2026-13-01T00:00:00Z"].map((query) =>
      at(query, (scene) => `${server(scene).text}${PINS}?${query}`, {
        verdict: [400, 50_035],
        errors: ["before"],
      }),
    ),
  ],
});

operation<undefined>(stage, "create_pin", creating(PINS));
operation<undefined>(stage, "delete_pin", deleting(PINS));

operation<MessagePayload[]>(stage, "deprecated_list_pins", {
  change: answer(RULES, "listNewestPins", "listed.reply.items.map", []),
  ask: async (scene) => ({ path: `${await three(scene)}/pins` }),
  seenBy: async ({ scene, asked, body }) => {
    expect(body.map(({ content }) => content)).toEqual(["three", "two", "one"]);
    expect((await read(scene, "otherBot", asked.path)).body).toMatchObject([
      { content: "three", pinned: true },
      { content: "two" },
      { content: "one" },
    ]);
  },
  heard: "a read",
  failures: ofChannel("/pins"),
});

operation<undefined>(stage, "deprecated_create_pin", creating("/pins"));
operation<undefined>(stage, "deprecated_delete_pin", deleting("/pins"));
