import { StagePrivacyLevel } from "sdkpp/wire";
import type { StageInstance } from "../../records/stage-instance/stage-instance.js";

/** An open stage. */
export function stageInstanceView(stage: StageInstance): Record<string, unknown> {
  return {
    id: stage.id,
    guild_id: stage.guildId,
    channel_id: stage.channelId,
    topic: stage.topic,
    privacy_level: StagePrivacyLevel.GuildOnly,
    discoverable_disabled: true,
    guild_scheduled_event_id: stage.eventId,
  };
}
