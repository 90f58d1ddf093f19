/** Rights of a folder that only its owner uses. */
export const PRIVATE_FOLDER = 0o700;

/** Rights of a file that only its owner uses. */
export const PRIVATE_FILE = 0o600;
const FOR_OTHERS = 0o077;

/** Rights as `chmod` takes them. */
export function modeText(mode: number): string {
  return (mode & 0o777).toString(8).padStart(4, "0");
}

/**
 * Says when something has fewer rights than its user needs, or any for other users; never on Windows, which has no such rights.
 * @param needed rights of its user, such as {@link PRIVATE_FOLDER}
 */
export function modeProblem(mode: number, needed: number): string | undefined {
  if (process.platform === "win32") return undefined;
  if ((mode & needed) !== needed) return "its user may not use it";
  return (mode & FOR_OTHERS) === 0 ? undefined : "other users may use it";
}

/** Names the owner of something that belongs to another user; never on Windows, where users have no numbers. */
export function ownerProblem(uid: number): string | undefined {
  const own = process.getuid?.();
  return own === undefined || own === uid ? undefined : `belongs to user ${uid}, and this is user ${own}`;
}
