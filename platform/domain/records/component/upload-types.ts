/** Extensions of the kinds of files that a field can ask for (reference, "File Type Filtering"). */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  image: [".png", ".gif", ".jpg", ".jpeg", ".jfif", ".webp", ".avif"],
  video: [".mp4", ".mov", ".qt", ".webm"],
  audio: [".mp3", ".m4a", ".wav", ".ogg", ".opus", ".flac"],
};

/** A kind, or an extension with its dot; in any case. */
export const FILE_TYPE = /^(?:image|video|audio|\.[A-Za-z0-9]{1,16})$/i;

/** Whether a field takes a file of this name. @param types in lower case; undefined or empty: it takes all */
export function isFileTypeAllowed(filename: string, types: readonly string[] | undefined): boolean {
  if (types === undefined || types.length === 0) return true;
  const name = filename.toLowerCase();
  return types.flatMap((type) => GROUPS[type] ?? [type]).some((extension) => name.endsWith(extension));
}
