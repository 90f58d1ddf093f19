const SIGNATURE = /\?ex=[0-9a-f]+&is=[0-9a-f]+&hm=[0-9a-f]+&/g;

/** A payload without the signatures of addresses of files: each reader gets its own, and they differ from second to second. */
export function unsigned<T>(payload: T): T {
  return JSON.parse(JSON.stringify(payload).replaceAll(SIGNATURE, "")) as T;
}
