import type { AutoModerationFact } from "./auto-moderation.js";
import type { CommandFact } from "./command.js";
import type { ExpressionFact } from "./expression.js";
import type { EventWebhookFact } from "./event-webhook.js";
import type { GuildFact } from "./guild.js";
import type { InteractionFact } from "./interaction.js";
import type { LobbyFact } from "./lobby.js";
import type { MessageFact } from "./message.js";
import type { MonetisationFact } from "./monetisation.js";
import type { OAuth2Fact } from "./oauth2.js";
import type { PresenceFact } from "./presence.js";
import type { RelationshipFact } from "./relationship.js";
import type { ScheduledEventFact } from "./scheduled-event.js";
import type { StageInstanceFact } from "./stage-instance.js";
import type { ThreadFact } from "./thread.js";
import type { UserFact } from "./user.js";
import type { VoiceFact } from "./voice.js";
import type { WebhookFact } from "./webhook.js";

/**
 * Something that a rule has done. Facts carry records as they were at that moment, so that reactions that run later show
 * what the rule saw. Each kind has its reactions in `reactions/reactions.ts`; one without does not compile.
 */
export type Fact =
  | AutoModerationFact
  | CommandFact
  | ExpressionFact
  | EventWebhookFact
  | GuildFact
  | InteractionFact
  | LobbyFact
  | MessageFact
  | MonetisationFact
  | OAuth2Fact
  | PresenceFact
  | RelationshipFact
  | ScheduledEventFact
  | StageInstanceFact
  | ThreadFact
  | UserFact
  | VoiceFact
  | WebhookFact;

/** The facts of one kind, or of several. */
export type FactOf<K extends Fact["kind"]> = Extract<Fact, { readonly kind: K }>;
