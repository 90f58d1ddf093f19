import {
  AUTO_MODERATION_ACTIONS_MAX,
  AUTO_MODERATION_EXEMPT_CHANNELS_MAX,
  AUTO_MODERATION_EXEMPT_ROLES_MAX,
  AUTO_MODERATION_KEYWORD_MAX,
  AUTO_MODERATION_KEYWORDS_MAX,
  AUTO_MODERATION_MENTIONS_MAX,
  AUTO_MODERATION_MESSAGE_MAX,
  AUTO_MODERATION_NAME_MAX,
  AUTO_MODERATION_PATTERN_MAX,
  AUTO_MODERATION_PATTERNS_MAX,
  AUTO_MODERATION_PRESET_ALLOWED_MAX,
  AUTO_MODERATION_TIMEOUT_MAX_S,
} from "sdkpp/wire";
import { Type } from "typebox";
import {
  createRule,
  deleteRule,
  getRule,
  listRules,
  updateRule,
} from "../domain/rules/auto-moderation/auto-moderation-rules.js";
import { route } from "./route.js";
import { maybe, SnowflakeShape } from "./shapes.js";

const texts = (count: number, length: number) =>
  Type.Array(Type.String({ minLength: 1, maxLength: length }), { maxItems: count });
const ids = (count: number) => Type.Array(SnowflakeShape, { maxItems: count, uniqueItems: true });

const NameShape = Type.String({ minLength: 1, maxLength: AUTO_MODERATION_NAME_MAX });
const EventTypeShape = Type.Integer({ minimum: 1, maximum: 2 });
const TriggerTypeShape = Type.Union([
  Type.Literal(1),
  Type.Literal(3),
  Type.Literal(4),
  Type.Literal(5),
  Type.Literal(6),
]);

const MetadataShape = Type.Object({
  keyword_filter: maybe(texts(AUTO_MODERATION_KEYWORDS_MAX, AUTO_MODERATION_KEYWORD_MAX)),
  regex_patterns: maybe(texts(AUTO_MODERATION_PATTERNS_MAX, AUTO_MODERATION_PATTERN_MAX)),
  allow_list: maybe(texts(AUTO_MODERATION_PRESET_ALLOWED_MAX, AUTO_MODERATION_KEYWORD_MAX)),
  presets: maybe(Type.Array(Type.Integer({ minimum: 1, maximum: 3 }), { maxItems: 3, uniqueItems: true })),
  mention_total_limit: maybe(Type.Integer({ minimum: 0, maximum: AUTO_MODERATION_MENTIONS_MAX })),
  mention_raid_protection_enabled: maybe(Type.Boolean()),
});

const ActionShape = Type.Object({
  type: Type.Integer({ minimum: 1, maximum: 4 }),
  metadata: maybe(
    Type.Object({
      channel_id: maybe(SnowflakeShape),
      duration_seconds: maybe(Type.Integer({ minimum: 0, maximum: AUTO_MODERATION_TIMEOUT_MAX_S })),
      custom_message: maybe(Type.String({ maxLength: AUTO_MODERATION_MESSAGE_MAX })),
    }),
  ),
});

const ActionsShape = Type.Array(ActionShape, { minItems: 1, maxItems: AUTO_MODERATION_ACTIONS_MAX });

const shared = {
  trigger_metadata: maybe(MetadataShape),
  enabled: maybe(Type.Boolean()),
  exempt_roles: maybe(ids(AUTO_MODERATION_EXEMPT_ROLES_MAX)),
  exempt_channels: maybe(ids(AUTO_MODERATION_EXEMPT_CHANNELS_MAX)),
};

const NewRuleBody = Type.Object({
  ...shared,
  name: NameShape,
  event_type: EventTypeShape,
  trigger_type: TriggerTypeShape,
  actions: ActionsShape,
});

const RuleBody = Type.Object({
  ...shared,
  trigger_type: maybe(TriggerTypeShape),
  name: maybe(NameShape),
  event_type: maybe(EventTypeShape),
  actions: maybe(ActionsShape),
});

export const autoModerationRoutes = [
  route("GET", "/guilds/{guild.id}/auto-moderation/rules", {
    docs: "resources/auto-moderation#list-auto-moderation-rules-for-guild",
    auth: "bot",
    handle: ({ actor, params }, world) => listRules(world, actor, params["guild.id"]),
  }),
  route("POST", "/guilds/{guild.id}/auto-moderation/rules", {
    docs: "resources/auto-moderation#create-auto-moderation-rule",
    auth: "bot",
    body: NewRuleBody,
    handle: ({ actor, params, body }, world) => createRule(world, actor, params["guild.id"], body),
  }),
  route("GET", "/guilds/{guild.id}/auto-moderation/rules/{rule.id}", {
    docs: "resources/auto-moderation#get-auto-moderation-rule",
    auth: "bot",
    handle: ({ actor, params }, world) => getRule(world, actor, params["guild.id"], params["rule.id"]),
  }),
  route("PATCH", "/guilds/{guild.id}/auto-moderation/rules/{rule.id}", {
    docs: "resources/auto-moderation#modify-auto-moderation-rule",
    auth: "bot",
    body: RuleBody,
    handle: ({ actor, params, body }, world) =>
      updateRule(world, actor, params["guild.id"], params["rule.id"], body),
  }),
  route("DELETE", "/guilds/{guild.id}/auto-moderation/rules/{rule.id}", {
    docs: "resources/auto-moderation#delete-auto-moderation-rule",
    auth: "bot",
    handle: ({ actor, params }, world) => deleteRule(world, actor, params["guild.id"], params["rule.id"]),
  }),
];
