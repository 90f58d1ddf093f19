// Components of messages: the flag that lets a message consist of them, and how many there may be.
import { GatewayIntent, type MessagePayload } from "sdkpp/wire";
import { expect } from "vitest";
import {
  button,
  container,
  file,
  gallery,
  leavesOf,
  row as actionRow,
  section,
  separator,
  stringSelect,
  text,
  thumbnail,
  V2,
  type Sent,
} from "../support/components.js";
import { sendFiles } from "../support/send-files.js";
import { unsigned } from "../support/unsigned.js";
import { drop, offByOne, set } from "./change.js";
import { row } from "./row.js";
import { scene } from "./scene.js";

const at = scene();
const RULES = "platform/domain/rules";
/** Of the platform's own pack. */
const STANDARD_STICKER = "1000000000000000002";

/** A server's channel, whose owner is the bot. @returns its path */
function channel(): string {
  const ownerId = at.platform.seeded.botUserId;
  const guild = at.guild({ name: "Server", ownerId, channels: [{ name: "text", kind: "text" }] });
  return `/channels/${guild.channels[0]!.id}`;
}

const ask = (line: string, body?: unknown) => at.ask<MessagePayload>(at.bot, line, body);

/** Faults of a message, as `path: CODE`; empty when there are none. */
async function wrongOf(line: string, body: unknown): Promise<string[]> {
  const answer = await at.ask(at.bot, line, body);
  if (answer.status === 200) return [];
  expect(answer).toMatchObject({ status: 400, body: { code: 50_035, message: "Invalid Form Body" } });
  return leavesOf(answer.body["errors"]);
}

const many = (count: number, one: (at: number) => Sent): Sent[] =>
  Array.from({ length: count }, (_, index) => one(index));
const separators = (count: number): Sent[] => many(count, () => separator());

