import type { Application } from "../../records/oauth2/application.js";
import type { User } from "../../records/user/user.js";
import { authorizedUsers } from "../../world/oauth2/grants.js";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import type { OAuth2World } from "../../world/oauth2/oauth2-world.js";
import type { UserWorld } from "../../world/user/user-world.js";

/** Every game that accounts are linked with, and these accounts. */
export function connectedGames(
  world: ApplicationWorld & OAuth2World & UserWorld,
): { application: Application; users: User[] }[] {
  return world.applications
    .all()
    .map((application) => ({
      application,
      users: [...authorizedUsers(world, application.id)].flatMap((id) => world.users.get(id) ?? []),
    }))
    .filter(({ users }) => users.length > 0);
}
