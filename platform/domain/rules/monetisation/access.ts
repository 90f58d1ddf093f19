import type { Snowflake } from "sdkpp/wire";
import type { Actor } from "../../world/oauth2/actor.js";
import { notAuthorizedOnApplication, unknownApplication } from "../faults.js";
import type { Fault } from "../outcome.js";

/** Only a bot and its developer see what users of the application have: the tokens of other users do not. */
export function developerFault(
  { kind, application, user }: Actor,
  applicationId: Snowflake,
): Fault | undefined {
  if (applicationId !== application.id) return unknownApplication();
  return kind === "bot" || user.id === application.ownerId ? undefined : notAuthorizedOnApplication();
}
