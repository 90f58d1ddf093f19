// Applications: what their developers change, and what others see of it.
import { expect } from "vitest";
import type { Scene } from "../../e2e/platform/authorization-scene.js";
import { PNG } from "../../support/png.js";
import { drop, force, set } from "../change.js";
import { operation, read, type Failure } from "./operation.js";
import { stageHere } from "./stage.js";

const stage = stageHere();
const APPEARANCE = "platform/domain/rules/application/appearance.ts";
const RULES = "platform/domain/rules/application/applications.ts";
const NO_OTHER = { own: "no other code is documented for it" };

const OWN = "/applications/@me";
/** Of the seeded application: a public client with all privileges. */
const REGISTERED_FLAGS = (1 << 8) | (1 << 12) | (1 << 14) | (1 << 18);
/** The limited form of the privilege for presences. */
const LIMITED = 1 << 13;

const invalid = (field: string, body: unknown, leaf = field): Failure => ({
  claim: `an invalid ${field}`,
  ask: () => ({ path: OWN, body }),
  verdict: [400, 50_035],
  errors: [leaf],
});
const unknown: Failure = {
  claim: "an unknown application",
  ask: () => ({ path: "/applications/1" }),
  verdict: [404, 10_002],
};

operation(stage, "update_my_application", {
  change: set(APPEARANCE, "changedTexts.tags", []),
  ask: () => ({
    path: OWN,
    body: {
      description: "A game about knights.",
      icon: PNG,
      cover_image: PNG,
      tags: ["knights", "co-op"],
      max_participants: 8,
      custom_install_url: "https://game.example/install",
      role_connections_verification_url: "https://game.example/roles",
      install_params: { scopes: ["bot", "applications.commands"], permissions: "2048" },
      flags: REGISTERED_FLAGS | LIMITED,
      event_webhooks_types: ["LOBBY_MESSAGE_CREATE"],
    },
  }),
  seenBy: async ({ scene, body }) => {
    expect(body).toMatchObject({
      tags: ["knights", "co-op"],
      max_participants: 8,
      custom_install_url: "https://game.example/install",
      role_connections_verification_url: "https://game.example/roles",
      install_params: { scopes: ["bot", "applications.commands"], permissions: "2048" },
      event_webhooks_types: ["LOBBY_MESSAGE_CREATE"],
      event_webhooks_status: 1,
    });
    const { body: seen } = await read(scene, "ada", "/oauth2/@me");
    const picture = expect.stringMatching(/^[0-9a-f]{32}$/) as string;
    expect(seen).toMatchObject({
      application: { description: "A game about knights.", icon: picture, cover_image: picture },
    });
    const { flags } = body as { flags: number };
    expect([flags & LIMITED, (body as { flags_new: string }).flags_new]).toEqual([LIMITED, String(flags)]);
    await stage().send(scene.stage.bot, "PATCH", {
      path: OWN,
      body: { icon: null, flags: REGISTERED_FLAGS },
    });
    expect((await read(scene, "ada", "/oauth2/@me")).body).toMatchObject({ application: { icon: null } });
    expect((await read(scene, "bot", OWN)).body).toMatchObject({ tags: ["knights", "co-op"] });
  },
  heard: "no event announces it",
  failures: [
    invalid("description", { description: "x".repeat(401) }),
    invalid("icon", { icon: "data:image/png;base64,AAAA" }),
    invalid("cover_image", { cover_image: "https://game.example/cover.png" }),
    invalid("tags", { tags: ["a", "b", "c", "d", "e", "f"] }),
    invalid("tags", { tags: ["x".repeat(21)] }, "tags.0"),
    invalid("flags", { flags: 1 << 17 }),
    invalid("interactions_endpoint_url", { interactions_endpoint_url: "https://game.example/" }),
    invalid("team_id", { team_id: "1" }),
    invalid("event_webhooks_status", { event_webhooks_status: 3 }),
    invalid("event_webhooks_status", { event_webhooks_status: 2 }),
    invalid("event_webhooks_url", { event_webhooks_url: "ftp://game.example/" }),
    invalid("event_webhooks_url", { event_webhooks_url: "https://127.0.0.1:1/" }),
    invalid("event_webhooks_types", { event_webhooks_types: ["NOTHING"] }, "event_webhooks_types.0"),
    invalid("custom_install_url", { custom_install_url: "javascript:alert(1)" }),
    invalid("install_params", { install_params: { scopes: ["nothing"] } }, "install_params.scopes.0"),
    invalid(
      "integration_types_config",
      { integration_types_config: { "1": { oauth2_install_params: { scopes: ["bot"] } } } },
      "integration_types_config.1.oauth2_install_params.scopes.0",
    ),
    invalid("integration_types_config", { integration_types_config: { "0": null } }),
  ],
  never: { "404": "it is about the caller", ...NO_OTHER },
});

