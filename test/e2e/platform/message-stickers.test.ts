// Stickers in messages: of the server, of the platform's pack, and of nowhere.
import { startPlatform, type Platform } from "@sdkpp/platform";
import { Permission } from "sdkpp/wire";
import { afterAll, beforeAll, expect, it } from "vitest";
import { STANDARD_STICKERS } from "../../../platform/domain/records/expression/standard-stickers.js";
import { sendRequest } from "../../support/send-request.js";
import { stickerForm } from "../../support/sticker-form.js";

let platform: Platform;
let guildId = "";
let messages = "";
let sticker = "";

const ask = async (line: string, body?: unknown) => {
  const [method = "", path = ""] = line.split(" ");
  return sendRequest<Record<string, unknown>>(
    platform,
    `Bot ${platform.seeded.botToken}`,
    method,
    path,
    body,
  );
};

function guild() {
  const { control, seeded } = platform;
  const roles = [{ name: "all", permissions: Permission.Administrator, memberIds: [seeded.botUserId] }];
  const ownerId = control.createUser({ username: `host${String(Math.random()).slice(2, 10)}` }).id;
  const channels = [{ name: "general", kind: "text" as const }];
  return control.createGuild({ name: "Server", ownerId, memberIds: [seeded.botUserId], roles, channels });
}

beforeAll(async () => {
  platform = await startPlatform();
  const made = guild();
  guildId = made.id;
  messages = `/channels/${made.channels[0]!.id}/messages`;
  sticker = String((await ask(`POST /guilds/${guildId}/stickers`, stickerForm())).body["id"]);
});
afterAll(() => platform?.stop());

it("are shown as items, and are enough for a message", async () => {
  const sent = await ask(`POST ${messages}`, { sticker_ids: [sticker, STANDARD_STICKERS[0]!.id, sticker] });
  const items = [
    { id: sticker, name: "sword", format_type: 1 },
    { id: STANDARD_STICKERS[0]!.id, name: "blue", format_type: 1 },
  ];
  expect(sent).toMatchObject({ status: 200, body: { content: "", sticker_items: items } });
  const path = `${messages}/${String(sent.body["id"])}`;
  expect((await ask(`GET ${path}`)).body["sticker_items"]).toEqual(items);
  expect((await ask(`PATCH ${path}`, { content: "x" })).body).toMatchObject({
    content: "x",
    sticker_items: items,
  });
  expect((await ask(`PATCH ${path}`, { content: "" })).status).toBe(200);
  expect(await ask(`PATCH ${path}`, { sticker_ids: [sticker] })).toMatchObject({
    status: 400,
    body: { code: 50_080 },
  });
});

it("are found, forwarded, and stay when they are deleted", async () => {
  const { id } = (await ask(`POST /guilds/${guildId}/stickers`, stickerForm({ name: "axe" }))).body;
  const sent = (await ask(`POST ${messages}`, { content: "look", sticker_ids: [id] })).body;
  expect((await ask(`DELETE /guilds/${guildId}/stickers/${String(id)}`)).status).toBe(204);
  const items = [{ id, name: "axe", format_type: 1 }];
  const reference = { type: 1, message_id: sent["id"], channel_id: sent["channel_id"] };
  expect((await ask(`POST ${messages}`, { message_reference: reference })).body).toMatchObject({
    message_snapshots: [{ message: { content: "look", sticker_items: items } }],
  });
  expect((await ask(`GET ${messages}/${String(sent["id"])}`)).body["sticker_items"]).toEqual(items);
  expect(await ask(`POST ${messages}`, { sticker_ids: [id] })).toMatchObject({
    status: 400,
    body: { code: 50_081 },
  });
});

it("of other servers, and more than three, are rejected", async () => {
  const { channels } = guild();
  const elsewhere = `POST /channels/${channels[0]!.id}/messages`;
  expect(await ask(elsewhere, { sticker_ids: [sticker] })).toMatchObject({
    status: 400,
    body: { code: 50_081 },
  });
  const four = STANDARD_STICKERS.slice(0, 4).map(({ id }) => id);
  expect(await ask(elsewhere, { sticker_ids: four })).toMatchObject({ status: 400, body: { code: 50_035 } });
  expect((await ask(elsewhere, { sticker_ids: four.slice(1) })).status).toBe(200);
});
