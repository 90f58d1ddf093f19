/**
 * Replaces a member of an object.
 * @returns puts the old one back, unless somebody else has replaced it since: theirs may call ours, which does nothing by then
 */
export function replace<O extends object, K extends keyof O>(
  owner: O,
  name: K,
  make: (old: O[K]) => O[K],
): () => void {
  const old = owner[name];
  const made = make(old);
  owner[name] = made;
  return () => {
    if (owner[name] === made) owner[name] = old;
  };
}
