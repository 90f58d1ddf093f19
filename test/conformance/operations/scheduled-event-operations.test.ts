// Scheduled events of servers.
import { Permission } from "sdkpp/wire";
import { expect } from "vitest";
import type { Scene } from "../../e2e/platform/authorization-scene.js";
import { drop, set, unwrap } from "../change.js";
import { operation, read, rejected, type Audience, type Failure } from "./operation.js";
import { stageHere } from "./stage.js";

const stage = stageHere();
const RULES = "platform/domain/rules/scheduled-event/scheduled-events.ts";
const INTEREST = "platform/domain/rules/scheduled-event/interest.ts";
const INPUT = "platform/domain/rules/scheduled-event/event-input.ts";
const NO_OTHER = { own: "no other code is documented for it" };
const HOUR = 3_600_000;
const PNG = `data:image/png;base64,${Buffer.from("\x89PNG\r\n\x1a\nx", "latin1").toString("base64")}`;

interface Event {
  readonly id: string;
  readonly name: string;
  readonly status: number;
  readonly image: string | null;
  readonly user_count?: number;
}

/** A server whose game's bot may create events, and whose other bot manages them outside `staff`, which it does not see. */
function hall({ stage: { platform, otherBotId }, host, ada, ben, botId }: Scene) {
  const guild = platform.control.guilds.create({
    name: "Server",
    ownerId: host.id,
    memberIds: [ada.id, ben.id, botId, otherBotId],
    channels: [
      { name: "call", kind: "voice" },
      {
        name: "staff",
        kind: "voice",
        overwrites: [
          { for: "@everyone", deny: Permission.ViewChannel },
          { for: { userId: botId }, allow: Permission.ViewChannel },
        ],
      },
      { name: "text", kind: "text" },
    ],
    roles: [
      { name: "planner", permissions: Permission.CreateEvents, memberIds: [botId] },
      { name: "steward", permissions: Permission.ManageEvents, memberIds: [otherBotId] },
    ],
  });
  const [call = "", staff = "", text = ""] = guild.channels.map(({ id }) => id);
  return { path: `/guilds/${guild.id}/scheduled-events`, call, staff, text };
}

const timeIn = ({ stage }: Scene, ms: number): string =>
  new Date(stage.platform.control.clock.now() + ms).toISOString();

const gathering = (scene: Scene, more: object = {}): object => ({
  name: "Gathering",
  privacy_level: 2,
  entity_type: 3,
  entity_metadata: { location: "The tower" },
  scheduled_start_time: timeIn(scene, HOUR),
  scheduled_end_time: timeIn(scene, 2 * HOUR),
  ...more,
});

/** In a call of the server. */
const meeting = (scene: Scene, channelId: string): object => ({
  name: "Meeting",
  privacy_level: 2,
  entity_type: 2,
  channel_id: channelId,
  scheduled_start_time: timeIn(scene, HOUR),
});

const create = async (scene: Scene, path: string, body: object): Promise<Event> =>
  (await scene.must("bot", "POST", { path, body })) as Event;

/** An event of the bot. @returns its path */
async function planned(scene: Scene): Promise<string> {
  const { path } = hall(scene);
  return `${path}/${(await create(scene, path, gathering(scene))).id}`;
}

/** One in a call that the other bot does not see. @returns its path */
async function secret(scene: Scene): Promise<string> {
  const { path, staff } = hall(scene);
  return `${path}/${(await create(scene, path, meeting(scene, staff))).id}`;
}

/** A planned event in which Ada wants to take part, then Ben. @returns its path */
async function popular(scene: Scene): Promise<string> {
  const path = await planned(scene);
  for (const { id } of [scene.ben, scene.ada])
    scene.stage.platform.control.as(id).setEventInterest(idOf(path), true);
  return path;
}

const idOf = (path: string): string => path.split("/")[4] ?? "";
const eventsOf = (path: string): string => path.split("/").slice(0, 4).join("/");
const both = (t: string, d: object): Audience => ({ bot: [[t, d]], otherBot: [[t, d]] });

