import type { Snowflake } from "sdkpp/wire";
import { familyOf, type Application } from "../../records/oauth2/application.js";
import type { ApplicationWorld } from "./application-world.js";

/** The realm of game relationships in an application: that of its publisher's parent application, or its own. */
export function gameRealmOf(world: ApplicationWorld, applicationId: Snowflake): Snowflake {
  const application = world.applications.get(applicationId);
  return application === undefined ? applicationId : familyOf(application);
}

/** Whether two applications are games of one publisher, or the same one: these see, and act on, what belongs to the other. */
export function areOfOnePublisher(world: ApplicationWorld, left: Snowflake, right: Snowflake): boolean {
  return gameRealmOf(world, left) === gameRealmOf(world, right);
}

/** The games of a publisher's parent application. */
export function childrenOf(world: ApplicationWorld, applicationId: Snowflake): Application[] {
  return world.applications.listBy("parent", applicationId);
}

/** The other games of the same publisher. */
export function siblingsOf(world: ApplicationWorld, applicationId: Snowflake): Application[] {
  const parentId = world.applications.get(applicationId)?.parentId;
  if (parentId === undefined) return [];
  return childrenOf(world, parentId).filter(({ id }) => id !== applicationId);
}
