// Components of messages that are edited, forwarded, crossposted or judged.
import { MessageFlag, MessageReferenceType, Permission, SkuFlag, SkuType } from "sdkpp/wire";
import { describe, expect, it, test } from "vitest";
import { STANDARD_STICKERS } from "../../../platform/domain/records/expression/standard-stickers.js";
import type { ChannelMessageInput } from "../../../platform/domain/rules/posting/input.js";
import { botActor } from "../../../platform/domain/world/oauth2/actor.js";
import { createSku } from "../../../platform/domain/rules/monetisation/skus.js";
import { Fault } from "../../../platform/domain/rules/outcome.js";
import { button, container, file, gallery, leavesOf, row, text, V2 } from "../../support/components.js";
import {
  createRule,
  crosspostMessage,
  deleteChannelMessage,
  editChannelMessage,
  followChannel,
  getChannelMessage,
  listChannelMessages,
  sendChannelMessage,
} from "./operations.js";
import { cast, contentOf, reply } from "./support-world.js";

/** A server with channels of news and of text, and two bots. @param everyone what its members may do */
function town(everyone = Permission.Administrator) {
  const made = cast();
  const { world, registry, bot, ada } = made;
  const { id: otherGame } = registry.createApplication({ name: "Other" });
  const other = botActor(world, registry.createBot(otherGame).token)!;
  const guild = registry.createGuild({
    name: "Town",
    ownerId: ada.user.id,
    memberIds: [bot.user.id, other.user.id],
    everyone,
    channels: [
      { name: "news", kind: "announcement" },
      { name: "text", kind: "text" },
    ],
  });
  const [newsId = "", textId = ""] = guild.channels.map(({ id }) => id);
  const send = (input: ChannelMessageInput, where = newsId) => sendChannelMessage(world, bot, where, input);
  const edit = (id: string, input: ChannelMessageInput) => editChannelMessage(world, bot, newsId, id, input);
  return { ...made, other, guild, newsId, textId, send, edit };
}

const upload = (...names: string[]) =>
  names.map((filename, index) => ({ index: String(index), filename, content: contentOf("x") }));
const wrongOf = (outcome: unknown): string[] => {
  expect(outcome).toMatchObject({ status: 400, code: 50_035 });
  return leavesOf((outcome as Fault).errors);
};
const LEGACY = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2";