const unknownGuild = (rest = "", body?: unknown): Failure[] => [
  rejected("an unknown server", () => ({ path: `/guilds/1/scheduled-events${rest}`, body }), [404, 10_004]),
  rejected(
    "a word in place of the server's id",
    () => ({ path: `/guilds/word/scheduled-events${rest}`, body }),
    [400, 50_035],
    "guild_id",
  ),
];
const unknownEvent = (rest = "", body?: unknown): Failure[] => [
  rejected("an unknown event", (scene) => ({ path: `${hall(scene).path}/1${rest}`, body }), [404, 10_070]),
  {
    ...rejected(
      "an event in a hidden channel",
      async (scene) => ({ path: (await secret(scene)) + rest, body }),
      [404, 10_070],
    ),
    by: "otherBot",
  },
];
const badQuery = (path: (scene: Scene) => Promise<string> | string, query: string): Failure =>
  rejected(
    query,
    async (scene) => ({ path: `${await path(scene)}?${query}` }),
    [400, 50_035],
    query.split("=")[0] ?? "",
  );

operation<Event[]>(stage, "list_guild_scheduled_events", {
  change: unwrap(RULES, "listEvents", "filter"),
  ask: async (scene) => {
    const path = await secret(scene);
    await create(scene, eventsOf(path), gathering(scene));
    return { path: `${eventsOf(path)}?with_user_count=true` };
  },
  seenBy: async ({ scene, asked, body }) => {
    expect(body).toMatchObject([{ name: "Meeting" }, { name: "Gathering", user_count: 0 }]);
    expect((await read(scene, "otherBot", asked.path)).body).toEqual(body.slice(1));
    const over = `${eventsOf(asked.path.split("?")[0] ?? "")}/${body[1]?.id ?? ""}`;
    await scene.must("bot", "PATCH", { path: over, body: { status: 4 } });
    expect((await read(scene, "otherBot", asked.path)).body).toEqual([]);
  },
  heard: "a read",
  failures: [...unknownGuild(), badQuery((scene) => hall(scene).path, "with_user_count=maybe")],
  never: NO_OTHER,
});

operation<Event>(stage, "get_guild_scheduled_event", {
  change: drop(RULES, "getEvent", "withCount"),
  ask: async (scene) => ({ path: `${await popular(scene)}?with_user_count=true` }),
  seenBy: async ({ scene, asked, body }) => {
    expect(body).toMatchObject({
      name: "Gathering",
      user_count: 2,
      creator_id: scene.botId,
      creator: { id: scene.botId },
      entity_metadata: { location: "The tower" },
      status: 1,
    });
    expect((await read(scene, "otherBot", asked.path)).body).toEqual(body);
  },
  heard: "a read",
  failures: [...unknownGuild("/1"), ...unknownEvent(), badQuery(planned, "with_user_count=maybe")],
  never: NO_OTHER,
});

