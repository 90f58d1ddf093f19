import type { VoiceConnection } from "../shapes.js";

const DEFAULT_GROUP = "default";

/** By group, the connections by guild. */
const groups = new Map<string, Map<string, VoiceConnection>>([[DEFAULT_GROUP, new Map()]]);

/** Gets all connections: by group, by guild id. */
export function getGroups(): Map<string, Map<string, VoiceConnection>> {
  return groups;
}

/** Gets the connections of the default group, by guild id. */
export function getVoiceConnections(group?: "default"): Map<string, VoiceConnection>;
/** Gets the connections of a group, by guild id. */
export function getVoiceConnections(group: string): Map<string, VoiceConnection> | undefined;
export function getVoiceConnections(group: string = DEFAULT_GROUP): Map<string, VoiceConnection> | undefined {
  return groups.get(group);
}

/** Gets the connection of a guild, in the default group or another one. */
export function getVoiceConnection(
  guildId: string,
  group: string = DEFAULT_GROUP,
): VoiceConnection | undefined {
  return groups.get(group)?.get(guildId);
}

/** Registers a connection under its group and guild. */
export function track(connection: VoiceConnection): void {
  const { group, guildId } = connection.joinConfig;
  const members = groups.get(group) ?? new Map<string, VoiceConnection>();
  groups.set(group, members);
  members.set(guildId, connection);
}

/** Forgets a connection, unless another one has taken its place. */
export function untrack(connection: VoiceConnection): void {
  const { group, guildId } = connection.joinConfig;
  if (getVoiceConnection(guildId, group) === connection) groups.get(group)?.delete(guildId);
}
