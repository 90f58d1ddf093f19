import type { Snowflake } from "sdkpp/wire";

/** An emoji of a reaction or an answer: a Unicode emoji, whose id is null, or one that a server has made. */
export interface Emoji {
  readonly id: Snowflake | null;
  readonly name: string;
  readonly animated?: true;
}

/** Longer than every Unicode emoji and every name with its id. */
const LENGTH_MAX = 64;
const CUSTOM = /^(?:(a):)?([A-Za-z0-9_]{2,32}):([1-9][0-9]{0,19})$/;
/** One emoji of Unicode's own list. The flag is newer than the syntax that the compiler accepts in a literal. */
const UNICODE = new RegExp("^\\p{RGI_Emoji}$", "v");
/** Asks for the picture rather than the letter; keyboards often leave it out. */
const PICTURE = "\u{FE0F}";

/** An emoji as paths name it: itself, or `name:id`, or `a:name:id`; undefined for any other text. */
export function emojiNamed(text: string): Emoji | undefined {
  if (text.length > LENGTH_MAX) return undefined;
  const [, animated, name = "", id] = CUSTOM.exec(text) ?? [];
  if (id !== undefined) return { id, name, ...(animated === undefined ? {} : { animated: true }) };
  return UNICODE.test(text) || UNICODE.test(text + PICTURE) ? { id: null, name: text } : undefined;
}

/** Equal for the same emoji: a server's may be renamed. ASCII, because a store compares the lengths of keys. */
export function emojiKey({ id, name }: Emoji): string {
  return id ?? encodeURIComponent(name);
}