operation<{ id: string }>(stage, "get_application", {
  change: force(RULES, "ownApplication", "actor.application", true),
  seenBy: async ({ scene, body }) => {
    const name = { id: scene.applicationId, name: "Seeded Game" };
    expect(body).toMatchObject(name);
    expect((await read(scene, "ada", "/oauth2/@me")).body).toMatchObject({ application: name });
    const other = await read(scene, "otherBot", `/applications/${stage().otherApplicationId}`);
    expect(other.body).toMatchObject({ id: stage().otherApplicationId, name: "Other Game" });
  },
  heard: "a read",
  failures: [
    unknown,
    {
      claim: "a word in place of the id",
      ask: () => ({ path: "/applications/word" }),
      verdict: [400, 50_035],
      errors: ["application_id"],
    },
  ],
  never: NO_OTHER,
});

operation(stage, "update_application", {
  change: drop(RULES, "updateApplication", "applications"),
  seenBy: async ({ scene }) => {
    const { body: seen } = await read(scene, "ada", "/oauth2/@me");
    expect(seen).toMatchObject({
      application: { description: `A game about ${String(scene.number)} knights.` },
    });
  },
  heard: "no event announces it",
  failures: [
    unknown,
    {
      claim: "an invalid tag",
      ask: ({ applicationId }) => ({ path: `/applications/${applicationId}`, body: { tags: [7] } }),
      verdict: [400, 50_035],
      errors: ["tags.0"],
    },
  ],
  never: NO_OTHER,
});

interface Uploaded {
  readonly attachment: { readonly id: string; readonly url: string };
}

/** A multipart body with one file. */
function fileForm(bytes: string | Uint8Array<ArrayBuffer>, name = "moment.png", part = "file"): FormData {
  const form = new FormData();
  form.set(part, new Blob([bytes]), name);
  return form;
}

const attachment = (applicationId: string): string => `/applications/${applicationId}/attachment`;

operation<Uploaded>(stage, "upload_application_attachment", {
  change: drop(
    "platform/domain/rules/interaction/ephemeral-files.ts",
    "uploadApplicationAttachment",
    "putFile",
  ),
  ask: ({ applicationId }) => ({
    path: attachment(applicationId),
    body: fileForm("a moment", "../é moment.png"),
  }),
  seenBy: async ({ scene, asked, body }) => {
    const url = expect.stringMatching(
      new RegExp(`/ephemeral-attachments/${scene.applicationId}/[0-9]+/__moment\\.png\\?ex=`),
    ) as string;
    expect(body.attachment).toEqual({
      id: expect.stringMatching(/^[0-9]+$/) as string,
      filename: "__moment.png",
      size: 8,
      url,
      proxy_url: url,
      content_type: "image/png",
      flags: 0,
      ephemeral: true,
    });
    const served = await fetch(body.attachment.url);
    expect([served.status, await served.text()]).toEqual([200, "a moment"]);
    expect((await fetch(body.attachment.url.replace("/ephemeral-", "/"))).status).toBe(404);
    // The bot has its own ten, and of Ada the newest ten remain.
    const files = [body.attachment.url];
    for (let at = 0; at < 10; at += 1) {
      const { path } = asked;
      const made = (await scene.must(scene.ada, "POST", { path, body: fileForm(String(at)) })) as Uploaded;
      files.push(made.attachment.url);
    }
    await scene.must("bot", "POST", { path: asked.path, body: fileForm("the bot's") });
    const statuses = await Promise.all(files.map(async (file) => (await fetch(file)).status));
    expect(statuses).toEqual([404, ...Array.from({ length: 10 }, () => 200)]);
  },
  heard: "only the address leads to the file",
  failures: [
    { ...unknown, ask: () => ({ path: attachment("1"), body: fileForm("x") }) },
    {
      claim: "no file",
      ask: ({ applicationId }) => ({ path: attachment(applicationId), body: {} }),
      verdict: [400, 50_035],
      errors: ["file"],
    },
    {
      claim: "a part of another name",
      ask: ({ applicationId }) => ({
        path: attachment(applicationId),
        body: fileForm("x", "a.png", "files[0]"),
      }),
      verdict: [400, 50_035],
      errors: ["_body"],
    },
    {
      claim: "a file of more than 10 MiB",
      ask: ({ applicationId }) => ({
        path: attachment(applicationId),
        body: fileForm(new Uint8Array(10 * 1024 * 1024 + 1)),
      }),
      verdict: [400, 50_045],
    },
  ],
  never: { "403": "any scope will do" },
});

