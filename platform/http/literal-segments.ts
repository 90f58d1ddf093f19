/**
 * Literals of documented paths at the place of an id in other paths (`/channels/{channel.id}/messages/search`). A path that
 * does not exist is an unknown path, not an invalid id.
 */
export const LITERAL_SEGMENTS: ReadonlySet<string> = new Set([
  "@me",
  "bulk",
  "bulk-delete",
  "member-counts",
  "pins",
  "search",
]);
