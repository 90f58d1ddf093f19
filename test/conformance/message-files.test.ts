// Files of messages: what is said of them, where they are served, and how large they may be.
import { type AttachmentPayload, GatewayIntent, type MessagePayload, Permission } from "sdkpp/wire";
import { expect } from "vitest";
import { sendFiles, type SentFile } from "../support/send-files.js";
import { drop, force, set } from "./change.js";
import { row } from "./row.js";
import { scene } from "./scene.js";

const at = scene();
const RULES = "platform/domain/rules/posting/attachments.ts";
const MIB = 1024 * 1024;

/** A server's channel. @param everyone what everybody, and so the bot, may do @returns its path */
function channel(everyone?: bigint): string {
  const guild = at.guild({
    name: "Server",
    channels: [{ name: "text", kind: "text" }],
    ...(everyone !== undefined && { everyone }),
  });
  return `/channels/${guild.channels[0]!.id}`;
}

const send = (line: string, payload: unknown, files: readonly SentFile[]) =>
  sendFiles<MessagePayload>(at.platform, at.bot, line, payload, files);
const fetchFile = async ({ url }: AttachmentPayload): Promise<[number, string]> => {
  const response = await fetch(url);
  return [response.status, await response.text()];
};

row(38, force(RULES, "described", "input.description", true), async () => {
  const text = channel();
  const watcher = await at.botSession(GatewayIntent.Guilds | GatewayIntent.GuildMessages);
  const attachments = [
    { id: 0, description: "a map", is_spoiler: true },
    { id: "1", filename: "renamed.txt" },
  ];
  const made = await send(`POST ${text}/messages`, { content: "look", attachments }, [
    ["map.png", "pixels"],
    ["notes.txt", "words"],
  ]);
  expect(made).toMatchObject({
    status: 200,
    body: {
      content: "look",
      attachments: [
        { filename: "map.png", description: "a map", size: 6, content_type: "image/png" },
        { filename: "renamed.txt", size: 5, content_type: "text/plain; charset=utf-8" },
      ],
    },
  });
  expect((await watcher.event<MessagePayload>("MESSAGE_CREATE")).attachments).toHaveLength(2);
  const [map, notes] = made.body.attachments as [AttachmentPayload, AttachmentPayload];
  expect(await fetchFile(map)).toEqual([200, "pixels"]);

  // Files that an edit lists stay, with their new descriptions; new files come behind, and the rest goes.
  const line = `PATCH ${text}/messages/${made.body.id}`;
  const kept = [{ id: map.id, description: "the new map", is_spoiler: false }, { id: 0 }];
  expect(map.flags).toBe(1 << 3);
  const edited = await send(line, { attachments: kept }, [["legend.pdf", "signs"]]);
  expect(edited.body.attachments).toMatchObject([
    { id: map.id, description: "the new map", flags: 0, size: 6 },
    { filename: "legend.pdf" },
  ]);
  expect((await watcher.event<MessagePayload>("MESSAGE_UPDATE")).attachments).toHaveLength(2);
  expect((await fetchFile(notes))[0]).toBe(404);
  expect((await fetchFile(map))[0]).toBe(200);
  const untouched = await at.ask<MessagePayload>(at.bot, line, { content: "look again" });
  expect(untouched.body.attachments).toMatchObject([{ description: "the new map" }, {}]);
  // Each is changed alone: what is not named stays.
  const alone = async (change: object) =>
    (await at.ask<MessagePayload>(at.bot, line, { attachments: [{ id: map.id, ...change }] })).body
      .attachments?.[0];
  expect(await alone({ is_spoiler: true })).toMatchObject({ description: "the new map", flags: 1 << 3 });
  expect(await alone({ description: "the old map" })).toMatchObject({
    description: "the old map",
    flags: 1 << 3,
  });
  const unclear = { attachments: [{ id: map.id, is_spoiler: "yes" }] };
  expect(await at.ask(at.bot, line, unclear)).toMatchObject({ status: 400, body: { code: 50_035 } });
  const wrong = await at.ask(at.bot, line, {
    attachments: [{ id: map.id, description: "x".repeat(1025) }],
  });
  expect(wrong).toMatchObject({ status: 400, body: { code: 50_035 } });
  expect(await at.ask(at.bot, line, { attachments: [{ id: notes.id }] })).toMatchObject({
    status: 400,
    body: { code: 50_035, errors: { attachments: { 0: { id: {} } } } },
  });
  expect((await at.ask(at.bot, line, { attachments: [] })).body).toMatchObject({ attachments: [] });
  expect((await fetchFile(map))[0]).toBe(404);
});

row(39, drop("platform/domain/records/message/attachment.ts", "isSpoiler", "spoiler"), async () => {
  const text = channel();
  const attachments = [{ id: 0, is_spoiler: true }];
  const files: SentFile[] = [
    ["end.png", "a"],
    ["SPOILER_end.png", "b"],
    ["start.png", "c"],
  ];
  const { body } = await send(`POST ${text}/messages`, { attachments }, files);
  expect(body.attachments.map(({ flags }) => flags)).toEqual([1 << 3, 1 << 3, 0]);
  expect(body.attachments.map(({ filename }) => filename)).toEqual(files.map(([name]) => name));
});

row(155, set("lib/wire/limits.ts", "ATTACHMENT_BYTES_MAX", 20_971_520), async () => {
  const text = channel();
  const post = (...files: readonly SentFile[]) => send(`POST ${text}/messages`, {}, files);
  const file = (bytes: number): SentFile => ["big.bin", new Uint8Array(bytes)];
  expect((await post(file(10 * MIB), file(10 * MIB))).status).toBe(200);
  expect(await post(file(10 * MIB + 1))).toMatchObject({ status: 400, body: { code: 50_045 } });
  expect(await post(file(9 * MIB), file(9 * MIB), file(9 * MIB))).toMatchObject({
    status: 413,
    body: { code: 40_005 },
  });
  const many = Array.from({ length: 11 }, () => file(1));
  expect(await post(...many)).toMatchObject({ status: 400, body: { code: 30_015 } });
  expect((await post(...many.slice(1))).body.attachments).toHaveLength(10);
  const { ViewChannel, SendMessages } = Permission;
  const bare = channel(ViewChannel | SendMessages);
  expect(await send(`POST ${bare}/messages`, {}, [file(1)])).toMatchObject({
    status: 403,
    body: { code: 50_013 },
  });
  // Webhooks have the same limit, in new messages and in edits; that of interaction responses is in their `attachment_size_limit`.
  const { body: webhook } = await at.ask(
    at.bot,
    `POST ${channel(ViewChannel | Permission.ManageWebhooks)}/webhooks`,
    {
      name: "Herald",
    },
  );
  const path = `/webhooks/${String(webhook["id"])}/${String(webhook["token"])}`;
  const { body: sent } = await send(`POST ${path}?wait=true`, {}, [file(10 * MIB)]);
  for (const line of [`POST ${path}?wait=true`, `PATCH ${path}/messages/${sent.id}`])
    expect(await send(line, {}, [file(10 * MIB + 1)])).toMatchObject({ status: 400, body: { code: 50_045 } });
});
