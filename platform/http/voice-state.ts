import { Type, type Static } from "typebox";
import { listGuildRegions, listRegions } from "../domain/rules/voice/regions.js";
import { getVoiceState, updateVoiceState, type StageChanges } from "../domain/rules/voice/voice-states.js";
import { Fault } from "../domain/rules/outcome.js";
import { timeOf, TimeShape } from "./guild-shapes.js";
import { route } from "./route.js";
import { maybe, SnowflakeShape } from "./shapes.js";

const StateBody = Type.Object({ channel_id: maybe(SnowflakeShape), suppress: maybe(Type.Boolean()) });
const OwnStateBody = Type.Object({
  channel_id: maybe(SnowflakeShape),
  suppress: maybe(Type.Boolean()),
  request_to_speak_timestamp: maybe(TimeShape),
});

function changesOf({ channel_id: channelId, suppress }: Static<typeof StateBody>): StageChanges {
  return { channelId: channelId == null ? undefined : String(channelId), suppress: suppress ?? undefined };
}

/** Voice states and voice servers, without the gateway. */
export const voiceStateRoutes = [
  route("GET", "/guilds/{guild.id}/voice-states/@me", {
    docs: "resources/voice#get-current-user-voice-state",
    auth: "bot",
    handle: ({ actor, params }, world) => getVoiceState(world, actor, params["guild.id"], actor.user.id),
  }),
  route("PATCH", "/guilds/{guild.id}/voice-states/@me", {
    docs: "resources/voice#modify-current-user-voice-state",
    auth: "bot",
    body: OwnStateBody,
    handle: ({ actor, params, body }, world) => {
      const requestToSpeakAt = timeOf("request_to_speak_timestamp", body.request_to_speak_timestamp);
      if (requestToSpeakAt instanceof Fault) return requestToSpeakAt;
      const changes = { ...changesOf(body), requestToSpeakAt };
      return updateVoiceState(world, actor, params["guild.id"], actor.user.id, changes);
    },
  }),
  route("GET", "/guilds/{guild.id}/voice-states/{user.id}", {
    docs: "resources/voice#get-user-voice-state",
    auth: "bot",
    handle: ({ actor, params }, world) => getVoiceState(world, actor, params["guild.id"], params["user.id"]),
  }),
  route("PATCH", "/guilds/{guild.id}/voice-states/{user.id}", {
    docs: "resources/voice#modify-user-voice-state",
    auth: "bot",
    body: StateBody,
    handle: ({ actor, params, body }, world) =>
      updateVoiceState(world, actor, params["guild.id"], params["user.id"], changesOf(body)),
  }),
  route("GET", "/voice/regions", {
    docs: "resources/voice#list-voice-regions",
    auth: "bot",
    handle: (_request, world) => listRegions(world),
  }),
  route("GET", "/guilds/{guild.id}/regions", {
    docs: "resources/guild#get-guild-voice-regions",
    auth: "bot",
    handle: ({ actor, params }, world) => listGuildRegions(world, actor, params["guild.id"]),
  }),
];
