import { RuleActionType } from "../../records/auto-moderation/auto-moderation-rule.js";
import { saidIn, type Message } from "../../records/message/message.js";
import type { AutoModerationWorld } from "../../world/auto-moderation/auto-moderation-world.js";
import { rulesTriggeredByMessage } from "../../world/auto-moderation/triggered-rules.js";
import type { ChannelPlace } from "../../world/message/channel-place.js";
import type { Fact } from "../../facts/facts.js";

/** The verdict of a server's automatic moderation on a message. */
export interface Verdict {
  /** Whether the message, or its new text, must not be stored. */
  readonly isBlocked: boolean;
  /** The consequences of the triggered rules, blocked or not. */
  readonly facts: readonly Fact[];
}

/** Checks a message before it is stored, new or with its new text. Conversations of two are not moderated. */
export function moderate(world: AutoModerationWorld, place: ChannelPlace, message: Message): Verdict {
  if (place.kind === "dm") return { isBlocked: false, facts: [] };
  const { id, authorId, applicationId } = message;
  const content = saidIn(message);
  const triggered = rulesTriggeredByMessage(world, place, authorId, content);
  const acts = triggered.flatMap(({ rule, trigger }) =>
    rule.actions.map((action) => ({ rule, trigger, action })),
  );
  const isBlocked = acts.some(({ action }) => action.type === RuleActionType.BlockMessage);
  const where = {
    guildId: place.guild.id,
    channelId: place.channel.id,
    userId: authorId,
    applicationId,
    content,
    ...(isBlocked ? {} : { messageId: id }),
  };
  return { isBlocked, facts: acts.map((act) => ({ kind: "autoModerationActs", ...act, ...where })) };
}