operation<Event>(stage, "create_guild_scheduled_event", {
  change: set(INPUT, "draftOf.name", ""),
  ask: (scene) => ({ path: hall(scene).path, body: gathering(scene, { image: PNG }) }),
  seenBy: async ({ scene, asked, body }) => {
    expect((await read(scene, "otherBot", `${asked.path}/${body.id}`)).body).toEqual(body);
    expect(body).toMatchObject({ name: "Gathering", status: 1 });
    const { webBase } = scene.stage.platform.endpoints;
    const picture = await fetch(`${webBase}/cdn/guild-events/${body.id}/${body.image ?? ""}.png`);
    expect(picture.status).toBe(200);
  },
  heard: ({ body }) => both("GUILD_SCHEDULED_EVENT_CREATE", body),
  failures: [
    ...unknownGuild("", {
      ...{ name: "x", privacy_level: 2, entity_type: 3 },
      scheduled_start_time: "2100-01-01T00:00:00Z",
    }),
    {
      ...rejected(
        "a bot that may not",
        (scene) => ({ path: hall(scene).path, body: gathering(scene) }),
        [403, 50_013],
      ),
      by: "otherBot",
    },
    ...(
      [
        ["no name", { name: "" }, "name"],
        ["a name of 101 characters", { name: "x".repeat(101) }, "name"],
        ["a description of 1,001 characters", { description: "x".repeat(1001) }, "description"],
        ["another privacy", { privacy_level: 1 }, "privacy_level"],
        ["an unknown type", { entity_type: 4 }, "entity_type"],
        ["no place", { entity_metadata: null }, "entity_metadata"],
        ["no end", { scheduled_end_time: null }, "scheduled_end_time"],
        ["a start that is no time", { scheduled_start_time: "soon" }, "scheduled_start_time"],
        ["a start in the past", { scheduled_start_time: "2020-01-01T00:00:00Z" }, "scheduled_start_time"],
        ["an end before the start", { scheduled_end_time: "2020-01-01T00:00:00Z" }, "scheduled_end_time"],
        ["text in place of a picture", { image: "x" }, "image"],
        ["a recurrence", { recurrence_rule: { frequency: 3 } }, "recurrence_rule"],
        ["a call without a channel", { entity_type: 2 }, "channel_id"],
      ] as const
    ).map(([claim, more, field]) =>
      rejected(
        claim,
        (scene) => ({ path: hall(scene).path, body: gathering(scene, more) }),
        [400, 50_035],
        field,
      ),
    ),
    rejected(
      "a place outside in a channel",
      (scene) => {
        const { path, call } = hall(scene);
        return { path, body: gathering(scene, { channel_id: call }) };
      },
      [400, 50_035],
      "channel_id",
    ),
    rejected(
      "a call in a text channel",
      (scene) => {
        const { path, text } = hall(scene);
        return { path, body: meeting(scene, text) };
      },
      [400, 50_035],
      "channel_id",
    ),
    rejected(
      "an unknown channel",
      (scene) => ({ path: hall(scene).path, body: meeting(scene, "1") }),
      [404, 10_003],
    ),
    rejected(
      "the 101st",
      async (scene) => {
        const { path } = hall(scene);
        for (let count = 0; count < 100; count += 1) await create(scene, path, gathering(scene));
        return { path, body: gathering(scene) };
      },
      [400, 30_038],
    ),
  ],
});

operation<Event>(stage, "update_guild_scheduled_event", {
  change: drop(INPUT, "draftOf", "input.status"),
  ask: async (scene) => ({ path: await planned(scene), body: { name: "Feast", status: 2 } }),
  seenBy: async ({ scene, asked, body }) => {
    expect(body).toMatchObject({ name: "Feast", status: 2, entity_metadata: { location: "The tower" } });
    expect((await read(scene, "otherBot", asked.path)).body).toEqual(body);
    // A user who manages events changes those of others, and moves one into a call.
    const { path, call } = hall(scene);
    const event = `${path}/${(await create(scene, path, gathering(scene))).id}`;
    const move = { entity_type: 2, channel_id: call, scheduled_end_time: null };
    const { status } = await scene.stage.send(scene.stage.otherBot, "PATCH", { path: event, body: move });
    expect(status).toBe(200);
    expect((await read(scene, "bot", event)).body).toMatchObject({ channel_id: call, entity_metadata: null });
  },
  heard: ({ body }) => both("GUILD_SCHEDULED_EVENT_UPDATE", body),
  failures: [
    ...unknownGuild("/1", {}),
    ...unknownEvent("", {}),
    rejected(
      "the event of somebody else",
      async (scene) => {
        const asked = { path: await strangers(scene), body: { name: "Mine" } };
        return asked;
      },
      [403, 50_013],
    ),
    rejected(
      "an event that is over",
      async (scene) => {
        const path = await planned(scene);
        await scene.must("bot", "PATCH", { path, body: { status: 4 } });
        return { path, body: { status: 1 } };
      },
      [400, 180_000],
    ),
    rejected(
      "a step over a status",
      async (scene) => ({ path: await planned(scene), body: { status: 3 } }),
      [400, 50_035],
      "status",
    ),
  ],
});

