import type { Shape, ValueOf } from "./kinds.js";
import {
  CALL,
  DEVICES,
  INVITE,
  LOBBY,
  MEMBER,
  PARTICIPANT,
  RELATIONSHIP,
  SESSION,
  USER,
  VOICE,
} from "./records.js";

/** A part of the state: one record, or any number of them, each under the joined values of its key fields. */
export interface CollectionRow {
  readonly record: Shape;
  /** the fields that tell its records apart; empty: there is one */
  readonly key: readonly string[];
}

/** Parts of the state that a page may be allowed to see. */
export const COLLECTIONS = {
  session: { record: SESSION, key: [] },
  users: { record: USER, key: ["id"] },
  relationships: { record: RELATIONSHIP, key: ["id"] },
  lobbies: { record: LOBBY, key: ["id"] },
  members: { record: MEMBER, key: ["lobbyId", "userId"] },
  calls: { record: CALL, key: ["lobbyId"] },
  participants: { record: PARTICIPANT, key: ["lobbyId", "userId"] },
  /** those that the player can still answer, the newest 20 at most */
  invites: { record: INVITE, key: ["messageId"] },
  voice: { record: VOICE, key: [] },
  devices: { record: DEVICES, key: [] },
} as const satisfies Readonly<Record<string, CollectionRow>>;

/** The name of a part of the state. */
export type CollectionName = keyof typeof COLLECTIONS;

/** A record of a part of the state. */
export type RecordOf<K extends CollectionName> = ValueOf<(typeof COLLECTIONS)[K]["record"]>;

/** Joins the values of a record's key fields; "" where there is one record. */
export function keyOf<K extends CollectionName>(collection: K, record: RecordOf<K>): string {
  const { key }: CollectionRow = COLLECTIONS[collection];
  return keyFrom(key.map((name) => (record as Readonly<Record<string, unknown>>)[name] as string));
}

/** The key of the record with these ids: `keyFrom([lobbyId, userId])` for one of `members`. */
export function keyFrom(ids: readonly string[]): string {
  return ids.join("/");
}
