import { STAGE_TOPIC_MAX, StagePrivacyLevel } from "sdkpp/wire";
import { Type } from "typebox";
import {
  createStage,
  deleteStage,
  getStage,
  updateStage,
} from "../domain/rules/stage-instance/stage-instances.js";
import { route } from "./route.js";
import { maybe, SnowflakeShape } from "./shapes.js";

const TopicShape = Type.String({ minLength: 1, maxLength: STAGE_TOPIC_MAX });
/** Public stages no longer exist. */
const PrivacyShape = Type.Literal(StagePrivacyLevel.GuildOnly);

const NewStageBody = Type.Object({
  topic: TopicShape,
  channel_id: SnowflakeShape,
  privacy_level: maybe(PrivacyShape),
  guild_scheduled_event_id: maybe(SnowflakeShape),
  send_start_notification: maybe(Type.Boolean()),
});
const StageBody = Type.Object({
  topic: Type.Optional(TopicShape),
  privacy_level: Type.Optional(PrivacyShape),
});

const ONE = "/stage-instances/{channel.id}";

export const stageInstanceRoutes = [
  route("POST", "/stage-instances", {
    docs: "resources/stage-instance#create-stage-instance",
    auth: "bot",
    body: NewStageBody,
    handle: ({ actor, body }, world) => createStage(world, actor, body),
  }),
  route("GET", ONE, {
    docs: "resources/stage-instance#get-stage-instance",
    auth: "bot",
    handle: ({ actor, params }, world) => getStage(world, actor, params["channel.id"]),
  }),
  route("PATCH", ONE, {
    docs: "resources/stage-instance#modify-stage-instance",
    auth: "bot",
    body: StageBody,
    handle: ({ actor, params, body }, world) => updateStage(world, actor, params["channel.id"], body),
  }),
  route("DELETE", ONE, {
    docs: "resources/stage-instance#delete-stage-instance",
    auth: "bot",
    handle: ({ actor, params }, world) => deleteStage(world, actor, params["channel.id"]),
  }),
];