/** An event of the other bot in a server in which the game's bot may only create. @returns its path */
async function strangers(scene: Scene): Promise<string> {
  const { stage: played, host, botId } = scene;
  const guild = played.platform.control.guilds.create({
    name: "Elsewhere",
    ownerId: host.id,
    memberIds: [botId, played.otherBotId],
    roles: [{ name: "planner", permissions: Permission.CreateEvents, memberIds: [botId, played.otherBotId] }],
  });
  const path = `/guilds/${guild.id}/scheduled-events`;
  const { body } = await played.send(played.otherBot, "POST", { path, body: gathering(scene) });
  return `${path}/${(body as Event).id}`;
}

operation<undefined>(stage, "delete_guild_scheduled_event", {
  change: drop(RULES, "deleteEvent", "scheduledEvents"),
  ask: async (scene) => ({ path: await planned(scene) }),
  seenBy: async ({ scene, asked }) => {
    expect((await read(scene, "otherBot", asked.path)).status).toBe(404);
  },
  heard: ({ asked }) => both("GUILD_SCHEDULED_EVENT_DELETE", { id: idOf(asked.path), name: "Gathering" }),
  failures: [
    ...unknownGuild("/1"),
    ...unknownEvent(),
    rejected(
      "the event of somebody else",
      async (scene) => ({ path: await strangers(scene) }),
      [403, 50_013],
    ),
  ],
  never: NO_OTHER,
});

interface Interested {
  readonly user: { readonly id: string };
  readonly member?: object;
}

operation<Interested[]>(stage, "list_guild_scheduled_event_users", {
  change: set(INTEREST, "listInterested.isBackwards", false),
  ask: async (scene) => ({ path: `${await popular(scene)}/users?with_member=true` }),
  seenBy: async ({ scene, asked, body }) => {
    expect(body).toMatchObject([
      { user_id: scene.ada.id, user: { id: scene.ada.id }, response: 1, member: { roles: [] } },
      { user_id: scene.ben.id },
    ]);
    const [path = ""] = asked.path.split("?");
    const idsOf = async (query: string): Promise<string[]> =>
      ((await read(scene, "otherBot", `${path}?${query}`)).body as Interested[]).map(({ user }) => user.id);
    expect(await idsOf(`before=${scene.ben.id}`)).toEqual([scene.ada.id]);
    expect(await idsOf(`after=${scene.ada.id}`)).toEqual([scene.ben.id]);
    expect(await idsOf("limit=1")).toEqual([scene.ada.id]);
    scene.stage.platform.control.as(scene.ada.id).setEventInterest(idOf(path), false);
    expect(await idsOf("")).toEqual([scene.ben.id]);
  },
  heard: "a read",
  failures: [
    ...unknownGuild("/1/users"),
    ...unknownEvent("/users"),
    ...["limit=0", "limit=101", "before=word", "after=word", "with_member=maybe"].map((query) =>
      badQuery(async (scene) => `${await planned(scene)}/users`, query),
    ),
  ],
  never: NO_OTHER,
});

operation<{ guild_scheduled_event_count: number }>(stage, "count_guild_scheduled_event_users", {
  change: set(INTEREST, "countInterested.guild_scheduled_event_count", 0),
  ask: async (scene) => ({ path: `${await popular(scene)}/users/counts` }),
  seenBy: async ({ scene, asked, body }) => {
    expect(body.guild_scheduled_event_count).toBe(2);
    scene.stage.platform.control.as(scene.ada.id).setEventInterest(idOf(asked.path), false);
    expect((await read(scene, "otherBot", asked.path)).body).toMatchObject({
      guild_scheduled_event_count: 1,
    });
  },
  heard: "a read",
  failures: [...unknownGuild("/1/users/counts"), ...unknownEvent("/users/counts")],
  never: NO_OTHER,
});