describe("a message of components", () => {
  it("needs some", () => {
    const { send, edit } = town();
    expect(send({ flags: V2 })).toMatchObject({ status: 400, code: 50_006 });
    expect(send({ flags: V2, components: [], uploads: upload("a.txt") })).toMatchObject({ code: 50_006 });
    const { id } = reply(send({ flags: V2, components: [text()] }));
    expect(edit(id, { components: [] })).toMatchObject({ code: 50_006 });
    expect(edit(id, { components: null })).toMatchObject({ code: 50_006 });
  });

  it("may have buttons beside its text, and nothing else than them", () => {
    const { send, edit } = town();
    const { id, flags } = reply(send({ content: "press", components: [row(button("b"))] }));
    expect(flags).toBe(0);
    expect(reply(edit(id, { content: "press again" })).components).toHaveLength(1);
    expect(reply(edit(id, { components: [] }))).toMatchObject({ content: "press again", components: [] });
    expect(reply(send({ components: [row(button("b"))] }))).toMatchObject({ content: "" });
  });

  it("has premium buttons only of SKUs that its application sells", () => {
    const { send, world, applicationId, other } = town();
    const offer = (of: string, flags: number): string => {
      const sku = createSku(world, { applicationId: of, name: "Hat", type: SkuType.Durable, flags });
      if (sku instanceof Fault) throw new Error(sku.message);
      return sku.id;
    };
    const buy = (sku_id: string) => ({ content: "buy", components: [row({ type: 2, style: 6, sku_id })] });
    const hidden = offer(applicationId, 0);
    const foreign = offer(other.application.id, SkuFlag.Available);
    for (const id of ["7", hidden, foreign])
      expect(wrongOf(send(buy(id)))).toEqual(["components.0.components.0.sku_id: COMPONENT_SKU_INVALID"]);
    const sold = offer(applicationId, SkuFlag.Available);
    expect(reply(send(buy(sold))).components).toMatchObject([{ components: [{ sku_id: sold }] }]);
  });

  it("is edited part by part", () => {
    const { send, edit } = town();
    const { id } = reply(send({ flags: V2, components: [text("one"), text("two", { id: 7 })] }));
    const after = reply(edit(id, { allowed_mentions: { parse: [] } }));
    expect(after).toMatchObject({ flags: V2, components: [{ id: 1, content: "one" }, { id: 7 }] });
    expect(reply(edit(id, { flags: V2 | MessageFlag.SuppressEmbeds })).flags).toBe(V2 | 4);
    expect(reply(edit(id, { flags: 0 })).flags).toBe(V2);
    expect(reply(edit(id, { components: [text("three")] })).components).toMatchObject([{ content: "three" }]);
    expect(wrongOf(edit(id, { embeds: [{ title: "x" }] }))).toEqual([`embeds: ${LEGACY}`]);
    // Null and nothing at all take nothing away that is not there.
    expect(reply(edit(id, { content: null, embeds: [] })).components).toHaveLength(1);
  });

  it("loses its stickers when an edit says so", () => {
    const { send, edit } = town();
    const sticker_ids = [STANDARD_STICKERS[0]!.id];
    const { id } = reply(send({ content: "x", sticker_ids }));
    const change = { flags: V2, content: null, components: [text()] };
    expect(wrongOf(edit(id, change))).toEqual([`sticker_ids: ${LEGACY}`]);
    const after = reply(edit(id, { ...change, sticker_ids: [] }));
    expect(after).toMatchObject({ flags: V2, content: "" });
    expect(after).not.toHaveProperty("sticker_items");
    expect(wrongOf(send({ flags: V2, components: [text()], sticker_ids }))).toEqual([
      `sticker_ids: ${LEGACY}`,
    ]);
  });

  it("is not made of another's message by those who manage messages", () => {
    const { world, other, newsId, send } = town();
    const { id } = reply(send({ content: "x" }));
    const edited = editChannelMessage(world, other, newsId, id, { flags: V2 });
    expect(reply(edited)).toMatchObject({ flags: 0, content: "x" });
    expect(editChannelMessage(world, other, newsId, id, { components: [] })).toMatchObject({
      status: 403,
      code: 50_005,
    });
  });

  it("calls those whom its texts name", () => {
    const { send, ada, edit } = town();
    const components = [container([text(`hello <@${ada.user.id}>`)]), text("@everyone")];
    const sent = reply(send({ flags: V2, components }));
    expect(sent).toMatchObject({ mentions: [{ id: ada.user.id }], mention_everyone: true });
    expect(reply(send({ flags: V2, components, allowed_mentions: { parse: [] } }))).toMatchObject({
      mentions: [],
      mention_everyone: false,
    });
    expect(reply(edit(sent.id, { components: [text("nobody")] }))).toMatchObject({ mentions: [] });
  });

  it("is judged by what its texts say", () => {
    const { world, ada, guild, send, edit } = town(Permission.ViewChannel | Permission.SendMessages);
    reply(
      createRule(world, ada, guild.id, {
        name: "No cats",
        event_type: 1,
        trigger_type: 1,
        trigger_metadata: { keyword_filter: ["cat"] },
        actions: [{ type: 1 }],
        enabled: true,
      }),
    );
    const blocked = { status: 400, code: 200_000 };
    expect(send({ flags: V2, components: [container([text("a cat")])] })).toMatchObject(blocked);
    const { id } = reply(send({ flags: V2, components: [text("a dog")] }));
    expect(edit(id, { components: [text("a cat")] })).toMatchObject(blocked);
    expect(reply(edit(id, { components: [text("a bird")] })).components).toMatchObject([
      { content: "a bird" },
    ]);
  });
});

