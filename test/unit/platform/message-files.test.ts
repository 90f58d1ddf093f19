import { MessageReferenceType, type AttachmentPayload } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import { FILE_QUOTA_BYTES } from "../../../platform/domain/records/message/attachment.js";
import { purgeMore } from "../../../platform/domain/rules/message/deleted-authors.js";
import { appendToChannel } from "../../../platform/domain/world/message/channel-history.js";
import { guildPlace } from "../../../platform/domain/world/message/channel-place.js";
import { dropMore } from "../../../platform/domain/world/message/dropped-channels.js";
import type { ChannelMessageInput } from "../../../platform/domain/rules/posting/input.js";
import {
  sweepEphemeralFiles,
  uploadApplicationAttachment,
} from "../../../platform/domain/rules/interaction/ephemeral-files.js";
import {
  banFromGuild,
  deleteChannel,
  deleteChannelMessage,
  editChannelMessage,
  getChannelMessage,
  sendChannelMessage,
} from "./operations.js";
import { operation } from "./support-operation.js";
import { cast, contentOf, dispatches, reply, testWorld, type TestWorld } from "./support-world.js";

const DAY_MS = 24 * 60 * 60 * 1000;

function channel() {
  const made = cast();
  const { world, registry, bot } = made;
  const guild = registry.createGuild({
    name: "G",
    ownerId: bot.user.id,
    memberIds: [],
    channels: [
      { name: "c", kind: "text" },
      { name: "d", kind: "text" },
    ],
  });
  const [channelId, otherId] = guild.channels.map(({ id }) => id) as [string, string];
  const send = (input: ChannelMessageInput, where = channelId) =>
    sendChannelMessage(world, bot, where, input);
  const edit = (id: string, input: ChannelMessageInput) =>
    editChannelMessage(world, bot, channelId, id, input);
  const stored = () => world.files.all().map(({ filename }) => filename);
  return { ...made, channelId, otherId, send, edit, stored };
}

const files = (...names: string[]): ChannelMessageInput => ({
  uploads: names.map((filename, index) => ({ index: String(index), filename, content: contentOf("x") })),
});
const isValid = ({ world }: ReturnType<typeof channel>, { url }: Pick<AttachmentPayload, "url">): boolean => {
  const { pathname, searchParams } = new URL(url);
  return world.fileLinks.accepts(pathname, Object.fromEntries(searchParams));
};

describe("the room that the files of an application take", () => {
  const used = ({ world, bot }: ReturnType<typeof channel>) =>
    world.fileUsage.get(bot.application.id)?.bytes ?? 0;
  const refusal = (id: string) => ({
    status: 413,
    code: 40_005,
    message: `The files of application ${id} would take more than 512 MiB: delete messages with files first.`,
  });

  it("grows with files and copies of them, and is free again when they go", () => {
    const made = channel();
    const { world, bot, channelId, otherId, send, edit } = made;
    const { id, attachments } = reply(send(files("a.txt", "b.txt")));
    expect(used(made)).toBe(2);
    const reference = { type: MessageReferenceType.Forward, message_id: id, channel_id: channelId };
    const forward = reply(send({ message_reference: reference }, otherId));
    expect(used(made)).toBe(4);
    reply(edit(id, { attachments: [{ id: attachments[0]!.id }] }));
    expect(used(made)).toBe(3);
    reply(deleteChannelMessage(world, bot, otherId, forward.id));
    reply(deleteChannelMessage(world, bot, channelId, id));
    expect(used(made)).toBe(0);
    const upload = { index: "file", filename: "c.txt", content: contentOf("xyz") };
    reply(uploadApplicationAttachment(world, bot, bot.application.id, upload));
    expect(used(made)).toBe(3);
    world.clock.advance(DAY_MS + 1);
    sweepEphemeralFiles(world);
    expect(used(made)).toBe(0);
    expect(world.fileOwners.all()).toEqual([]);
  });

  it("has an end, which is told with the application's name, and only of its own files", () => {
    const made = channel();
    const { world, bot, channelId, otherId, send, edit, stored } = made;
    const applicationId = bot.application.id;
    const { id } = reply(send(files("a.txt")));
    world.fileUsage.put({ applicationId, bytes: FILE_QUOTA_BYTES });
    const reference = { type: MessageReferenceType.Forward, message_id: id, channel_id: channelId };
    const upload = { index: "file", filename: "c.txt", content: contentOf("x") };
    for (const outcome of [
      send(files("b.txt")),
      edit(id, files("b.txt")),
      send({ message_reference: reference }, otherId),
      uploadApplicationAttachment(world, bot, applicationId, upload),
    ])
      expect(outcome).toMatchObject(refusal(applicationId));
    expect(stored()).toEqual(["a.txt"]);
    reply(send({ content: "text only" }));
    const other = made.registry.createApplication({ name: "Other" });
    expect(world.fileUsage.get(other.id)).toBeUndefined();
    reply(deleteChannelMessage(world, bot, channelId, id));
    reply(send(files("b")));
  });
});

