// Stages: what goes on in a stage channel.
import { Permission } from "sdkpp/wire";
import { expect } from "vitest";
import type { Scene } from "../../e2e/platform/authorization-scene.js";
import { drop, set } from "../change.js";
import { operation, read, rejected, type Audience, type Failure } from "./operation.js";
import { idOf } from "./server.js";
import { stageHere } from "./stage.js";

const stage = stageHere();
const RULES = "platform/domain/rules/stage-instance/stage-instances.ts";
const CHANGES = "platform/domain/rules/stage-instance/changes.ts";
const PATH = "/stage-instances";
const NO_OTHER = { own: "no other code is documented for it" };

interface Opened {
  readonly id: string;
  readonly guild_id: string;
  readonly channel_id: string;
  readonly topic: string;
}

/** A theatre: the game's bot moderates it, the other bot does not, nor does it see `loge`. */
function theatre({ host, botId }: Scene) {
  const { platform, otherBotId } = stage();
  const guild = platform.control.guilds.create({
    name: "Theatre",
    ownerId: host.id,
    memberIds: [botId, otherBotId],
    channels: [
      { name: "hall", kind: "stage" },
      {
        name: "loge",
        kind: "stage",
        overwrites: [
          { for: "@everyone", deny: Permission.ViewChannel },
          { for: { userId: botId }, allow: Permission.ViewChannel },
        ],
      },
      {
        name: "quiet",
        kind: "stage",
        overwrites: [{ for: "@everyone", deny: Permission.MentionEveryone }],
      },
      { name: "call", kind: "voice" },
    ],
    roles: [
      {
        name: "director",
        permissions:
          Permission.ManageChannels |
          Permission.MuteMembers |
          Permission.MoveMembers |
          Permission.CreateEvents |
          Permission.ManageEvents,
        memberIds: [botId],
      },
    ],
  });
  const [hall = "", loge = "", quiet = "", call = ""] = guild.channels.map(({ id }) => id);
  return { id: guild.id, hall, loge, quiet, call };
}

const play = (channel_id: string, more: object = {}): object => ({ channel_id, topic: "Hamlet", ...more });

async function open(scene: Scene, channelId = theatre(scene).hall): Promise<Opened> {
  return (await scene.must("bot", "POST", { path: PATH, body: play(channelId) })) as Opened;
}

/** @returns path of an open stage */
const opened = async (scene: Scene): Promise<string> => `${PATH}/${(await open(scene)).channel_id}`;

/** An event of the hall. @returns its id */
async function announced(scene: Scene, { id, hall }: { id: string; hall: string }): Promise<string> {
  const body = {
    ...{ name: "Evening", privacy_level: 2, entity_type: 1, channel_id: hall },
    scheduled_start_time: new Date(scene.stage.platform.control.clock.now() + 3_600_000).toISOString(),
  };
  const event = await scene.must("bot", "POST", { path: `/guilds/${id}/scheduled-events`, body });
  return (event as { id: string }).id;
}

const both = (t: string, d: object): Audience => ({ bot: [[t, d]], otherBot: [[t, d]] });

const placeFailures = (rest: (channel: string) => { path: string; body?: unknown }): Failure[] => [
  rejected("an unknown channel", () => rest("1"), [404, 10_003]),
  {
    ...rejected(
      "a channel that the caller does not see",
      (scene) => rest(theatre(scene).loge),
      [403, 50_001],
    ),
    by: "otherBot",
  },
];
const openFailures = (body?: unknown): Failure[] => [
  ...placeFailures((channel) => ({ path: `${PATH}/${channel}`, body })),
  rejected(
    "a word in place of the channel's id",
    () => ({ path: `${PATH}/word`, body }),
    [400, 50_035],
    "channel_id",
  ),
  rejected(
    "a channel without an open stage",
    (scene) => ({ path: `${PATH}/${theatre(scene).hall}`, body }),
    [404, 10_067],
  ),
];
const notStaged = (body?: unknown): Failure[] => [
  rejected(
    "a channel that is no stage",
    (scene) => ({ path: `${PATH}/${theatre(scene).call}`, body }),
    [400, 50_024],
  ),
  {
    ...rejected(
      "a member that does not moderate the stage",
      async (scene) => ({ path: await opened(scene), body }),
      [403, 50_013],
    ),
    by: "otherBot",
  },
];
const badTopics = (ask: (scene: Scene, body: object) => Promise<{ path: string; body: object }>): Failure[] =>
  (
    [
      ["an empty topic", { topic: "" }, "topic"],
      ["a topic of 121 characters", { topic: "x".repeat(121) }, "topic"],
      ["a public stage", { privacy_level: 1 }, "privacy_level"],
    ] as const
  ).map(([claim, more, field]) => rejected(claim, (scene) => ask(scene, more), [400, 50_035], field));

