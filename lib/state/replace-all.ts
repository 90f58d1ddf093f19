/** A store of records by user id that reports changes. */
interface UserRecords<R> {
  /** @returns whether the record changed */
  put(record: R): boolean;
  delete(userId: bigint): boolean;
}

/**
 * Replaces the known records with the complete set of a new session.
 * @param known ids of users that have a record
 * @returns the users whose record changed, removed users first
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
