/**
 * Keeps the identity of what has not changed: returns `before` where both have the same content. Of two arrays the elements are shared, too;
 * other objects are taken as they are, so records stay those of the mirror.
 */
export function share<T>(before: T | undefined, after: T): T {
  if (isSame(before, after)) return before as T;
  if (!Array.isArray(before) || !Array.isArray(after)) return after;
  return after.map((element, index) => share<unknown>(before[index], element)) as T;
}

function isSame(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (Array.isArray(left)) return Array.isArray(right) && isSameList(left, right);
  return isPlain(left) && isPlain(right) && isSameObject(left, right);
}

function isSameList(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((element, index) => isSame(element, right[index]));
}

function isSameObject(left: PlainObject, right: PlainObject): boolean {
  const names = Object.keys(left);
  if (names.length !== Object.keys(right).length) return false;
  return names.every((name) => Object.hasOwn(right, name) && isSame(left[name], right[name]));
}

type PlainObject = Readonly<Record<string, unknown>>;

/** Maps, dates and instances of classes are compared by identity: their content is not in their properties. */
function isPlain(value: unknown): value is PlainObject {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
