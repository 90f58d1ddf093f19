/** Limit on nested objects and arrays; no message of the platform nests deeper than a dozen. */
const NESTING_MAX = 100;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/**
 * Whether JSON is nested so deeply that serializing it again could exhaust the stack: parsed values can be stored and sent,
 * and JavaScript parses far deeper than it serializes.
 */
export function isNestedTooDeep(text: string): boolean {
  if (text.length <= NESTING_MAX) return false;
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) isInText = !isInText;
    else if (isInText) at += code === BACKSLASH ? 1 : 0;
    else if (OPENING.has(code)) depth += 1;
    else if (CLOSING.has(code)) depth -= 1;
    if (depth > NESTING_MAX) return true;
  }
  return false;
}
