/**
 * Words that stand in the documented addresses where others have an id (`/channels/{channel.id}/messages/pins`): whatever of
 * them is not emulated is an address that there is not, and no bad id.
 */
export const LITERAL_SEGMENTS: ReadonlySet<string> = new Set([
  "@me",
  "bulk",
  "bulk-delete",
  "member-counts",
  "pins",
  "search",
]);
