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
  applicationName: string | undefined;
  /** undefined when READY does not list them */
  scopes: string[] | undefined;
  lobbies: CheckedLobby[];
  /** of both kinds */
  relationships: CheckedRelationship[];
  presences: CheckedPresence[];
  /** of users whom READY names */
  applicationProfiles: CheckedApplicationProfile[];
  /** stored conversations */
  privateChannels: CheckedChannel[];
  /** names of SDK functions that the platform disabled */
  disabledFunctions: string[];
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

/** @returns undefined without a user or a session id */
export function parseReady(value: unknown): CheckedReady | undefined {
  const ready = asObject(value);
  const head = parseReadyHead(value);
  if (ready === undefined || head === undefined) return undefined;
  return {
    user: head.user,
    sessionId: head.sessionId,
    staticSessionId: asString(ready["static_client_session_id"]),
    applicationId: asId(asObject(ready["application"])?.["id"]),
    applicationName: asString(asObject(ready["application"])?.["name"]),
    scopes: asArray(ready["scopes"]) === undefined ? undefined : parseEach(ready["scopes"], asString),
    lobbies: parseEach(ready["lobbies"], parseLobby),
    relationships: [
      ...parseEach(ready["relationships"], parseRelationship),
      ...parseEach(ready["game_relationships"], parseGameRelationship),
    ],
    presences: parseEach(ready["presences"], parsePresence),
    applicationProfiles: parseApplicationProfiles(ready["user_application_profiles"]),
    privateChannels: parseEach(ready["private_channels"], parseChannel),
    disabledFunctions: parseEach(asObject(ready["feature_flags"])?.["disabled_functions"], asString),
  };
}
