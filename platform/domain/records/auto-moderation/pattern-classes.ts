/** Whether a character, given by its code point, belongs to a class. */
export type CharacterTest = (codePoint: number) => boolean;

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

/** `\p{name}`: a general category, a script or another property. @returns undefined for an unknown one */
export function unicodeClass(name: string): CharacterTest | undefined {
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
  return (point) => {
    if (test(point)) return true;
    const text = String.fromCodePoint(point);
    return [text.toLowerCase(), text.toUpperCase()].some((other) => {
      const folded = other.codePointAt(0) ?? 0;
      return other.length === String.fromCodePoint(folded).length && test(folded);
    });
  };
}

const ASCII = 128;

/** The same, with what was asked before remembered: a text has few different characters. */
export function remembered(test: CharacterTest): CharacterTest {
  // 0: not asked yet, 1: no, 2: yes
  const ascii = new Uint8Array(ASCII);
  const others = new Map<number, boolean>();
  return (point) => {
    const before = point < ASCII ? ascii[point] : Number(others.get(point) ?? -1) + 1;
    if (before !== 0) return before === 2;
    const is = test(point);
    if (point < ASCII) ascii[point] = is ? 2 : 1;
    else others.set(point, is);
    return is;
  };
}

/** @param expression of one character: it cannot backtrack */
function byExpression(expression: RegExp): CharacterTest {
  return (point) => expression.test(String.fromCodePoint(point));
}
