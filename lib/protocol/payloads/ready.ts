import { asArray, asId, asObject, asString, parseEach } from "../checked.js";
import { parseApplicationProfiles, type CheckedApplicationProfile } from "./application-profile.js";
import { parseChannel, type CheckedChannel } from "./channel.js";
import { parseLobby, type CheckedLobby } from "./lobby.js";
import { parsePresence, type CheckedPresence } from "./presence.js";
import { parseGameRelationship, parseRelationship, type CheckedRelationship } from "./relationship.js";
import { parseUser, type CheckedUser } from "./user.js";

/** READY of an SDK session, checked. */
export interface CheckedReady {
  user: CheckedUser;
  sessionId: string;
  /** the login that identity keys belong to */
  staticSessionId: string | undefined;
  applicationId: bigint | undefined;
  /** the parent application of its publisher */
  parentApplicationId: bigint | undefined;
  applicationName: string | undefined;
  /** undefined when READY does not list them */
  scopes: string[] | undefined;
  lobbies: CheckedLobby[];
  /** of both kinds */
  relationships: CheckedRelationship[];
  presences: CheckedPresence[];
  /** of users in READY */
  applicationProfiles: CheckedApplicationProfile[];
  /** stored conversations */
  privateChannels: CheckedChannel[];
  /** names of SDK functions that the platform disabled */
  disabledFunctions: string[];
  /** what of its lists could not be read, as in "2 of lobbies": the session begins without it */
  ignored: string[];
}

/** Fields that a session requires. */
export interface ReadyHead {
  user: CheckedUser;
  sessionId: string;
  /** as received: not checked to be an address */
  resumeUrl: string | undefined;
}

/** @returns undefined without a user or a session id */
export function parseReadyHead(value: unknown): ReadyHead | undefined {
  const ready = asObject(value);
  const user = parseUser(ready?.["user"]);
  const sessionId = asString(ready?.["session_id"]);
  if (user === undefined || sessionId === undefined || sessionId === "") return undefined;
  return { user, sessionId, resumeUrl: asString(ready?.["resume_gateway_url"]) };
}

/**
 * A session needs its user and its id; everything else may be absent. A list is read element by element.
 * @returns undefined without a user or a session id
 */
export function parseReady(value: unknown): CheckedReady | undefined {
  const ready = asObject(value);
  const head = parseReadyHead(value);
  if (ready === undefined || head === undefined) return undefined;
  const ignored: string[] = [];
  const list = <T>(name: string, parse: (element: unknown) => T | undefined): T[] => {
    const given = ready[name];
    const good = parseEach(given, parse);
    const bad = given == null ? 0 : (asArray(given)?.length ?? 1) - good.length;
    if (bad > 0) ignored.push(`${String(bad)} of ${name}`);
    return good;
  };
  return {
    user: head.user,
    sessionId: head.sessionId,
    staticSessionId: asString(ready["static_client_session_id"]),
    applicationId: asId(asObject(ready["application"])?.["id"]),
    parentApplicationId: asId(asObject(ready["application"])?.["parent_id"]),
    applicationName: asString(asObject(ready["application"])?.["name"]),
    scopes: asArray(ready["scopes"]) === undefined ? undefined : list("scopes", asString),
    lobbies: list("lobbies", parseLobby),
    relationships: [
      ...list("relationships", parseRelationship),
      ...list("game_relationships", parseGameRelationship),
    ],
    presences: list("presences", parsePresence),
    applicationProfiles: parseApplicationProfiles(ready["user_application_profiles"]),
    privateChannels: list("private_channels", parseChannel),
    disabledFunctions: parseEach(asObject(ready["feature_flags"])?.["disabled_functions"], asString),
    ignored,
  };
}
