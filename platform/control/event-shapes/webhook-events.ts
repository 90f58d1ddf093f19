import type { EventWebhookType } from "../../domain/records/oauth2/event-webhooks.js";
import { text } from "../../guard/arguments.js";
import { id } from "../inputs.js";
import { CHANGED_MESSAGE, ENTITLEMENT, GUILD, LOBBY_MESSAGE, MESSAGE, USER } from "./objects.js";
import { listOf, nothing, number, object, type Shape } from "./shape.js";

const OF_USER = object({ user: USER });

/** The form of the data of each event that applications receive over HTTP (R§1.3). */
export const WEBHOOK_EVENT_SHAPES: Readonly<Record<EventWebhookType, Shape>> = {
  APPLICATION_AUTHORIZED: object(
    { user: USER, scopes: listOf(text) },
    { integration_type: number, guild: GUILD },
  ),
  APPLICATION_DEAUTHORIZED: OF_USER,
  ENTITLEMENT_CREATE: ENTITLEMENT,
  ENTITLEMENT_UPDATE: ENTITLEMENT,
  ENTITLEMENT_DELETE: ENTITLEMENT,
  QUEST_USER_ENROLLMENT: nothing,
  LOBBY_MESSAGE_CREATE: LOBBY_MESSAGE,
  LOBBY_MESSAGE_UPDATE: LOBBY_MESSAGE,
  LOBBY_MESSAGE_DELETE: object({ id, lobby_id: id }),
  GAME_DIRECT_MESSAGE_CREATE: MESSAGE,
  GAME_DIRECT_MESSAGE_UPDATE: CHANGED_MESSAGE,
  GAME_DIRECT_MESSAGE_DELETE: CHANGED_MESSAGE,
};
