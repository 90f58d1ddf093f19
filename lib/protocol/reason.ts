/** What was thrown, in words for a log or a result. A script may throw anything, also what has no words. */
export function reasonOf(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.message;
  try {
    return String(thrown);
  } catch {
    return "no words";
  }
}
