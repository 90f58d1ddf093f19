// Threads of servers' channels: how they begin, who takes part, and where they are listed.
import { Permission, type MessagePayload } from "sdkpp/wire";
import { expect } from "vitest";
import type { Scene } from "../../e2e/platform/authorization-scene.js";
import { answer, drop, force, set, unwrap } from "../change.js";
import { operation, read, type Failure } from "./operation.js";
import { idOf, server } from "./server.js";
import { stageHere } from "./stage.js";

const stage = stageHere();
const RULES = "platform/domain/rules/thread";
const PUBLIC = 11;
const PRIVATE = 12;

interface Thread {
  readonly id: string;
  readonly parent_id: string;
  readonly member_count: number;
}
interface Threads {
  readonly threads: readonly Thread[];
  readonly members: readonly { id: string; user_id: string }[];
  readonly has_more: boolean;
}

async function post(scene: Scene, path: string, content = "hello"): Promise<string> {
  const asked = { path: `${path}/messages`, body: { content } };
  return ((await scene.must("bot", "POST", asked)) as MessagePayload).id;
}

/** A thread of the game's bot. @returns its path */
async function start(scene: Scene, channel: string, type = PUBLIC, name = "talk"): Promise<string> {
  const asked = { path: `${channel}/threads`, body: { name, type } };
  return `/channels/${((await scene.must("bot", "POST", asked)) as Thread).id}`;
}

async function archive(scene: Scene, thread: string, more: object = {}): Promise<string> {
  await scene.must("bot", "PATCH", { path: thread, body: { archived: true, ...more } });
  return thread;
}

const threadIn =
  (type = PUBLIC) =>
  (scene: Scene): Promise<string> =>
    start(scene, server(scene).text, type);

const at = (
  claim: string,
  path: (scene: Scene) => string | Promise<string>,
  verdict: Failure["verdict"],
  more: { by?: Failure["by"]; body?: unknown; errors?: readonly string[] } = {},
): Failure => ({
  claim,
  ask: async (scene) => ({ path: await path(scene), body: more.body }),
  verdict,
  ...(more.by && { by: more.by }),
  ...(more.errors && { errors: more.errors }),
});

const entry = (action_type: number) => ["GUILD_AUDIT_LOG_ENTRY_CREATE", { action_type }] as const;
const threadOf = (path: string): string => path.split("/").slice(0, 3).join("/");

/** A server in which nobody but the host may start threads. */
function threadless({ stage, host, botId }: Scene): string {
  const { CreatePublicThreads, CreatePrivateThreads } = Permission;
  const guild = stage.platform.control.guilds.create({
    name: "Threadless",
    ownerId: host.id,
    memberIds: [botId],
    channels: [
      {
        name: "text",
        kind: "text",
        overwrites: [{ for: "@everyone", deny: CreatePublicThreads | CreatePrivateThreads }],
      },
    ],
  });
  return `/channels/${guild.channels[0]!.id}`;
}

const talk = { name: "talk" };
const withMessage = async (scene: Scene, channel: string): Promise<string> =>
  `${channel}/messages/${await post(scene, channel)}/threads`;

const badBodies = (path: (scene: Scene) => string | Promise<string>): Failure[] => [
  at("a name of 101 characters", path, [400, 50_035], { body: { name: "x".repeat(101) }, errors: ["name"] }),
  at("no name", path, [400, 50_035], { body: {}, errors: ["name"] }),
  at("five minutes", path, [400, 50_035], {
    body: { ...talk, auto_archive_duration: 5 },
    errors: ["auto_archive_duration"],
  }),
  at("slow mode of a day", path, [400, 50_035], {
    body: { ...talk, rate_limit_per_user: 86_400 },
    errors: ["rate_limit_per_user"],
  }),
];

