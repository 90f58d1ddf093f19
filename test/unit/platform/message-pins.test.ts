import { PINS_MAX } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import {
  deleteChannelMessage,
  getChannel,
  getChannelMessage,
  listPins,
  openConversation,
  pinMessage,
  sendChannelMessage,
  unpinMessage,
} from "./operations.js";

import { cast, dispatches, eventNames, reply } from "./support-world.js";

function channel() {
  const made = cast();
  const { world, registry, bot, ada } = made;
  const guild = registry.createGuild({
    name: "G",
    ownerId: bot.user.id,
    memberIds: [ada.user.id],
    channels: [{ name: "c", kind: "text" }],
  });
  const channelId = guild.channels[0]!.id;
  const say = (where = channelId) => reply(sendChannelMessage(world, bot, where, { content: "hi" })).id;
  return { ...made, channelId, say };
}

describe("pins", () => {
  it("of one moment are still listed page by page", () => {
    const { world, bot, channelId, say } = channel();
    const ids = [say(), say(), say()];
    for (const id of ids) reply(pinMessage(world, bot, channelId, id));
    const first = reply(listPins(world, bot, channelId, { limit: 2 }));
    const before = Date.parse(first.items[1]!.pinned_at);
    const rest = reply(listPins(world, bot, channelId, { before, limit: 2 }));
    const listed = [...first.items, ...rest.items].map(({ message }) => message.id);
    expect([listed, rest.has_more]).toEqual([ids.toReversed(), false]);
  });

  it("are limited, and one that is taken back makes room", () => {
    const { world, bot, channelId, say } = channel();
    const ids = Array.from({ length: PINS_MAX + 1 }, () => say());
    const [last = "", ...others] = ids;
    for (const id of others) reply(pinMessage(world, bot, channelId, id));
    expect(pinMessage(world, bot, channelId, last)).toMatchObject({ status: 400, code: 30_003 });
    reply(unpinMessage(world, bot, channelId, ids[1]!));
    reply(pinMessage(world, bot, channelId, last));
  });

  it("end with their messages, without an event of their own", () => {
    const { world, bot, channelId, say } = channel();
    const id = say();
    reply(pinMessage(world, bot, channelId, id));
    expect(eventNames(deleteChannelMessage(world, bot, channelId, id))).toEqual(["MESSAGE_DELETE"]);
    expect(reply(listPins(world, bot, channelId, { limit: 50 }))).toEqual({ items: [], has_more: false });
  });

  it("show on their channel when the newest was made", () => {
    const { world, bot, ada, channelId, say } = channel();
    const { id: conversation } = reply(openConversation(world, bot, ada.user.id));
    for (const where of [channelId, conversation]) {
      const shown = () => reply(getChannel(world, bot, where)) as { last_pin_timestamp: string | null };
      expect(shown()).toMatchObject({ last_pin_timestamp: null });
      const [first, second] = [say(where), say(where)];
      const times = [first, second].map((id) => {
        world.clock.advance(1000);
        reply(pinMessage(world, bot, where, id));
        return new Date(world.clock.now()).toISOString();
      });
      expect(shown()).toMatchObject({ last_pin_timestamp: times[1] });
      reply(unpinMessage(world, bot, where, second));
      expect(shown()).toMatchObject({ last_pin_timestamp: times[0] });
      reply(deleteChannelMessage(world, bot, where, first));
      expect(shown()).toMatchObject({ last_pin_timestamp: null });
    }
  });

  it("in a conversation need no permission", () => {
    const { world, bot, ada, say } = channel();
    const { id: conversation } = reply(openConversation(world, bot, ada.user.id));
    const id = say(conversation);
    const pinned = pinMessage(world, bot, conversation, id) as { events: Parameters<typeof dispatches>[0] };
    expect(dispatches(pinned.events).map(({ t }) => t)).toEqual([
      "MESSAGE_UPDATE",
      "CHANNEL_PINS_UPDATE",
      "MESSAGE_CREATE",
      "MESSAGE_CREATE",
    ]);
    expect(reply(getChannelMessage(world, bot, conversation, id)).pinned).toBe(true);
  });
});
