import type { AutoModerationFact } from "./auto-moderation/facts.js";
import type { CommandFact } from "./command/facts.js";
import type { ExpressionFact } from "./expression/facts.js";
import type { EventWebhookFact } from "./event-webhook/facts.js";
import type { GuildFact } from "./guild/facts.js";
import type { InteractionFact } from "./interaction/facts.js";
import type { LobbyFact } from "./lobby/facts.js";
import type { MessageFact } from "./message/facts.js";
import type { MonetisationFact } from "./monetisation/facts.js";
import type { OAuth2Fact } from "./oauth2/facts.js";
import type { PresenceFact } from "./presence/facts.js";
import type { RelationshipFact } from "./relationship/facts.js";
import type { ScheduledEventFact } from "./scheduled-event/facts.js";
import type { ThreadFact } from "./thread/facts.js";
import type { UserFact } from "./user/facts.js";
import type { VoiceFact } from "./voice/facts.js";
import type { WebhookFact } from "./webhook/facts.js";

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
  | ThreadFact
  | UserFact
  | VoiceFact
  | WebhookFact;

/** The facts of one kind, or of several. */
export type FactOf<K extends Fact["kind"]> = Extract<Fact, { readonly kind: K }>;