operation<Thread>(stage, "create_thread_from_message", {
  change: unwrap(`${RULES}/threads.ts`, "createThreadFromMessage", "withThread"),
  ask: async (scene) => ({
    path: await withMessage(scene, server(scene).text),
    body: { ...talk, auto_archive_duration: 60, rate_limit_per_user: 5 },
    headers: { "x-audit-log-reason": "off topic" },
  }),
  seenBy: async ({ scene, asked, body }) => {
    const id = asked.path.split("/")[4]!;
    const shown = {
      id,
      type: PUBLIC,
      parent_id: asked.path.split("/")[2],
      owner_id: scene.botId,
      member_count: 1,
      message_count: 0,
      rate_limit_per_user: 5,
      thread_metadata: { archived: false, locked: false, auto_archive_duration: 60 },
    };
    expect(body).toMatchObject({ ...shown, member: { id, user_id: scene.botId } });
    const seen = (await read(scene, "otherBot", `/channels/${id}`)).body;
    expect(seen).toMatchObject(shown);
    expect(seen).not.toHaveProperty("member");
    const source = await read(scene, "otherBot", `${threadOf(asked.path)}/messages/${id}`);
    expect(source.body).toMatchObject({ flags: 1 << 5, thread: { id, name: "talk" } });
    const first = await read(scene, "otherBot", `/channels/${id}/messages`);
    expect(first.body).toMatchObject([{ type: 21, message_reference: { message_id: id } }]);
    expect(await scene.must("bot", "GET", { path: `/channels/${id}/messages` })).toMatchObject([
      { referenced_message: { id, content: "hello" } },
    ]);
  },
  heard: ({ body: { id } }) => {
    const both = [
      ["THREAD_CREATE", { id, newly_created: true }],
      ["MESSAGE_UPDATE", { id, flags: 1 << 5, thread: { id } }],
      ["THREAD_MEMBERS_UPDATE", { id, member_count: 1 }],
      ["MESSAGE_CREATE", { type: 21, channel_id: id }],
    ] as const;
    return { bot: [...both, entry(110)], otherBot: both };
  },
  failures: [
    at("an unknown channel", () => "/channels/1/messages/1/threads", [404, 10_003], { body: talk }),
    at("an unknown message", (scene) => `${server(scene).text}/messages/1/threads`, [404, 10_008], {
      body: talk,
    }),
    at("a hidden channel", (scene) => withMessage(scene, server(scene).staff), [403, 50_001], {
      by: "otherBot",
      body: talk,
    }),
    at("without permission", (scene) => withMessage(scene, threadless(scene)), [403, 50_013], { body: talk }),
    at("a category", (scene) => `${server(scene).category}/messages/1/threads`, [400, 50_024], {
      body: talk,
    }),
    at(
      "a message that has one",
      async (scene) => {
        const path = await withMessage(scene, server(scene).text);
        await scene.must("bot", "POST", { path, body: talk });
        return path;
      },
      [400, 160_004],
      { body: talk },
    ),
    at(
      "a message of the platform",
      async (scene) => {
        const { text } = server(scene);
        await scene.must("bot", "PUT", { path: `${text}/messages/pins/${await post(scene, text)}` });
        const [notice] = (await scene.must("bot", "GET", { path: `${text}/messages` })) as MessagePayload[];
        return `${text}/messages/${notice!.id}/threads`;
      },
      [403, 50_021],
      { body: talk },
    ),
    at(
      "in a thread",
      async (scene) => withMessage(scene, await start(scene, server(scene).text)),
      [400, 50_024],
      { body: talk },
    ),
    ...badBodies((scene) => withMessage(scene, server(scene).text)),
  ],
});

const threadsOf = (scene: Scene): string => `${server(scene).text}/threads`;

