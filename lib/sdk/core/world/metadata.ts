/** Keys and values that games attach to lobbies, members and messages. */
export type Metadata = Record<string, string>;
