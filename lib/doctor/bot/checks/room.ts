import { Permission } from "../../../wire/index.js";
import { failed, ok, type Finding } from "../../finding.js";
import type { Place } from "../place.js";

const CHECK = "room";

/** Whether the channel has room for the bot. */
export function checkRoom({ guild, channel, permissions }: Place): Finding {
  const others = guild.voiceStates.filter(
    ({ channelId, userId }) => channelId === channel.id && userId !== guild.botId,
  ).length;
  const { userLimit } = channel;
  if (userLimit === 0) return ok(CHECK, `${others} in the channel, which has no limit`);
  if (others < userLimit) return ok(CHECK, `${others} of ${userLimit} in the channel`);
  if ((permissions & Permission.MoveMembers) !== 0n)
    return ok(CHECK, `the channel is full (${others} of ${userLimit}), and MOVE_MEMBERS lets the bot in`);
  return failed(
    CHECK,
    `the channel is full: ${others} of ${userLimit}`,
    "wait until somebody leaves, raise its limit, or allow MOVE_MEMBERS to the bot there",
  );
}