operation<Thread>(stage, "create_thread", {
  change: set(`${RULES}/threads.ts`, "started.isInvitable", true),
  ask: (scene) => ({
    path: threadsOf(scene),
    body: { ...talk, type: PRIVATE, invitable: false },
    headers: { "x-audit-log-reason": "secrets" },
  }),
  seenBy: async ({ scene, asked, body: { id } }) => {
    const path = `/channels/${id}`;
    expect(await scene.must("bot", "GET", { path })).toMatchObject({
      type: PRIVATE,
      thread_metadata: { invitable: false },
      member: { user_id: scene.botId },
    });
    for (const hidden of [path, `${path}/messages`, `${path}/thread-members`])
      expect(await read(scene, "otherBot", hidden)).toMatchObject({ status: 403, body: { code: 50_001 } });
    const { otherBotId } = scene.stage;
    await scene.must("bot", "PATCH", { path, body: { invitable: true } });
    await scene.must("bot", "PUT", { path: `${path}/thread-members/${otherBotId}` });
    expect(await read(scene, "otherBot", path)).toMatchObject({ body: { member: { user_id: otherBotId } } });
    const { guild_id } = (await read(scene, "bot", threadOf(asked.path))).body as { guild_id: string };
    const log = (await read(scene, "bot", `/guilds/${guild_id}/audit-logs?action_type=110`)).body;
    expect(log).toMatchObject({
      audit_log_entries: [{ action_type: 110, target_id: id, reason: "secrets" }],
      threads: [{ id }],
    });
  },
  heard: ({ body: { id } }) => ({
    bot: [
      ["THREAD_CREATE", { id, newly_created: true }],
      ["THREAD_MEMBERS_UPDATE", { id, member_count: 1 }],
      entry(110),
    ],
  }),
  failures: [
    at("an unknown channel", () => "/channels/1/threads", [404, 10_003], { body: talk }),
    at("without permission", (scene) => `${threadless(scene)}/threads`, [403, 50_013], { body: talk }),
    at("a public one without permission", (scene) => `${threadless(scene)}/threads`, [403, 50_013], {
      body: { ...talk, type: PUBLIC },
    }),
    at("a category", (scene) => `${server(scene).category}/threads`, [400, 50_024], { body: talk }),
    at("a call", (scene) => `${server(scene).voice}/threads`, [400, 50_024], { body: talk }),
    at("in a thread", async (scene) => `${await threadIn()(scene)}/threads`, [400, 50_024], { body: talk }),
    at("one of announcements", threadsOf, [400, 50_024], { body: { ...talk, type: 10 } }),
    at("no type of a thread", threadsOf, [400, 50_035], { body: { ...talk, type: 0 }, errors: ["type"] }),
    at("a public one with invites", threadsOf, [400, 50_035], {
      body: { ...talk, type: PUBLIC, invitable: false },
      errors: ["invitable"],
    }),
    ...badBodies(threadsOf),
  ],
});

const MEMBERS = "/thread-members";

/** Requests that no thread answers. */
const noThread = (rest: string): Failure[] => [
  at("an unknown thread", () => `/channels/1${rest}`, [404, 10_003]),
  at("a private thread of others", async (scene) => (await threadIn(PRIVATE)(scene)) + rest, [403, 50_001], {
    by: "otherBot",
  }),
  at(
    "a thread of a hidden channel",
    async (scene) => (await start(scene, server(scene).staff)) + rest,
    [403, 50_001],
    {
      by: "otherBot",
    },
  ),
  at("a channel", (scene) => server(scene).text + rest, [400, 50_024]),
  at("a word in place of the id", () => `/channels/word${rest}`, [400, 50_035], { errors: ["channel_id"] }),
];

const archived = (rest: (scene: Scene) => string): Failure =>
  at(
    "an archived thread",
    async (scene) => (await archive(scene, await threadIn()(scene))) + rest(scene),
    [400, 50_083],
  );

const memberIds = async (scene: Scene, path: string): Promise<string[]> =>
  ((await read(scene, "otherBot", threadOf(path) + MEMBERS)).body as { user_id: string }[]).map(
    ({ user_id }) => user_id,
  );

/** The thread, and the member of the other bot. */
const ofOtherBot = async (scene: Scene): Promise<string> =>
  `${await threadIn()(scene)}${MEMBERS}/${scene.stage.otherBotId}`;

async function joined(scene: Scene): Promise<string> {
  const path = await ofOtherBot(scene);
  await scene.must("bot", "PUT", { path });
  return path;
}

operation<undefined>(stage, "join_thread", {
  change: drop(`${RULES}/thread-members.ts`, "added", "addThreadMember"),
  by: "otherBot",
  ask: async (scene) => ({ path: `${await threadIn()(scene)}${MEMBERS}/@me` }),
  seenBy: async ({ scene, asked }) => {
    const { otherBotId } = scene.stage;
    expect(await memberIds(scene, asked.path)).toEqual([scene.botId, otherBotId]);
    await scene.stage.send(scene.stage.otherBot, "PUT", asked);
    expect(await read(scene, "bot", threadOf(asked.path))).toMatchObject({ body: { member_count: 2 } });
  },
  heard: ({ scene, asked }) => {
    const id = idOf(threadOf(asked.path));
    const user_id = scene.stage.otherBotId;
    const update = [
      "THREAD_MEMBERS_UPDATE",
      { id, member_count: 2, added_members: [{ user_id, member: { user: { id: user_id } } }] },
    ] as const;
    return { bot: [update], otherBot: [["THREAD_CREATE", { id, member: { user_id } }], update] };
  },
  failures: [...noThread(`${MEMBERS}/@me`), archived(() => `${MEMBERS}/@me`)],
});