operation<Opened>(stage, "create_stage_instance", {
  change: drop(RULES, "createStage", "world.stageInstances.put"),
  ask: async (scene) => {
    const place = theatre(scene);
    const guild_scheduled_event_id = await announced(scene, place);
    const body = play(place.hall, { guild_scheduled_event_id, send_start_notification: true });
    return { path: PATH, body };
  },
  seenBy: async ({ scene, body }) => {
    expect(body).toMatchObject({ topic: "Hamlet", privacy_level: 2, discoverable_disabled: true });
    expect((await read(scene, "otherBot", `${PATH}/${body.channel_id}`)).body).toEqual(body);
    const { guild_scheduled_event_id: event } = body as Opened & { guild_scheduled_event_id: string };
    const shown = await read(scene, "otherBot", `/guilds/${body.guild_id}/scheduled-events/${event}`);
    expect(shown.body).toMatchObject({ status: 2, entity_id: body.id });
  },
  heard: ({ body }) => {
    const { guild_scheduled_event_id: id } = body as Opened & { guild_scheduled_event_id: string };
    const events = [
      ["STAGE_INSTANCE_CREATE", body],
      ["GUILD_SCHEDULED_EVENT_UPDATE", { id, status: 2, entity_id: body.id }],
    ] as const;
    return { bot: events, otherBot: events };
  },
  failures: [
    ...placeFailures((channel) => ({ path: PATH, body: play(channel) })),
    rejected(
      "a channel that is no stage",
      (scene) => ({ path: PATH, body: play(theatre(scene).call) }),
      [400, 50_024],
    ),
    {
      ...rejected(
        "a member that does not moderate the stage",
        (scene) => ({ path: PATH, body: play(theatre(scene).hall) }),
        [403, 50_013],
      ),
      by: "otherBot",
    },
    rejected(
      "a notification without the permission to mention everybody",
      (scene) => ({ path: PATH, body: play(theatre(scene).quiet, { send_start_notification: true }) }),
      [403, 50_013],
    ),
    rejected(
      "a second stage in one channel",
      async (scene) => ({ path: PATH, body: play((await open(scene)).channel_id) }),
      [400, 150_006],
    ),
    rejected(
      "an unknown event",
      (scene) => ({ path: PATH, body: play(theatre(scene).hall, { guild_scheduled_event_id: "1" }) }),
      [404, 10_070],
    ),
    rejected(
      "an event of another stage",
      async (scene) => {
        const place = theatre(scene);
        const event = await announced(scene, place);
        return { path: PATH, body: play(place.quiet, { guild_scheduled_event_id: event }) };
      },
      [400, 50_035],
      "guild_scheduled_event_id",
    ),
    ...badTopics(async (scene, more) => ({ path: PATH, body: play(theatre(scene).hall, more) })),
  ],
});

operation<Opened>(stage, "get_stage_instance", {
  change: set("platform/domain/views/stage-instance/stage-instance.ts", "stageInstanceView.topic", ""),
  ask: async (scene) => ({ path: await opened(scene) }),
  by: "otherBot",
  seenBy: async ({ scene, asked, body }) => {
    expect(body).toMatchObject({ channel_id: idOf(asked.path), topic: "Hamlet" });
    expect((await read(scene, "bot", asked.path)).body).toEqual(body);
  },
  heard: "a read",
  failures: openFailures(),
  never: NO_OTHER,
});

operation<Opened>(stage, "update_stage_instance", {
  change: drop(RULES, "updateStage", "world.stageInstances.put"),
  ask: async (scene) => ({ path: await opened(scene), body: { topic: "Macbeth", privacy_level: 2 } }),
  seenBy: async ({ scene, asked, body }) => {
    expect(body.topic).toBe("Macbeth");
    expect((await read(scene, "otherBot", asked.path)).body).toEqual(body);
  },
  heard: ({ body }) => both("STAGE_INSTANCE_UPDATE", body),
  failures: [
    ...openFailures({}),
    ...notStaged({}),
    ...badTopics(async (scene, body) => ({ path: await opened(scene), body })),
  ],
});

operation<undefined>(stage, "delete_stage_instance", {
  change: drop(CHANGES, "closeStage", "world.stageInstances.delete"),
  ask: async (scene) => ({ path: await opened(scene) }),
  seenBy: async ({ scene, asked }) => {
    expect((await read(scene, "otherBot", asked.path)).body).toMatchObject({ code: 10_067 });
  },
  heard: ({ asked }) => both("STAGE_INSTANCE_DELETE", { channel_id: idOf(asked.path), topic: "Hamlet" }),
  failures: [...openFailures(), ...notStaged()],
});
