/** Whether two plain objects have equal fields; nested plain objects are compared by content. */
export function isSame<T extends object>(left: T, right: T): boolean {
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every((key) => isSameField(left[key as keyof T], right[key as keyof T]));
}

function isSameField(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
  return isSame(left, right);
}