describe("files of messages", () => {
  it("go with their message", () => {
    const { world, bot, channelId, send, stored } = channel();
    const { id } = reply(send(files("a.txt", "b.txt")));
    expect(stored()).toEqual(["a.txt", "b.txt"]);
    reply(deleteChannelMessage(world, bot, channelId, id));
    expect(stored()).toEqual([]);
  });

  it("of a rejected message are not stored", () => {
    const { send, edit, stored } = channel();
    expect(send({ ...files("a.txt"), content: "x".repeat(2001) })).toMatchObject({ code: 50_035 });
    expect(send({ ...files("a.txt"), attachments: [{ id: 7 }] })).toMatchObject({ code: 50_035 });
    expect(send({ ...files("a.txt"), embeds: [{ image: { url: "attachment://b.txt" } }] })).toMatchObject({
      code: 50_035,
    });
    const { id } = reply(send({ content: "hi" }));
    expect(edit(id, { ...files("a.txt"), content: "x".repeat(2001) })).toMatchObject({ code: 50_035 });
    expect(edit(id, { ...files("a.txt"), attachments: [{ id: 0 }, { id: "0" }] })).toMatchObject({
      code: 50_035,
    });
    expect(stored()).toEqual([]);
  });

  it("are at most ten with those of an edit", () => {
    const { send, edit, stored } = channel();
    const { id, attachments } = reply(send(files(..."abcdefgh")));
    expect(edit(id, files("i", "j", "k"))).toMatchObject({ status: 400, code: 30_015 });
    const [first] = attachments as AttachmentPayload[];
    reply(edit(id, { ...files("i", "j", "k"), attachments: [{ id: first!.id }] }));
    expect(stored()).toEqual(["a", "i", "j", "k"]);
  });

  it("that a forward carries are its own", () => {
    const { world, bot, channelId, otherId, send, stored } = channel();
    const { id } = reply(send(files("a.txt")));
    const message_reference = { type: MessageReferenceType.Forward, channel_id: channelId, message_id: id };
    const forward = reply(send({ message_reference }, otherId));
    reply(deleteChannelMessage(world, bot, channelId, id));
    const [carried] = forward.message_snapshots![0]!.message.attachments;
    expect([carried!.filename, stored()]).toEqual(["a.txt", ["a.txt"]]);
    expect(new URL(carried!.url).pathname).toBe(`/attachments/${otherId}/${carried!.id}/a.txt`);
    reply(deleteChannelMessage(world, bot, otherId, forward.id));
    expect(stored()).toEqual([]);
  });

  it("are shown in embeds by their names", () => {
    const { send } = channel();
    const url = "attachment://a.png";
    const embeds = [{ title: "t", image: { url }, footer: { text: url, icon_url: url } }];
    const message = reply(send({ ...files("a.png"), embeds }));
    const [{ url: address } = { url: "" }] = message.attachments;
    expect(message.embeds).toMatchObject([{ image: { url: address }, footer: { icon_url: address } }]);
  });

  it("have addresses that are valid for a day; the message has newer ones", () => {
    const town = channel();
    const { world, bot, channelId, send } = town;
    const { id, attachments } = reply(send(files("a.txt")));
    world.clock.advance(DAY_MS - 1000);
    expect(isValid(town, attachments[0]!)).toBe(true);
    world.clock.advance(1000);
    expect(isValid(town, attachments[0]!)).toBe(false);
    const again = reply(getChannelMessage(world, bot, channelId, id));
    expect(isValid(town, again.attachments[0]!)).toBe(true);
  });
});