operation<undefined>(stage, "leave_thread", {
  change: drop(`${RULES}/thread-members.ts`, "leaveThread", "removeThreadMember"),
  ask: async (scene) => ({ path: `${await threadIn()(scene)}${MEMBERS}/@me` }),
  seenBy: async ({ scene, asked }) => {
    expect(await memberIds(scene, asked.path)).toEqual([]);
    await scene.must("bot", "DELETE", asked);
    expect(await read(scene, "otherBot", threadOf(asked.path))).toMatchObject({ body: { member_count: 0 } });
  },
  heard: ({ scene, asked }) => {
    const update = [
      "THREAD_MEMBERS_UPDATE",
      { id: idOf(threadOf(asked.path)), member_count: 0, removed_member_ids: [scene.botId] },
    ] as const;
    return { bot: [update], otherBot: [update] };
  },
  failures: [...noThread(`${MEMBERS}/@me`), archived(() => `${MEMBERS}/@me`)],
});

operation<undefined>(stage, "add_thread_member", {
  change: drop(`${RULES}/thread-members.ts`, "added", "addThreadMember"),
  ask: async (scene) => ({
    path: `${await threadIn(PRIVATE)(scene)}${MEMBERS}/${scene.stage.otherBotId}`,
  }),
  seenBy: async ({ scene, asked }) => {
    const { otherBotId } = scene.stage;
    expect(await memberIds(scene, asked.path)).toEqual([scene.botId, otherBotId]);
    expect(await read(scene, "otherBot", `${threadOf(asked.path)}/messages`)).toMatchObject({
      body: [{ type: 1, author: { id: scene.botId }, mentions: [{ id: otherBotId }] }],
    });
  },
  heard: ({ scene, asked }) => {
    const id = idOf(threadOf(asked.path));
    const user_id = scene.stage.otherBotId;
    const both = [
      ["THREAD_MEMBERS_UPDATE", { id, member_count: 2, added_members: [{ user_id }] }],
      ["MESSAGE_CREATE", { type: 1, channel_id: id }],
    ] as const;
    return { bot: both, otherBot: [["THREAD_CREATE", { id, type: PRIVATE, member: { user_id } }], ...both] };
  },
  failures: [
    ...noThread(`${MEMBERS}/1`),
    archived(({ ben }) => `${MEMBERS}/${ben.id}`),
    at(
      "no member of the server",
      async (scene) => `${await threadIn()(scene)}${MEMBERS}/${scene.eve.id}`,
      [404, 10_007],
    ),
    at(
      "a user who does not see the channel",
      async (scene) => `${await start(scene, server(scene).staff)}${MEMBERS}/${scene.ben.id}`,
      [403, 50_001],
    ),
    at(
      "who may not write there",
      async (scene) => {
        const { id, text } = server(scene);
        const body = { type: 0, deny: String(Permission.SendMessagesInThreads) };
        await scene.must("bot", "PUT", { path: `${text}/permissions/${id}`, body });
        return `${await start(scene, text)}${MEMBERS}/${scene.ben.id}`;
      },
      [403, 50_013],
      { by: "otherBot" },
    ),
  ],
});