/** Ada opens an activity of the game in a server, and Ben joins. @returns the path of the instance, and its parts */
function playing({ stage: { platform }, applicationId, host, ada, ben, botId }: Scene) {
  const { control } = platform;
  control.activities.setUrlMappings(applicationId, []);
  const guild = control.guilds.create({
    name: "Server",
    ownerId: host.id,
    memberIds: [ada.id, ben.id, botId],
    channels: [{ name: "call", kind: "voice" }],
  });
  const channelId = guild.channels[0]!.id;
  const open = (userId: string) => control.activities.launch({ applicationId, userId, channelId });
  const [{ id, launchId }] = [open(ada.id), open(ben.id)];
  return {
    path: `/applications/${applicationId}/activity-instances/${id}`,
    id,
    launchId,
    guildId: guild.id,
    channelId,
  };
}

const noInstance: Failure["verdict"] = [404, 0];

operation<{ instance_id: string }>(stage, "applications_get_activity_instance", {
  change: set("platform/domain/views/activity/activity-instance.ts", "activityInstanceView.users", []),
  ask: playing,
  seenBy: async ({ scene, asked, body }) => {
    const { id, launchId, guildId, channelId, path } = asked as ReturnType<typeof playing>;
    const { applicationId, ada, ben } = scene;
    expect(id).toBe(`i-${launchId}-gc-${guildId}-${channelId}`);
    expect(body).toEqual({
      application_id: applicationId,
      instance_id: id,
      launch_id: launchId,
      location: { id: `gc-${guildId}-${channelId}`, kind: "gc", channel_id: channelId, guild_id: guildId },
      users: [ada.id, ben.id],
    });
    const { control } = scene.stage.platform;
    control.activities.leave(id, ada.id);
    expect((await read(scene, "bot", path)).body).toMatchObject({ users: [ben.id] });
    control.activities.leave(id, ben.id);
    expect(await read(scene, "bot", path)).toEqual({
      status: 404,
      body: { code: 0, message: "404: Not Found" },
    });
    // The next one in the channel is another one.
    expect(control.activities.launch({ applicationId, userId: ada.id, channelId }).id).not.toBe(id);
  },
  heard: "a read",
  failures: [
    { ...unknown, ask: (scene) => ({ path: playing(scene).path.replace(scene.applicationId, "1") }) },
    {
      claim: "an unknown instance",
      ask: ({ applicationId }) => ({ path: `/applications/${applicationId}/activity-instances/i-1-gc-2-3` }),
      verdict: noInstance,
    },
    {
      claim: "an instance whose application has activities no longer",
      ask: (scene) => {
        const { path } = playing(scene);
        scene.stage.platform.control.activities.setUrlMappings(scene.applicationId, null);
        return { path };
      },
      verdict: noInstance,
    },
  ],
  never: { "50035": "the id of an instance is opaque", ...NO_OTHER },
});