describe("files of applications", () => {
  it("go after a day, and not before", () => {
    const { world, ada, applicationId, stored } = channel();
    const upload = (filename: string) =>
      reply(uploadApplicationAttachment(world, ada, applicationId, files(filename).uploads?.[0]));
    upload("a.txt");
    world.clock.advance(1);
    upload("b.txt");
    world.clock.advance(DAY_MS - 2);
    sweepEphemeralFiles(world);
    expect(stored()).toEqual(["a.txt", "b.txt"]);
    world.clock.advance(1);
    sweepEphemeralFiles(world);
    expect(stored()).toEqual(["b.txt"]);
    expect(world.ephemeralFiles.all()).toHaveLength(1);
  });
});

describe("a deleted channel with many messages", () => {
  it("takes them along in portions, files and all", () => {
    const { world, bot, channelId, send, stored } = channel();
    for (let count = 0; count < 450; count += 1)
      reply(send(count % 100 === 0 ? files("a.txt") : { content: "x" }));
    reply(deleteChannel(world, bot, channelId));
    const left = () => world.channelMessages.all().length;
    expect(left()).toBe(250);
    expect(getChannelMessage(world, bot, channelId, "1")).toMatchObject({ code: 10_003 });
    dropMore(world);
    expect(left()).toBe(50);
    dropMore(world);
    dropMore(world);
    expect([left(), stored(), world.droppedChannels.all()]).toEqual([0, [], []]);
    expect(world.fileUsage.get(bot.application.id)?.bytes).toBe(0);
  });
});

describe("a ban that takes many messages along", () => {
  it("deletes the newest at once and the rest in portions, after a restart too", () => {
    const { world, bot, ada, channelId, otherId, send } = channel();
    const kept = world.channelMessages.get(reply(send({ content: "kept" })).id)!;
    const write = (where: string, count: number): void => {
      const place = guildPlace(world, where)!;
      for (let left = count; left > 0; left -= 1) {
        const own = { id: world.ids.next(), channelId: where, authorId: ada.user.id };
        appendToChannel(world, place, { ...kept, ...own, sentAt: world.clock.now() });
      }
    };
    write(channelId, 5);
    world.clock.advance(DAY_MS);
    write(channelId, 250);
    write(otherId, 150);
    const { guild } = guildPlace(world, channelId)!;
    const left = (from: TestWorld = world) =>
      [channelId, otherId].map((id) => from.channelMessages.listBy("channel", id).length);
    expect(left()).toEqual([256, 150]);

    const target = { guildId: guild.id, userId: ada.user.id };
    const banned = banFromGuild(world, bot, target, 3600);
    const bulks = dispatches("events" in banned ? banned.events : []).filter(
      ({ t }) => t === "MESSAGE_DELETE_BULK",
    );
    expect(bulks).toMatchObject([{ d: { channel_id: otherId } }, { d: { channel_id: channelId } }]);
    expect(left()).toEqual([207, 0]);
    world.bans.delete(`${guild.id}:${ada.user.id}`);
    write(channelId, 1);

    const restarted = testWorld(world.store);
    const more = (): unknown[] => dispatches(operation(purgeMore)(restarted)).map(({ t }) => t);
    expect([more(), left(restarted)]).toEqual([["MESSAGE_DELETE_BULK"], [8, 0]]);
    expect([more(), left(restarted)]).toEqual([["MESSAGE_DELETE"], [7, 0]]);
    expect([more(), left(restarted), restarted.messagePurges.all()]).toEqual([[], [7, 0], []]);
  });
});
