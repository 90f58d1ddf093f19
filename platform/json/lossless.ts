import { isNestedTooDeep } from "./nesting.js";

/**
 * Parses JSON without rounding snowflakes: an *integer* token outside ±(2^53−1) becomes a decimal string; the rest is the
 * same as with `JSON.parse`. Some clients send ids as numbers (voice-transport 6.1).
 *
 * @throws {SyntaxError} like `JSON.parse`, and when the JSON is nested too deeply
 */
export function parseLossless(text: string): unknown {
  if (isNestedTooDeep(text)) throw new SyntaxError("JSON is nested too deeply");
  return JSON.parse(LONG_DIGIT_RUN.test(text) ? quoteLargeIntegers(text) : text);
}

/** Like {@link parseLossless}. @returns undefined when the text is not JSON */
export function parseLosslessOrUndefined(text: string): unknown {
  try {
    return parseLossless(text);
  } catch {
    return undefined;
  }
}

/** Integers below 2^53 have at most 16 digits, so a text without such a run needs no replacement. */
const LONG_DIGIT_RUN = /[0-9]{16}/;
/**
 * A string or a number token. Strings are matched only to skip them. An unterminated string extends to the end of the text:
 * quoting a number inside it would make invalid JSON valid.
 */
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.?)*"?|-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/gs;
const INTEGER = /^-?(?:0|[1-9][0-9]*)$/;
/** A number in the place of a name is not JSON: in quotes it would be. */
const COLON = /[ \t\n\r]*:/y;

function quoteLargeIntegers(text: string): string {
  return text.replace(STRING_OR_NUMBER, (token: string, start: number) =>
    isLargeInteger(token) && !isBeforeColon(text, start + token.length) ? `"${token}"` : token,
  );
}

function isBeforeColon(text: string, end: number): boolean {
  COLON.lastIndex = end;
  return COLON.test(text);
}

function isLargeInteger(token: string): boolean {
  return token.length >= 16 && INTEGER.test(token) && !Number.isSafeInteger(Number(token));
}
