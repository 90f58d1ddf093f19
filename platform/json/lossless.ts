import { isNestedTooDeep } from "./nesting.js";

/**
 * Reads JSON without rounding snowflakes: an *integer* token outside ±(2^53−1) becomes a decimal string, everything
 * else is `JSON.parse` unchanged. Some clients send ids as bare numbers (voice-transport 6.1).
 *
 * @throws {SyntaxError} as `JSON.parse`, and for what is nested too deeply
 */
export function parseLossless(text: string): unknown {
  if (isNestedTooDeep(text)) throw new SyntaxError("JSON is nested too deeply");
  return JSON.parse(LONG_DIGIT_RUN.test(text) ? quoteLargeIntegers(text) : text);
}

/** As {@link parseLossless}. @returns undefined for what is not JSON */
export function parseLosslessOrUndefined(text: string): unknown {
  try {
    return parseLossless(text);
  } catch {
    return undefined;
  }
}

/** Every integer below 2^53 has at most 16 digits, so texts without such a run need no second look. */
const LONG_DIGIT_RUN = /[0-9]{16}/;
/**
 * A string, or a number token; strings are matched only to be stepped over. One without an end runs to the end of the
 * text: quoting a number inside it would make bad JSON good.
 */
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.?)*"?|-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/gs;
const INTEGER = /^-?(?:0|[1-9][0-9]*)$/;

function quoteLargeIntegers(text: string): string {
  return text.replace(STRING_OR_NUMBER, (token) => (isLargeInteger(token) ? `"${token}"` : token));
}

function isLargeInteger(token: string): boolean {
  return token.length >= 16 && INTEGER.test(token) && !Number.isSafeInteger(Number(token));
}
