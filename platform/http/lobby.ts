import { LOBBY_SECRET_MAX, Scope } from "sdkpp/wire";
import { Type, type Static } from "typebox";
import {
  bulkMembers,
  createLobby,
  kickMember,
  type LobbySettings,
  type MemberInput,
  putMember,
  updateLobby,
} from "../domain/rules/lobby/admin.js";
import {
  createOrJoin,
  deleteLobby,
  findLobby,
  getLobby,
  leaveLobby,
} from "../domain/rules/lobby/membership.js";
import { Fault } from "../domain/rules/outcome.js";
import type { Actor } from "../domain/world/oauth2/actor.js";
import { addressFault } from "./address-check.js";
import { route, type Outside } from "./route.js";
import {
  AdditionalNameShape,
  FlagShape,
  IdleTimeoutShape,
  maybe,
  MetadataShape,
  SnowflakeShape,
  webAddressShape,
} from "./shapes.js";

const memberFields = { metadata: maybe(MetadataShape), flags: maybe(FlagShape) };
const MemberBody = Type.Object({ ...memberFields, additional_name: maybe(AdditionalNameShape) });
const ListedMember = Type.Object({ id: SnowflakeShape, ...memberFields });
const SettingsBody = Type.Object({
  metadata: maybe(MetadataShape),
  members: maybe(Type.Array(ListedMember, { maxItems: 25 })),
  idle_timeout_seconds: maybe(IdleTimeoutShape),
  flags: maybe(FlagShape),
  override_event_webhooks_url: maybe(webAddressShape(512)),
});
const JoinBody = Type.Object({
  secret: Type.String({ minLength: 1, maxLength: LOBBY_SECRET_MAX }),
  lobby_metadata: maybe(MetadataShape),
  member_metadata: maybe(MetadataShape),
  idle_timeout_seconds: maybe(IdleTimeoutShape),
  flags: maybe(FlagShape),
});
const BulkBody = Type.Array(
  Type.Object({
    id: SnowflakeShape,
    ...memberFields,
    additional_name: maybe(AdditionalNameShape),
    remove_member: maybe(Type.Boolean()),
  }),
  { minItems: 1, maxItems: 25 },
);

export const lobbyRoutes = [
  route("POST", "/lobbies", {
    docs: "resources/lobby#create-lobby",
    auth: "bot",
    quota: "lobbyJoin",
    body: SettingsBody,
    status: 201,
    prepare: ({ actor, body }, _world, outside) => checkAddress(actor, body, outside),
    handle: ({ actor, body }, world) => createLobby(world, actor, readSettings(body)),
  }),
  route("PUT", "/lobbies", {
    docs: "resources/lobby#create-or-join-lobby",
    auth: "bearer",
    quota: "lobbyJoin",
    scope: Scope.LobbiesWrite,
    body: JoinBody,
    handle: ({ actor, body }, world) =>
      createOrJoin(world, actor, {
        secret: body.secret,
        lobbyMetadata: body.lobby_metadata,
        memberMetadata: body.member_metadata,
        idleTimeoutSeconds: body.idle_timeout_seconds,
        flags: body.flags,
      }),
  }),
  route("GET", "/lobbies/{lobby.id}", {
    docs: "resources/lobby#get-lobby",
    auth: "any",
    scope: Scope.LobbiesWrite,
    handle: ({ actor, params }, world) => getLobby(world, actor, params["lobby.id"]),
  }),
  route("PATCH", "/lobbies/{lobby.id}", {
    docs: "resources/lobby#modify-lobby",
    auth: "bot",
    quota: "lobbyUpdate",
    body: SettingsBody,
    prepare: async ({ actor, params, body }, world, outside) => {
      const lobby = findLobby(world, actor, params["lobby.id"]);
      return lobby instanceof Fault ? lobby : checkAddress(actor, body, outside);
    },
    handle: ({ actor, params, body }, world) =>
      updateLobby(world, actor, params["lobby.id"], readSettings(body)),
  }),
  route("DELETE", "/lobbies/{lobby.id}", {
    docs: "resources/lobby#delete-lobby",
    auth: "bot",
    handle: ({ actor, params }, world) => deleteLobby(world, actor, params["lobby.id"]),
  }),
  route("PUT", "/lobbies/{lobby.id}/members/{user.id}", {
    docs: "resources/lobby#add-a-member-to-a-lobby",
    auth: "bot",
    quota: "lobbyUpdate",
    body: MemberBody,
    handle: ({ actor, params, body }, world) =>
      putMember(world, actor, params["lobby.id"], readMember({ ...body, id: params["user.id"] })),
  }),
  route("POST", "/lobbies/{lobby.id}/members/bulk", {
    docs: "resources/lobby#bulk-update-lobby-members",
    auth: "bot",
    quota: "lobbyUpdate",
    body: BulkBody,
    handle: ({ actor, params, body }, world) => {
      const inputs = body.map((one) => ({ ...readMember(one), remove: one.remove_member === true }));
      return bulkMembers(world, actor, params["lobby.id"], inputs);
    },
  }),
  route("DELETE", "/lobbies/{lobby.id}/members/@me", {
    docs: "resources/lobby#leave-lobby",
    auth: "bearer",
    scope: Scope.LobbiesWrite,
    handle: ({ actor, params }, world) => leaveLobby(world, actor, params["lobby.id"]),
  }),
  route("DELETE", "/lobbies/{lobby.id}/members/{user.id}", {
    docs: "resources/lobby#remove-a-member-from-a-lobby",
    auth: "bot",
    quota: "lobbyUpdate",
    handle: ({ actor, params }, world) => kickMember(world, actor, params["lobby.id"], params["user.id"]),
  }),
];

/** An address of the lobby's own must prove as much as that of the application. */
function checkAddress(
  { application }: Actor,
  { override_event_webhooks_url: url }: Static<typeof SettingsBody>,
  outside: Outside,
): Promise<Fault | undefined> {
  return addressFault("override_event_webhooks_url", url, (one) =>
    outside.eventWebhookProblem(application.id, one),
  );
}

function readSettings(body: Static<typeof SettingsBody>): LobbySettings {
  return {
    metadata: body.metadata,
    members: body.members?.map(readMember),
    idleTimeoutSeconds: body.idle_timeout_seconds,
    flags: body.flags,
    eventWebhooksUrl: body.override_event_webhooks_url,
  };
}

type MemberFields = Static<typeof MemberBody> & { id: Static<typeof SnowflakeShape> };

function readMember(body: MemberFields): MemberInput {
  const { metadata, flags, additional_name: additionalName } = body;
  return { id: String(body.id), metadata, flags, additionalName };
}
