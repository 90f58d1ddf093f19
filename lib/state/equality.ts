/** {@link isDeepEqual} for lists: compares their elements in turn. */
export function isDeepEqualList(left: readonly unknown[], right: readonly unknown[]): boolean {
  if (left.length !== right.length) return false;
  for (let at = 0; at < left.length; at += 1) if (!isEqualField(left[at], right[at])) return false;
  return true;
}

/**
 * Whether two plain objects have equal fields; nested plain objects are compared by content. An absent field equals one that is
 * undefined. It runs for each presence that arrives, so it makes no lists of keys.
 */
export function isDeepEqual<T extends object>(left: T, right: T): boolean {
  for (const key in left) if (!isEqualField(left[key], right[key])) return false;
  for (const key in right) if (right[key] !== undefined && !Object.hasOwn(left, key)) return false;
  return true;
}

function isEqualField(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
  // The names of an array's elements are texts that have to be made.
  if (Array.isArray(left) && Array.isArray(right)) return isDeepEqualList(left, right);
  return isDeepEqual(left, right);
}
