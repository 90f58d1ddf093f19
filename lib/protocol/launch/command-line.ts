/**
 * Splits a command line as a POSIX shell does, without expanding anything: blanks separate words, quotes keep them, a
 * backslash keeps the next character (in double quotes only before `"`, `\`, `$` and a backtick).
 * @returns undefined when a quote is not closed, when it ends with a backslash, and for no word at all
 */
export function splitCommand(text: string): string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  for (let at = 0; at < text.length;) {
    const [part, next] = nextPart(text, at);
    if (next === undefined) return undefined;
    if (part === undefined) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? "") + part;
    at = next;
  }
  if (word !== undefined) words.push(word);
  return words.length === 0 ? undefined : words;
}

/** Text of the next piece (undefined: a blank between words), and where it ends (undefined: it is not closed). */
function nextPart(text: string, at: number): [part: string | undefined, next: number | undefined] {
  const [first = ""] = text.slice(at, at + 1);
  if (/\s/.test(first)) return [undefined, at + 1];
  const piece = { "'": SINGLE, '"': DOUBLE }[first] ?? PLAIN;
  piece.lastIndex = at;
  const found = piece.exec(text);
  if (found === null) return ["", undefined];
  const inside = found[1] ?? "";
  if (first === "'") return [inside, piece.lastIndex];
  return [inside.replace(first === '"' ? /\\(["\\$`])/g : /\\(.)/gs, "$1"), piece.lastIndex];
}

const SINGLE = /'([^']*)'/y;
const DOUBLE = /"((?:[^"\\]|\\.)*)"/sy;
const PLAIN = /((?:[^\s'"\\]|\\.)+)/sy;

/** A word as programs on Windows read it back from their command line. */
export function windowsQuoted(word: string): string {
  return `"${word.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, "$1$1")}"`;
}
