/** Records by user, of which a change can be told. */
interface UserRecords<R> {
  /** @returns whether the user looks different now */
  put(record: R): boolean;
  delete(userId: bigint): boolean;
}

/**
 * Puts the complete set of a new session in the place of what was known.
 * @param known users of whom there are records
 * @returns the users who look different now, those first who are gone
 */
export function replaceAll<R extends { userId: bigint }>(
  store: UserRecords<R>,
  known: Iterable<bigint>,
  records: readonly R[],
): bigint[] {
  const listed = new Set(records.map(({ userId }) => userId));
  const gone = [...known].filter((userId) => !listed.has(userId));
  for (const userId of gone) store.delete(userId);
  return [...gone, ...records.filter((record) => store.put(record)).map(({ userId }) => userId)];
}
