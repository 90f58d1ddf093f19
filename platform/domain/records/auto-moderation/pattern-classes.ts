/** Whether a character, given by its code point, belongs to a class. */
export type CharacterTest = (codePoint: number) => boolean;

/** Characters that a class remembers; then it forgets all. */
const REMEMBERED_MAX = 256;
/** Characters whose capital and small letters are remembered, more than a message has. */
const CASES_MAX = 4096;
const NO_CASES: readonly number[] = [];

export const isWord = byExpression(/^[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}]$/u);
const isDigit = byExpression(/^\p{Nd}$/u);
const isSpace = byExpression(/^\p{White_Space}$/u);

const LINE_FEED = 0x0a;

export const isAnything: CharacterTest = () => true;
export const isInLine: CharacterTest = (point) => point !== LINE_FEED;

/** `\d`, `\w`, `\s`, and their opposites; Unicode, as in Rust. */
export const PERL_CLASSES: ReadonlyMap<string, CharacterTest> = new Map([
  ["d", isDigit],
  ["D", not(isDigit)],
  ["w", isWord],
  ["W", not(isWord)],
  ["s", isSpace],
  ["S", not(isSpace)],
]);

/** `[:alpha:]` and its kind; ASCII. */
export const POSIX_CLASSES: ReadonlyMap<string, CharacterTest> = new Map(
  Object.entries({
    alnum: /^[0-9A-Za-z]$/,
    alpha: /^[A-Za-z]$/,
    ascii: /^[\0-\x7f]$/,
    blank: /^[\t ]$/,
    cntrl: /^[\0-\x1f\x7f]$/,
    digit: /^[0-9]$/,
    graph: /^[!-~]$/,
    lower: /^[a-z]$/,
    print: /^[ -~]$/,
    punct: /^[!-/:-@[-`{-~]$/,
    space: /^[\t\n\v\f\r ]$/,
    upper: /^[A-Z]$/,
    word: /^[0-9A-Za-z_]$/,
    xdigit: /^[0-9A-Fa-f]$/,
  }).map(([name, expression]) => [name, byExpression(expression)]),
);

/** Parsed Unicode classes by name; there are a few hundred. */
const unicodeClasses = new Map<string, CharacterTest>();

/** `\p{name}`: a general category, a script or another property. @returns undefined for an unknown one */
export function unicodeClass(name: string): CharacterTest | undefined {
  const found = unicodeClasses.get(name) ?? newUnicodeClass(name);
  if (found !== undefined) unicodeClasses.set(name, found);
  return found;
}

function newUnicodeClass(name: string): CharacterTest | undefined {
  if (!/^[A-Za-z_]{1,40}(=[A-Za-z_]{1,40})?$/.test(name)) return undefined;
  for (const property of [name, `Script=${name}`])
    try {
      return byExpression(new RegExp(`^\\p{${property}}$`, "u"));
    } catch {
      continue;
    }
  return undefined;
}

export function oneOf(tests: readonly CharacterTest[]): CharacterTest {
  return (point) => tests.some((test) => test(point));
}

export function not(test: CharacterTest): CharacterTest {
  return (point) => !test(point);
}

export function between(first: number, last: number): CharacterTest {
  return (point) => first <= point && point <= last;
}

/** The same without regard to capital letters. */
export function ignoringCase(test: CharacterTest): CharacterTest {
  return (point) => test(point) || otherCases(point).some(test);
}

/** The other cases of recently used characters. */
const knownCases = new Map<number, readonly number[]>();

function otherCases(point: number): readonly number[] {
  const known = knownCases.get(point);
  if (known !== undefined) return known;
  if (knownCases.size >= CASES_MAX) knownCases.clear();
  const cases = newOtherCases(point);
  knownCases.set(point, cases);
  return cases;
}

/** The other cases of a code point that are one character. */
function newOtherCases(point: number): readonly number[] {
  const text = String.fromCodePoint(point);
  const cases = [text.toLowerCase(), text.toUpperCase()].flatMap((other) => {
    const folded = other.codePointAt(0) ?? 0;
    return other.length === String.fromCodePoint(folded).length && folded !== point ? [folded] : [];
  });
  return cases.length === 0 ? NO_CASES : cases;
}

const ASCII = 128;

/** The same, with what was asked before of ASCII remembered. */
export function remembered(test: CharacterTest): CharacterTest {
  // 0: not asked yet, 1: no, 2: yes
  const ascii = new Uint8Array(ASCII);
  return (point) => {
    if (point >= ASCII) return test(point);
    if (ascii[point] === 0) ascii[point] = test(point) ? 2 : 1;
    return ascii[point] === 2;
  };
}

/**
 * Remembers what was asked before: a text has few different characters.
 * @param expression of one character: it cannot backtrack
 */
function byExpression(expression: RegExp): CharacterTest {
  const known = new Map<number, boolean>();
  return (point) => {
    const before = known.get(point);
    if (before !== undefined) return before;
    if (known.size >= REMEMBERED_MAX) known.clear();
    const is = expression.test(String.fromCodePoint(point));
    known.set(point, is);
    return is;
  };
}
