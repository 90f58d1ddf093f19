import { Permission } from "../../../wire/index.js";
import { failed, ok, skipped, type Finding } from "../../finding.js";
import { isStage, type Place } from "../place.js";

const CHECK = "stage";

/** Whether anybody hears the bot on a stage, where everybody enters as audience, and so suppressed. */
export function checkStage(place: Place): Finding {
  if (!isStage(place)) return skipped(CHECK, "the channel is none");
  const { guild, channel, permissions } = place;
  const itself = `PATCH /guilds/${guild.id}/voice-states/@me { "channel_id": "${channel.id}", "suppress": false }`;
  if ((permissions & Permission.MuteMembers) !== 0n)
    return ok(CHECK, `the bot enters suppressed, and may let itself speak: ${itself}`);
  const isAllowed = (permissions & Permission.RequestToSpeak) !== 0n;
  const asking = isAllowed
    ? 'let it ask with "request_to_speak_timestamp" and a moderator agree'
    : "let a moderator invite it to speak";
  return failed(
    CHECK,
    "the bot enters suppressed, and lacks MUTE_MEMBERS to let itself speak",
    `allow MUTE_MEMBERS to it in the channel and send ${itself} after each join, or ${asking}`,
  );
}