operation<undefined>(stage, "delete_thread_member", {
  change: drop(`${RULES}/thread-members.ts`, "removeFromThread", "removeThreadMember"),
  ask: async (scene) => ({ path: await joined(scene) }),
  seenBy: async ({ scene, asked }) => {
    expect(await memberIds(scene, asked.path)).toEqual([scene.botId]);
    const [notice] = (await read(scene, "otherBot", `${threadOf(asked.path)}/messages`))
      .body as MessagePayload[];
    expect(notice).toMatchObject({ type: 2, mentions: [{ id: scene.stage.otherBotId }] });
  },
  heard: ({ scene, asked }) => {
    const id = idOf(threadOf(asked.path));
    const both = [
      ["THREAD_MEMBERS_UPDATE", { id, member_count: 1, removed_member_ids: [scene.stage.otherBotId] }],
      ["MESSAGE_CREATE", { type: 2, channel_id: id }],
    ] as const;
    return { bot: both, otherBot: both };
  },
  failures: [
    ...noThread(`${MEMBERS}/1`),
    at("no member", ofOtherBot, [404, 10_007]),
    at(
      "an archived thread",
      async (scene) => {
        const path = await joined(scene);
        await archive(scene, threadOf(path));
        return path;
      },
      [400, 50_083],
    ),
    at(
      "another member",
      async (scene) => `${threadOf(await joined(scene))}${MEMBERS}/${scene.botId}`,
      [403, 50_013],
      {
        by: "otherBot",
      },
    ),
  ],
});

operation(stage, "get_thread_member", {
  change: set(`${RULES}/thread-members.ts`, "viewOf.view", {}),
  ask: async (scene) => ({ path: `${await joined(scene)}?with_member=true` }),
  seenBy: async ({ scene, asked, body }) => {
    const user_id = scene.stage.otherBotId;
    const shown = { id: idOf(threadOf(asked.path)), user_id, flags: 0, join_timestamp: expect.any(String) };
    expect(body).toEqual({ ...shown, member: expect.objectContaining({ roles: [] }) });
    const own = await read(scene, "otherBot", asked.path.split("?")[0]!);
    expect(own.body).toEqual(shown);
  },
  heard: "a read",
  failures: [
    ...noThread(`${MEMBERS}/1`),
    at("no member", ofOtherBot, [404, 10_007]),
    at("no boolean", async (scene) => `${await joined(scene)}?with_member=word`, [400, 50_035], {
      errors: ["with_member"],
    }),
  ],
});

operation<{ user_id: string }[]>(stage, "list_thread_members", {
  change: unwrap(`${RULES}/thread-members.ts`, "inWindow", "slice"),
  ask: async (scene) => ({ path: `${threadOf(await joined(scene))}${MEMBERS}?with_member=true&limit=1` }),
  seenBy: async ({ scene, asked, body }) => {
    const ids = [scene.botId, scene.stage.otherBotId].toSorted((left, right) =>
      BigInt(left) < BigInt(right) ? -1 : 1,
    );
    expect(body).toMatchObject([{ user_id: ids[0], member: { user: { id: ids[0] } } }]);
    const after = `${asked.path}&after=${ids[0]!}`;
    expect(await read(scene, "otherBot", after)).toMatchObject({ body: [{ user_id: ids[1] }] });
    const all = (await read(scene, "otherBot", asked.path.split("?")[0]!)).body;
    expect(all).toHaveLength(2);
    expect((all as object[])[0]).not.toHaveProperty("member");
  },
  heard: "a read",
  failures: [
    ...noThread(MEMBERS),
    ...["limit=0", "limit=101", "limit=word"].map((query) =>
      at(query, async (scene) => `${await threadIn()(scene)}${MEMBERS}?${query}`, [400, 50_035], {
        errors: ["limit"],
      }),
    ),
  ],
});

const idsOf = ({ threads }: Threads): string[] => threads.map(({ id }) => id);

/** Three archived threads of one type, and an active one. @returns the channel, and their ids, archived last first */
async function three(scene: Scene, type: number): Promise<{ channel: string; ids: string[] }> {
  const channel = server(scene).text;
  const ids: string[] = [];
  for (const name of ["one", "two", "three"]) {
    const thread = await archive(scene, await start(scene, channel, type, name));
    ids.unshift(idOf(thread));
    await scene.stage.platform.control.clock.advance(1000);
  }
  await start(scene, channel, type);
  return { channel, ids };
}

const channelFailures = (rest: string): Failure[] => [
  at("an unknown channel", () => `/channels/1${rest}`, [404, 10_003]),
  at("a hidden channel", (scene) => server(scene).staff + rest, [403, 50_001], { by: "otherBot" }),
  at("a history that is not for all", (scene) => server(scene).arrivals + rest, [403, 50_013], {
    by: "otherBot",
  }),
  at("a thread", async (scene) => (await threadIn()(scene)) + rest, [400, 50_024]),
  ...["limit=1", "limit=101", "before=yesterday"].map((query) =>
    at(query, (scene) => `${server(scene).text}${rest}?${query}`, [400, 50_035], {
      errors: [query.split("=")[0]!],
    }),
  ),
];

