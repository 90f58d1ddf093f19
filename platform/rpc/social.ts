import { RelationshipType, RpcErrorCode } from "sdkpp/wire";
import { PLATFORM } from "../domain/records/relationship/relationship.js";
import { relationshipsOf } from "../domain/world/relationship/relationships.js";
import type { DesktopApp } from "./desktop-app.js";
import type { RpcGame } from "./game.js";
import { RpcRejection } from "./rejection.js";
import { readGetUser } from "./request-shapes.js";
import { rpcRelationshipView, rpcUserView } from "./views.js";

/** GET_USER: null for an unknown id. */
export function getUser({ context }: DesktopApp, _game: RpcGame, args: object): unknown {
  const input = readGetUser(args);
  if (input === undefined)
    return new RpcRejection(RpcErrorCode.InvalidPayload, readGetUser.complaint("args", args));
  const user = context.world.users.get(String(input.id));
  return user === undefined ? null : rpcUserView(user);
}

/** GET_RELATIONSHIPS: those on the platform, with what the others do. */
export function getRelationships({ context }: DesktopApp, game: RpcGame): unknown {
  const { world } = context;
  const known = relationshipsOf(world, PLATFORM, game.userId).filter(
    ({ type }) => type !== RelationshipType.None,
  );
  return { relationships: known.map((one) => rpcRelationshipView(world, game, one)) };
}