row(42, drop(`${RULES}/posting/draft.ts`, "SETTABLE", "IsComponentsV2"), async () => {
  const path = channel();
  const line = `POST ${path}/messages`;
  const watcher = await at.botSession(
    GatewayIntent.Guilds | GatewayIntent.GuildMessages | GatewayIntent.MessageContent,
  );
  const components = [
    text("# Shop", { id: 9 }),
    section(thumbnail("attachment://map.png", { description: "a map" }), text("one"), text("two")),
    gallery("attachment://map.png", "https://example.com/view.png"),
    file("rules.pdf"),
    separator({ spacing: 2, divider: false }),
    container([actionRow(button("buy")), actionRow(stringSelect("size")), file("rules.pdf")], {
      accent_color: 0xff0000,
    }),
  ];
  const sent = await sendFiles<MessagePayload>(at.platform, at.bot, line, { flags: V2, components }, [
    ["map.png", "pixels"],
    ["rules.pdf", "words"],
    ["hidden.txt", "nothing shows it"],
  ]);
  expect(sent.status).toBe(200);
  const { id, content, attachments } = sent.body;
  expect([sent.body.flags & V2, content]).toEqual([V2, ""]);
  expect(attachments.map(({ filename }) => filename)).toEqual(["hidden.txt"]);
  expect(sent.body.components).toMatchObject([
    { type: 10, id: 9 },
    { type: 9, id: 1, components: [{ id: 2 }, { id: 3 }], accessory: { type: 11, id: 4 } },
    { type: 12, id: 5, items: [{ spoiler: false }, { media: { url: "https://example.com/view.png" } }] },
    { type: 13, id: 6, name: "rules.pdf", size: 5, file: { content_type: "application/pdf" } },
    { type: 14, id: 7, divider: false, spacing: 2 },
    {
      type: 17,
      id: 8,
      accent_color: 0xff0000,
      components: [{ id: 10 }, { id: 12, components: [{ id: 13 }] }, { name: "rules.pdf", size: 5 }],
    },
  ]);
  const [, { accessory }] = sent.body.components as [
    unknown,
    { accessory: { media: Record<string, string> } },
  ];
  expect(await (await fetch(accessory.media["url"]!)).text()).toBe("pixels");

  // Everybody who may read the message reads the same.
  const shown = unsigned(sent.body.components);
  const heard = await watcher.event<MessagePayload>("MESSAGE_CREATE");
  expect(unsigned(heard.components)).toEqual(shown);
  expect(unsigned((await ask(`GET ${path}/messages/${id}`)).body.components)).toEqual(shown);

  // The flag stays, and excludes what components replace.
  const edit = `PATCH ${path}/messages/${id}`;
  const changed = await ask(edit, { flags: 0, components: [text("closed")] });
  expect(changed.body).toMatchObject({ flags: V2, components: [{ content: "closed", id: 1 }] });
  expect(await watcher.event<MessagePayload>("MESSAGE_UPDATE")).toMatchObject({
    components: [{ content: "closed" }],
  });
  const forbidden = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2";
  expect(await wrongOf(edit, { content: "open" })).toEqual([`content: ${forbidden}`]);
  const poll = { question: { text: "?" }, answers: [{ poll_media: { text: "yes" } }] };
  const legacy = { content: "x", embeds: [{ title: "x" }], poll, sticker_ids: [STANDARD_STICKER] };
  expect(await wrongOf(line, { flags: V2, components: [text("")], ...legacy })).toEqual([
    "components.0.content: BASE_TYPE_BAD_LENGTH",
    ...Object.keys(legacy).map((name) => `${name}: ${forbidden}`),
  ]);
  expect(await wrongOf(line, { components: [text()] })).toEqual([
    "components.0.type: COMPONENT_TYPE_INVALID",
  ]);

  // An edit can set the flag when it takes away what components replace.
  const plain = await ask(line, {
    content: "old",
    embeds: [{ title: "old" }],
    components: [actionRow(button("old"))],
  });
  expect(plain.body).toMatchObject({ flags: 0, components: [{ id: 0, components: [{ id: 0 }] }] });
  const other = `PATCH ${path}/messages/${plain.body.id}`;
  expect(await wrongOf(other, { flags: V2 })).toEqual([`content: ${forbidden}`, `embeds: ${forbidden}`]);
  expect((await ask(other, { flags: V2, content: null, embeds: [] })).body).toMatchObject({
    flags: V2,
    content: "",
    embeds: [],
    components: [{ id: 1, components: [{ id: 2, custom_id: "old" }] }],
  });
});

row(151, offByOne(`${RULES}/component/reading.ts`, "Reading", "total"), async () => {
  const line = `POST ${channel()}/messages`;
  const tooMany = ["components: COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"];
  // A section with a button and its text counts three.
  const sections = many(13, (index) => section(button(`b${String(index)}`)));
  expect(await wrongOf(line, { flags: V2, components: [...sections, separator()] })).toEqual([]);
  expect(await wrongOf(line, { flags: V2, components: [...sections, ...separators(2)] })).toEqual(tooMany);
  expect(await wrongOf(line, { flags: V2, components: separators(41) })).toEqual(tooMany);
});

row(152, set("lib/wire/component-codes.ts", "COMPONENT_LIMITS.total", 39), async () => {
  const line = `POST ${channel()}/messages`;
  const top = await ask(line, { flags: V2, components: separators(40) });
  expect(top.body.components).toHaveLength(40);
  const inside = await ask(line, { flags: V2, components: [container(separators(39))] });
  const [shown] = inside.body.components as { components: unknown[] }[];
  expect(shown?.components).toHaveLength(39);
});

row(153, set(`${RULES}/component/message-components.ts`, "messageComponents.max", 6), async () => {
  const line = `POST ${channel()}/messages`;
  const rows = many(6, (index) => actionRow(button(`b${String(index)}`)));
  const five = await ask(line, { content: "choose", components: rows.slice(1) });
  expect(five.body.components).toHaveLength(5);
  expect(five.body).toMatchObject({ content: "choose" });
  expect(await wrongOf(line, { content: "choose", components: rows })).toEqual([
    "components: BASE_TYPE_MAX_LENGTH",
  ]);
  expect(await wrongOf(line, { flags: V2, components: rows })).toEqual([]);
});
