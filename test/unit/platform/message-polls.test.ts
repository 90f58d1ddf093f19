import { POLL_HOURS_DEFAULT, POLL_HOURS_MAX } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import type { PollInput } from "../../../platform/domain/rules/posting/poll-input.js";
import {
  deleteChannelMessage,
  editChannelMessage,
  getChannelMessage,
  listChannelMessages,
  sendChannelMessage,
  sweepPolls,
  votePoll,
} from "./operations.js";
import { cast, dispatches, reply } from "./support-world.js";

const HOUR_MS = 3_600_000;

function town(everyone?: bigint) {
  const made = cast();
  const { world, registry, bot, ada, ben } = made;
  const guild = registry.createGuild({
    name: "G",
    ownerId: ada.user.id,
    memberIds: [bot.user.id, ben.user.id],
    channels: [{ name: "c", kind: "text" }],
    ...(everyone !== undefined && { everyone }),
  });
  const channelId = guild.channels[0]!.id;
  const ask = (more: Partial<PollInput> = {}) => {
    const answers = ["yes", "no"].map((text) => ({ poll_media: { text } }));
    return sendChannelMessage(world, bot, channelId, { poll: { question: { text: "?" }, answers, ...more } });
  };
  const seen = (id: string) => reply(getChannelMessage(world, bot, channelId, id)).poll!;
  const vote = (userId: string, id: string, answers: readonly number[]): string[] | string => {
    const result = votePoll(world, userId, id, answers);
    return result instanceof Error ? result.message : dispatches(result).map(({ t }) => t);
  };
  return { ...made, channelId, ask, seen, vote };
}

describe("polls", () => {
  it("are open as long as was asked, at most 32 days, and end by the clock with their result", () => {
    const { world, bot, ada, channelId, ask, seen, vote } = town();
    const day = reply(ask());
    const month = reply(ask({ duration: POLL_HOURS_MAX }));
    vote(ada.user.id, day.id, [2]);
    world.clock.advance(POLL_HOURS_DEFAULT * HOUR_MS - 1);
    expect(sweepPolls(world)).toEqual([]);
    world.clock.advance(1);
    expect(vote(ada.user.id, day.id, [1])).toBe("the poll is over");
    expect(dispatches(sweepPolls(world)).map(({ t }) => t)).toEqual(["MESSAGE_UPDATE", "MESSAGE_CREATE"]);
    expect(sweepPolls(world)).toEqual([]);
    expect(seen(day.id).results).toEqual({
      is_finalized: true,
      answer_counts: [{ id: 2, count: 1, me_voted: false }],
    });
    expect(seen(month.id).results.is_finalized).toBe(false);
    const [result] = reply(listChannelMessages(world, bot, channelId, { limit: 1 }));
    expect(result).toMatchObject({ type: 46, message_reference: { message_id: day.id } });
  });

  it("without a winner name none", () => {
    const { world, ada, ben, bot, channelId, ask, vote } = town();
    const { id } = reply(ask());
    vote(ada.user.id, id, [1]);
    vote(ben.user.id, id, [2]);
    world.clock.advance(POLL_HOURS_DEFAULT * HOUR_MS);
    sweepPolls(world);
    const [result] = reply(listChannelMessages(world, bot, channelId, { limit: 1 }));
    const [{ fields }] = result!.embeds as [{ fields: { name: string }[] }];
    expect(fields.map(({ name }) => name)).toEqual([
      "poll_question_text",
      "victor_answer_votes",
      "total_votes",
    ]);
  });

  it("count votes that are cast, moved and taken back, each with its event", () => {
    const { ada, ask, seen, vote } = town();
    const { id } = reply(ask());
    const [added, removed] = ["MESSAGE_POLL_VOTE_ADD", "MESSAGE_POLL_VOTE_REMOVE"];
    expect(vote(ada.user.id, id, [1])).toEqual([added]);
    expect(vote(ada.user.id, id, [1])).toEqual([]);
    expect(vote(ada.user.id, id, [2])).toEqual([removed, added]);
    expect(seen(id).results.answer_counts).toEqual([{ id: 2, count: 1, me_voted: false }]);
    expect(vote(ada.user.id, id, [])).toEqual([removed]);
    expect(seen(id).results.answer_counts).toEqual([]);
  });

  it("reject votes that they do not allow", () => {
    const { ada, ben, registry, ask, vote } = town();
    const stranger = registry.createUser({ username: "eve" }).id;
    const { id } = reply(ask());
    expect(vote(ada.user.id, id, [1, 2])).toBe("the poll allows one answer");
    expect(vote(ada.user.id, id, [3])).toBe("the poll has no such answer");
    expect(vote(ben.user.id, "1", [1])).toBe("the message has no poll");
    expect(vote(stranger, id, [1])).toBe("the user does not see the poll");
  });

  it("go with their message, and are not edited", () => {
    const { world, ada, bot, channelId, ask, vote } = town();
    const { id } = reply(ask());
    vote(ada.user.id, id, [1]);
    expect(editChannelMessage(world, bot, channelId, id, { content: "x" })).toMatchObject({ code: 520_003 });
    reply(deleteChannelMessage(world, bot, channelId, id));
    expect([world.polls.all(), world.pollVotes.all()]).toEqual([[], []]);
  });

  it("need a permission, and emojis that exist", () => {
    const { ask } = town(0n);
    expect(ask()).toMatchObject({ code: 50_001 });
    const answers = [{ poll_media: { text: "yes", emoji: { name: "fire" } } }];
    expect(town().ask({ answers })).toMatchObject({
      code: 50_035,
      errors: { poll: { answers: { 0: { poll_media: { emoji: {} } } } } },
    });
  });
});
