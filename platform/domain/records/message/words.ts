const WORD = /[\p{L}\p{N}]+/gu;

/** The words of a text, in its order, in small letters. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? [];
}
