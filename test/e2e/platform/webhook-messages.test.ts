// Webhook messages beyond text: polls, messages in threads, and files of strangers.
import type { MessagePayload } from "sdkpp/wire";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sendFiles, type SentFile } from "../../support/send-files.js";
import { Stage, type Scene } from "./authorization-scene.js";

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage?.close());

interface Herald {
  readonly channel: string;
  readonly address: string;
}

/** A webhook in a channel where the bot may do everything. */
async function herald(scene: Scene): Promise<Herald> {
  const { control, seeded } = stage.platform;
  const guild = control.guilds.create({
    name: "Server",
    ownerId: seeded.botUserId,
    memberIds: [scene.ada.id],
    channels: [{ name: "text", kind: "text" }],
  });
  const channel = `/channels/${guild.channels[0]?.id ?? ""}`;
  const made = await asBot("POST", `${channel}/webhooks`, { name: "Herald" });
  return { channel, address: `/webhooks/${String(made["id"])}/${String(made["token"])}` };
}

async function asBot(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
  const answer = await stage.send(stage.bot, method, { path, body });
  expect(answer.status, `${method} ${path}`).toBeLessThan(300);
  return answer.body as Record<string, unknown>;
}

const asNobody = (method: string, path: string, body?: unknown) =>
  stage.send(undefined, method, { path, body });

/** Without a token of its own: the webhook's is in the path. */
const upload = (line: string, payload: unknown, files: readonly SentFile[]) =>
  sendFiles<MessagePayload>(stage.platform, "", line, payload, files);

describe("a webhook", () => {
  it("asks in a poll", async () => {
    await using scene = await stage.scene();
    const { address, channel } = await herald(scene);
    const poll = { question: { text: "Where to?" }, answers: [{ poll_media: { text: "North" } }] };
    const { body } = await asNobody("POST", `${address}?wait=true`, { poll });
    const { id } = body as MessagePayload;
    stage.platform.control.as(scene.ada.id).vote(id, [1]);
    const voters = await asBot("GET", `${channel}/polls/${id}/answers/1`);
    expect(voters).toMatchObject({ users: [{ id: scene.ada.id }] });
    const edited = await asNobody("PATCH", `${address}/messages/${id}`, { content: "x" });
    expect(edited).toMatchObject({ status: 400, body: { code: 520_003 } });
  });

  it("writes in threads of its channel, and in no others", async () => {
    await using scene = await stage.scene();
    const [here, elsewhere] = [await herald(scene), await herald(scene)];
    const thread = String(
      (await asBot("POST", `${here.channel}/threads`, { name: "grail", type: 11 }))["id"],
    );
    const within = `?thread_id=${thread}`;
    const { body } = await asNobody("POST", `${here.address}${within}&wait=true`, { content: "found" });
    const { id } = body as MessagePayload;
    expect(await asBot("GET", `/channels/${thread}/messages/${id}`)).toMatchObject({ content: "found" });
    const path = `${here.address}/messages/${id}`;
    expect(await asNobody("GET", path)).toMatchObject({ status: 404, body: { code: 10_008 } });
    expect((await asNobody("PATCH", path + within, { content: "lost" })).status).toBe(200);
    expect(await asNobody("POST", elsewhere.address + within, { content: "x" })).toMatchObject({
      status: 404,
      body: { code: 10_003 },
    });
    await asBot("PATCH", `/channels/${thread}`, { archived: true });
    expect((await asNobody("POST", here.address + within, { content: "again" })).status).toBe(204);
    expect(await asBot("GET", `/channels/${thread}`)).toMatchObject({ thread_metadata: { archived: false } });
    await asBot("PATCH", `/channels/${thread}`, { locked: true });
    expect(await asNobody("POST", here.address + within, { content: "x" })).toMatchObject({
      status: 403,
      body: { code: 160_005 },
    });
    expect((await asNobody("DELETE", path + within)).status).toBe(204);
  });

  it("reads no files for a wrong token", async () => {
    await using scene = await stage.scene();
    const { address } = await herald(scene);
    const wrong = address.replace(/\/[^/]*$/, "/wrong");
    const answer = await upload(`POST ${wrong}`, {}, [["large.bin", new Uint8Array(4 << 20)]]);
    expect(answer).toMatchObject({ status: 401, body: { code: 50_027 } });
  });
});
