import type { Fact, FactOf } from "../../facts/facts.js";
import { dissolve } from "../../rules/lobby/membership.js";
import { revokeGrant } from "../../rules/oauth2/tokens.js";
import { endRealm } from "../../rules/relationship/changes.js";
import { removeIdentity } from "../../rules/user/application-identities.js";
import { authorizedUsers } from "../../world/oauth2/grants.js";
import type { World } from "../../world/world.js";
import { deleteAccount } from "../user/deleted-accounts.js";

/**
 * A game that joins or leaves a publisher keeps neither tokens nor lobbies, identities, players without an account and game
 * relationships (H§3.7).
 */
export function beginAnew(world: World, { applicationId }: FactOf<"parentChanged">): Fact[] {
  const isOwn = (one: { readonly applicationId: string }): boolean => one.applicationId === applicationId;
  // A session may outlive its token.
  const players = new Set([...authorizedUsers(world, applicationId), ...world.live.usersOf(applicationId)]);
  return [
    ...[...players].flatMap((userId) => revokeGrant(world, applicationId, userId)),
    ...world.lobbies
      .all()
      .filter(isOwn)
      .flatMap((lobby) => dissolve(world, lobby)),
    ...world.identities
      .all()
      .filter(isOwn)
      .flatMap(({ userId }) => removeIdentity(world, applicationId, userId)),
    ...world.users
      .all()
      .filter(({ provisionalOf }) => provisionalOf === applicationId)
      .flatMap(({ id }) => deleteAccount(world, id)),
    ...endRealm(world, applicationId),
  ];
}