describe("files that components show", () => {
  it("appear there alone, and others among the attachments", () => {
    const { send, edit } = town();
    const components = [file("a.txt"), gallery("attachment://b.png", "https://example.com/c.png")];
    const { id, attachments, ...sent } = reply(
      send({ flags: V2, components, uploads: upload("a.txt", "b.png", "c.txt") }),
    );
    expect(attachments.map(({ filename }) => filename)).toEqual(["c.txt"]);
    const address = expect.stringMatching(/^http:\/\/127\.0\.0\.1\/attachments\/.*\?/);
    expect(sent.components).toEqual([
      {
        type: 13,
        id: 1,
        spoiler: false,
        name: "a.txt",
        size: 1,
        file: expect.objectContaining({
          url: address,
          proxy_url: address,
          attachment_id: expect.any(String),
        }),
      },
      {
        type: 12,
        id: 2,
        items: [
          {
            description: null,
            spoiler: false,
            media: {
              id: expect.any(String),
              url: address,
              proxy_url: address,
              width: null,
              height: null,
              content_type: "image/png",
              attachment_id: expect.any(String),
            },
          },
          {
            description: null,
            spoiler: false,
            media: {
              id: expect.any(String),
              url: "https://example.com/c.png",
              proxy_url: "https://example.com/c.png",
              width: null,
              height: null,
              content_type: null,
            },
          },
        ],
      },
    ]);
    const after = reply(edit(id, { components: [file("c.txt")] }));
    expect(after.attachments.map(({ filename }) => filename)).toEqual(["a.txt", "b.png"]);
  });

  it("with one name are the first of them", () => {
    const { send } = town();
    const twice = reply(send({ flags: V2, components: [file("a.txt")], uploads: upload("a.txt", "a.txt") }));
    const [shown] = twice.components as { file: { attachment_id: string } }[];
    expect(twice.attachments).toHaveLength(1);
    expect(twice.attachments[0]!.id).not.toBe(shown!.file.attachment_id);
  });

  it("stay as long as a component shows them", () => {
    const { world, send, edit } = town();
    const sent = reply(send({ flags: V2, components: [file("a.txt")], uploads: upload("a.txt") }));
    const [shown] = sent.components as { file: { attachment_id: string } }[];
    expect(wrongOf(edit(sent.id, { attachments: [] }))).toEqual(["components: COMPONENT_ATTACHMENT_UNKNOWN"]);
    expect(wrongOf(edit(sent.id, { attachments: [], components: [file("a.txt")] }))).toEqual([
      "components.0.file.url: COMPONENT_ATTACHMENT_UNKNOWN",
    ]);
    expect(world.files.all()).toHaveLength(1);
    reply(edit(sent.id, { attachments: [{ id: shown!.file.attachment_id }] }));
    const added = reply(
      edit(sent.id, { attachments: [], components: [file("b.txt")], uploads: upload("b.txt") }),
    );
    expect(added.components).toMatchObject([{ name: "b.txt" }]);
    expect(world.files.all()).toMatchObject([{ filename: "b.txt" }]);
  });
});

describe("components elsewhere", () => {
  it("are carried by a forward, with copies of their files", () => {
    const { send, world, bot, newsId, textId } = town();
    const { id } = reply(send({ flags: V2, components: [file("a.txt"), text()], uploads: upload("a.txt") }));
    const message_reference = { type: MessageReferenceType.Forward, message_id: id, channel_id: newsId };
    const forward = reply(send({ message_reference }, textId));
    reply(deleteChannelMessage(world, bot, newsId, id));
    const [snapshot] = reply(getChannelMessage(world, bot, textId, forward.id)).message_snapshots!;
    expect(snapshot!.message).toMatchObject({
      flags: V2,
      components: [{ name: "a.txt", file: { url: expect.stringContaining(`/${textId}/`) } }, { type: 10 }],
    });
    expect(wrongOf(send({ message_reference, components: [row(button("b"))] }, textId))).toEqual([
      "components: MESSAGE_FORWARD_CANNOT_HAVE_CONTENT",
    ]);
  });

  it("are copied by a crosspost, change with it, and go with it", () => {
    const { world, bot, newsId, textId, send, edit } = town();
    reply(followChannel(world, bot, newsId, textId));
    const { id } = reply(send({ flags: V2, components: [file("a.txt"), text()], uploads: upload("a.txt") }));
    reply(crosspostMessage(world, bot, newsId, id));
    const copy = () => reply(listChannelMessages(world, bot, textId, { limit: 1 }))[0]!;
    expect(copy()).toMatchObject({
      flags: V2 | MessageFlag.IsCrosspost,
      components: [{ name: "a.txt", file: { url: expect.stringContaining(`/${newsId}/`) } }, { type: 10 }],
      attachments: [],
    });
    reply(edit(id, { components: [text("new")] }));
    expect(copy().components).toMatchObject([{ content: "new" }]);
    reply(deleteChannelMessage(world, bot, newsId, id));
    expect(copy()).toMatchObject({
      content: "[Original Message Deleted]",
      components: [],
      flags: MessageFlag.IsCrosspost | MessageFlag.SourceMessageDeleted,
    });
  });
});

test("components that were stored before a file was lost are still shown", () => {
  const { world, send, bot, newsId } = town();
  const { id } = reply(send({ flags: V2, components: [file("a.txt")], uploads: upload("a.txt") }));
  const stored = world.channelMessages.get(id)!;
  world.channelMessages.put({ ...stored, attachments: [] });
  expect(reply(getChannelMessage(world, bot, newsId, id)).components).toMatchObject([
    { name: null, size: null, file: { url: "attachment://a.txt" } },
  ]);
});
