import {
  RelationshipType,
  REQUEST_NOTE_MAX,
  REQUEST_OR_ACCEPT,
  Scope,
  USERNAME_MAX,
  USERNAME_MIN,
} from "sdkpp/wire";
import { Type } from "typebox";
import { done } from "../domain/rules/outcome.js";
import {
  acceptRequest,
  befriend,
  befriendByName,
  block,
  drop,
  listFriends,
  listGameRelationships,
} from "../domain/rules/relationship/relationships.js";
import { familyOf } from "../domain/records/oauth2/application.js";
import { PLATFORM } from "../domain/records/relationship/relationship.js";
import { route } from "./route.js";
import { maybe } from "./shapes.js";

const note = maybe(Type.String({ maxLength: REQUEST_NOTE_MAX }));
const username = Type.String({ minLength: USERNAME_MIN, maxLength: USERNAME_MAX });
const ByName = Type.Object({
  username,
  // "0" is the only discriminator left.
  discriminator: maybe(Type.Literal("0")),
  note,
});
const ById = Type.Object({
  type: maybe(Type.Enum([REQUEST_OR_ACCEPT, RelationshipType.Friend, RelationshipType.Blocked])),
  confirm_stranger_request: maybe(Type.Boolean()),
  from_friend_suggestion: maybe(Type.Boolean()),
  note,
});
const GameByName = Type.Object({ username });
const GameById = Type.Object({ type: maybe(Type.Enum([REQUEST_OR_ACCEPT, RelationshipType.Friend])) });

const read = { auth: "bearer", scope: Scope.RelationshipsRead } as const;
const write = { auth: "bearer", scope: Scope.RelationshipsWrite } as const;

export const relationshipRoutes = [
  route("GET", "/users/@me/relationships", {
    docs: "relationships#get-relationships",
    ...read,
    handle: ({ actor }, world) => done(listFriends(world, actor)),
  }),
  route("POST", "/users/@me/relationships", {
    docs: "relationships#send-friend-request",
    ...write,
    body: ByName,
    handle: ({ actor, body }, world) => befriendByName(world, actor, PLATFORM, body.username, body.note),
  }),
  route("PUT", "/users/@me/relationships/{user.id}", {
    docs: "relationships#create-relationship",
    ...write,
    body: ById,
    handle: ({ actor, params, body }, world) => {
      if (body.type === RelationshipType.Blocked) return block(world, actor, params["user.id"]);
      return body.type === RelationshipType.Friend
        ? acceptRequest(world, actor, PLATFORM, params["user.id"])
        : befriend(world, actor, PLATFORM, params["user.id"], body.note);
    },
  }),
  route("DELETE", "/users/@me/relationships/{user.id}", {
    docs: "relationships#remove-relationship",
    ...write,
    handle: ({ actor, params }, world) => drop(world, actor, PLATFORM, params["user.id"]),
  }),
  route("GET", "/users/@me/game-relationships", {
    docs: "relationships#get-game-relationships",
    ...read,
    handle: ({ actor }, world) => done(listGameRelationships(world, actor)),
  }),
  route("POST", "/users/@me/game-relationships", {
    docs: "relationships#send-game-friend-request",
    ...write,
    body: GameByName,
    handle: ({ actor, body }, world) =>
      befriendByName(world, actor, familyOf(actor.application), body.username),
  }),
  route("PUT", "/users/@me/game-relationships/{user.id}", {
    docs: "relationships#create-game-relationship",
    ...write,
    body: GameById,
    handle: ({ actor, params, body }, world) =>
      body.type === RelationshipType.Friend
        ? acceptRequest(world, actor, familyOf(actor.application), params["user.id"])
        : befriend(world, actor, familyOf(actor.application), params["user.id"]),
  }),
  route("DELETE", "/users/@me/game-relationships/{user.id}", {
    docs: "relationships#remove-game-relationship",
    ...write,
    handle: ({ actor, params }, world) => drop(world, actor, familyOf(actor.application), params["user.id"]),
  }),
];
