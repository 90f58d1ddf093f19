/** Rights of a folder that only its owner uses. */
export const PRIVATE_FOLDER = 0o700;

/** Rights as `chmod` takes them. */
export function modeText(mode: number): string {
  return (mode & 0o777).toString(8).padStart(4, "0");
}

/** Whose something is, if it is not this user's; never on Windows, where users have no numbers. */
export function ownerProblem(uid: number): string | undefined {
  const own = process.getuid?.();
  return own === undefined || own === uid ? undefined : `belongs to user ${uid}, and this is user ${own}`;
}
