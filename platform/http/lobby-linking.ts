import { Scope } from "sdkpp/wire";
import { Type } from "typebox";
import { inviteMember, inviteSelf } from "../domain/rules/lobby/invites.js";
import { linkLobby, unlinkChannel } from "../domain/rules/lobby/linking.js";
import { route } from "./route.js";
import { maybe, SnowflakeShape } from "./shapes.js";

const LinkBody = Type.Object({ channel_id: maybe(SnowflakeShape) });

export const lobbyLinkingRoutes = [
  route("PATCH", "/lobbies/{lobby.id}/channel-linking", {
    docs: "resources/lobby#link-channel-to-lobby",
    auth: "bearer",
    quota: "lobbyLink",
    scope: Scope.LobbiesWrite,
    body: LinkBody,
    handle: ({ actor, params, body }, world) => {
      const { channel_id: channelId } = body;
      return linkLobby(world, actor, params["lobby.id"], channelId == null ? channelId : String(channelId));
    },
  }),
  route("DELETE", "/channels/{channel.id}/linked-lobby", {
    docs: "resources/channel#delete-linked-lobby",
    auth: "any",
    quota: "lobbyLink",
    scope: Scope.LobbiesWrite,
    handle: ({ actor, params }, world) => unlinkChannel(world, actor, params["channel.id"]),
  }),
  route("POST", "/lobbies/{lobby.id}/members/@me/invites", {
    docs: "resources/lobby#create-lobby-channel-invite-for-self",
    auth: "bearer",
    quota: "lobbyUpdate",
    scope: Scope.LobbiesWrite,
    handle: ({ actor, params }, world) => inviteSelf(world, actor, params["lobby.id"]),
  }),
  route("POST", "/lobbies/{lobby.id}/members/{user.id}/invites", {
    docs: "resources/lobby#create-lobby-channel-invite-for-user",
    auth: "bot",
    quota: "lobbyUpdate",
    handle: ({ actor, params }, world) => inviteMember(world, actor, params["lobby.id"], params["user.id"]),
  }),
];
