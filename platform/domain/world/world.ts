import type { Store } from "../../store/store.js";
import { activityWorld, type ActivityWorld } from "./activity/activity-world.js";
import { autoModerationWorld, type AutoModerationWorld } from "./auto-moderation/auto-moderation-world.js";
import { commandWorld, type CommandWorld } from "./command/command-world.js";
import { eventWebhookWorld, type EventWebhookWorld } from "./event-webhook/event-webhook-world.js";
import { expressionWorld, type ExpressionWorld } from "./expression/expression-world.js";
import { guildWorld, type GuildWorld } from "./guild/guild-world.js";
import { interactionWorld, type InteractionWorld } from "./interaction/interaction-world.js";
import { inviteWorld, type InviteWorld } from "./invite/invite-world.js";
import { lobbyWorld, type LobbyWorld } from "./lobby/lobby-world.js";
import { messageWorld, type MessageWorld } from "./message/message-world.js";
import { monetisationWorld, skuWorld, type MonetisationWorld } from "./monetisation/monetisation-world.js";
import { applicationWorld, type ApplicationWorld } from "./oauth2/application-world.js";
import { oauth2World, type OAuth2World } from "./oauth2/oauth2-world.js";
import { pictureWorld, type PictureWorld } from "./picture/picture-world.js";
import { presenceWorld, type PresenceWorld } from "./presence/presence-world.js";
import { relationshipWorld, type RelationshipWorld } from "./relationship/relationship-world.js";
import { scheduledEventWorld, type ScheduledEventWorld } from "./scheduled-event/scheduled-event-world.js";
import { stageInstanceWorld, type StageInstanceWorld } from "./stage-instance/stage-instance-world.js";
import { threadWorld } from "./thread/thread-world.js";
import { userWorld, type UserWorld } from "./user/user-world.js";
import { voiceWorld, type VoiceWorld } from "./voice/voice-world.js";
import { webhookWorld, type WebhookWorld } from "./webhook/webhook-world.js";
import type { Ports } from "./ports.js";

/** The whole world, for doors and reactions. Views and rules name the slices that they touch. */
export interface World
  extends
    Ports,
    UserWorld,
    ApplicationWorld,
    OAuth2World,
    EventWebhookWorld,
    WebhookWorld,
    InviteWorld,
    GuildWorld,
    LobbyWorld,
    MessageWorld,
    RelationshipWorld,
    PresenceWorld,
    PictureWorld,
    ExpressionWorld,
    AutoModerationWorld,
    CommandWorld,
    InteractionWorld,
    MonetisationWorld,
    ScheduledEventWorld,
    StageInstanceWorld,
    ActivityWorld,
    VoiceWorld {
  readonly store: Store;
}

/** Forgets all that the store does not hold, calls and presences above all: its records have been replaced. */
export function forgetMemory(world: World): void {
  const { endpoint } = world.voice;
  Object.assign(world, makeWorld(world.store, world));
  world.voice.endpoint = endpoint;
}

/** Each part of the world makes its own collections. */
export function makeWorld(store: Store, ports: Ports): World {
  return {
    ...ports,
    store,
    ...activityWorld(store),
    ...autoModerationWorld(store),
    ...commandWorld(store),
    ...eventWebhookWorld(store),
    ...expressionWorld(store),
    ...guildWorld(store, ports),
    ...interactionWorld(store),
    ...inviteWorld(store),
    ...lobbyWorld(store),
    ...messageWorld(store, ports),
    ...skuWorld(store),
    ...monetisationWorld(store),
    ...applicationWorld(store),
    ...oauth2World(store, ports),
    ...pictureWorld(store),
    ...presenceWorld(ports),
    ...relationshipWorld(store),
    ...scheduledEventWorld(store),
    ...stageInstanceWorld(store),
    ...threadWorld(store),
    ...userWorld(store),
    ...voiceWorld(store),
    ...webhookWorld(store),
  };
}