for (const [kind, type, more] of [
  ["public", PUBLIC, []],
  [
    "private",
    PRIVATE,
    [
      at(
        "who does not manage threads",
        (scene) => `${server(scene).text}/threads/archived/private`,
        [403, 50_013],
        { by: "otherBot" },
      ),
    ],
  ],
] as const)
  operation<Threads>(stage, `list_${kind}_archived_threads`, {
    change: set(`${RULES}/thread-lists.ts`, "pageOf.has_more", false),
    ask: async (scene) => ({
      path: `${(await three(scene, type)).channel}/threads/archived/${kind}?limit=2`,
    }),
    seenBy: async ({ scene, asked, body }) => {
      expect(body).toMatchObject({ threads: [{ name: "three" }, { name: "two" }], has_more: true });
      expect(body.members.map(({ user_id }) => user_id)).toEqual([scene.botId, scene.botId]);
      const { thread_metadata } = body.threads[1] as unknown as {
        thread_metadata: { archive_timestamp: string };
      };
      const before = encodeURIComponent(thread_metadata.archive_timestamp);
      const rest = await read(scene, "bot", `${asked.path}&before=${before}`);
      expect(rest.body).toMatchObject({ threads: [{ name: "one" }], has_more: false });
      const other = asked.path.replace(kind, kind === "public" ? "private" : "public");
      expect((await read(scene, "bot", other)).body).toEqual({ threads: [], members: [], has_more: false });
      if (kind === "public")
        expect((await read(scene, "otherBot", asked.path)).body).toEqual({ ...body, members: [] });
    },
    heard: "a read",
    failures: [...channelFailures(`/threads/archived/${kind}`), ...more],
  });

operation<Threads>(stage, "list_my_private_archived_threads", {
  change: answer("platform/domain/world/thread/threads.ts", "enterThread", "isPrivate", true),
  ask: async (scene) => {
    const { channel } = await three(scene, PRIVATE);
    await archive(scene, await start(scene, channel, PUBLIC));
    return { path: `${channel}/users/@me/threads/archived/private?limit=2` };
  },
  seenBy: async ({ scene, asked, body }) => {
    expect(body).toMatchObject({ threads: [{ name: "three" }, { name: "two" }], has_more: true });
    const rest = await read(scene, "bot", `${asked.path}&before=${idsOf(body)[1]!}`);
    expect(rest.body).toMatchObject({ threads: [{ name: "one" }], has_more: false });
    expect((await read(scene, "otherBot", asked.path)).body).toEqual({
      threads: [],
      members: [],
      has_more: false,
    });
  },
  heard: "a read",
  failures: channelFailures("/users/@me/threads/archived/private"),
});

operation<Threads>(stage, "get_active_guild_threads", {
  change: force(`${RULES}/thread-lists.ts`, "listActiveThreads", "mayIn", true),
  by: "otherBot",
  ask: async (scene) => {
    const { id, text, staff } = server(scene);
    await start(scene, text, PUBLIC, "open");
    await start(scene, text, PRIVATE, "closed");
    await start(scene, staff, PUBLIC, "hidden");
    await archive(scene, await start(scene, text, PUBLIC, "old"));
    return { path: `/guilds/${id}/threads/active` };
  },
  seenBy: async ({ scene, asked, body }) => {
    expect(body).toMatchObject({ threads: [{ name: "open" }], members: [], has_more: false });
    expect(body.threads).toHaveLength(1);
    const all = (await read(scene, "bot", asked.path)).body as Threads;
    expect(all).toMatchObject({ threads: [{ name: "hidden" }, { name: "closed" }, { name: "open" }] });
    expect(all.members).toHaveLength(3);
  },
  heard: "a read",
  failures: [
    at("an unknown server", () => "/guilds/1/threads/active", [404, 10_004]),
    at("a word in place of the id", () => "/guilds/word/threads/active", [400, 50_035], {
      errors: ["guild_id"],
    }),
  ],
  never: { own: "a list has no limit" },
});
