import type { ExpressionWorld } from "../expression/expression-world.js";
import type { GuildWorld } from "../guild/guild-world.js";
import type { ApplicationWorld } from "../oauth2/application-world.js";
import type { ClockPort, IdsPort } from "../ports.js";
import type { PresenceWorld } from "../presence/presence-world.js";
import type { RelationshipWorld } from "../relationship/relationship-world.js";
import type { UserWorld } from "../user/user-world.js";
import type { MessageWorld } from "./message-world.js";

/** The world of a message to another user: whether the two may write to each other, the conversation, and new records. */
export type ConversationWorld = MessageWorld &
  GuildWorld &
  UserWorld &
  ExpressionWorld &
  RelationshipWorld &
  PresenceWorld &
  ApplicationWorld &
  ClockPort &
  IdsPort;
