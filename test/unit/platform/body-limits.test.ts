// Limits of bodies: each is accepted, and one more is not.
import { Compile } from "typebox/compile";
import type { TSchema } from "typebox";
import { expect, test } from "vitest";
import { BulkDeleteBody, ChannelMessageBody } from "../../../platform/http/channel-message-shapes.js";
import { IdleTimeoutShape } from "../../../platform/http/shapes.js";
import { DirectMessageBody, MessageBody, ModerationBody } from "../../../platform/http/message-shapes.js";

const text = (length: number): string => "x".repeat(length);
const list = (length: number, one: unknown = {}): unknown[] => Array<unknown>(length).fill(one);
const pairs = (count: number) => Object.fromEntries(list(count).map((_, at) => [at, ""]));
const embed = (one: object) => ({ embeds: [{ title: "first" }, one] });
const field = (one: object) => embed({ fields: [{ name: "n", value: "v", ...one }] });

test.each<[string, TSchema, number, (size: number) => unknown]>([
  ["embeds", ChannelMessageBody, 10, (size) => ({ embeds: list(size) })],
  ["title", ChannelMessageBody, 256, (size) => embed({ title: text(size) })],
  ["description", ChannelMessageBody, 4096, (size) => embed({ description: text(size) })],
  ["footer", ChannelMessageBody, 2048, (size) => embed({ footer: { text: text(size) } })],
  ["author", ChannelMessageBody, 256, (size) => embed({ author: { name: text(size) } })],
  ["fields", ChannelMessageBody, 25, (size) => embed({ fields: list(size, { name: "n", value: "v" }) })],
  ["name of a field", ChannelMessageBody, 256, (size) => field({ name: text(size) })],
  ["value of a field", ChannelMessageBody, 1024, (size) => field({ value: text(size) })],
  ["nonce of a bot", ChannelMessageBody, 25, (size) => ({ nonce: text(size) })],
  ["stickers", ChannelMessageBody, 3, (size) => ({ sticker_ids: list(size, "1") })],
  ["messages to delete", BulkDeleteBody, 100, (size) => ({ messages: list(size, "1") })],
  ["nonce of a player", DirectMessageBody, 25, (size) => ({ nonce: text(size) })],
  ["metadata", MessageBody, 25, (size) => ({ metadata: pairs(size) })],
  ["key of metadata", MessageBody, 1024, (size) => ({ metadata: { [text(size)]: "" } })],
  ["value of metadata", MessageBody, 1024, (size) => ({ metadata: { a: text(size) } })],
  ["seconds without a player", IdleTimeoutShape, 604_800, (size) => size],
  ["moderation metadata", ModerationBody, 5, pairs],
  ["key of moderation metadata", ModerationBody, 1024, (size) => ({ [text(size)]: "" })],
  ["value of moderation metadata", ModerationBody, 2000, (size) => ({ a: text(size) })],
])("%s", (_name, shape, limit, body) => {
  const validator = Compile(shape);
  expect([limit, limit + 1].map((size) => validator.Check(body(size)))).toEqual([true, false]);
});
