/** The message of a thrown value, for a log or a result. A script may throw anything, even a value without text. */
export function reasonOf(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.message;
  try {
    return String(thrown);
  } catch {
    return "no text";
  }
}

/** The stack of a thrown value where it has one, otherwise its message: for a log. */
export function stackOf(thrown: unknown): string {
  return thrown instanceof Error && thrown.stack !== undefined ? thrown.stack : reasonOf(thrown);
}
