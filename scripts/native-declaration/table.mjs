// Reads the tables of native/core (*.def): a list of macro calls, each with the `///` comment above it.
//   NAME(argument, argument, NESTED(…) NESTED(…))
// An argument is text, or a list of calls when it begins with one of `nested`.

/**
 * @typedef {{ name: string, doc: string[], args: (string | Call[])[] }} Call
 */

const TOKEN = /\s+|\/\/\/ ?(?<doc>.*)|\/\/.*|(?<string>"[^"\\]*")|(?<word>[\w':.-]+)|(?<mark>[(){},])/y;

/** @returns {{ kind: "doc" | "string" | "word" | "mark", text: string }[]} */
function tokens(text) {
  const found = [];
  let inDirective = false;
  for (const line of text.split("\n")) {
    const isDirective = inDirective || line.startsWith("#");
    inDirective = isDirective && line.endsWith("\\");
    if (!isDirective) found.push(...tokensOfLine(line));
  }
  return found;
}

function tokensOfLine(line) {
  const found = [];
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < line.length;) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(line);
    if (match === null) throw new Error(`Unexpected "${line.slice(at)}" in the line: ${line}`);
    const [kind, value] = Object.entries(match.groups).find(([, each]) => each !== undefined) ?? [];
    if (kind !== undefined) found.push({ kind, text: value });
  }
  return found;
}

/**
 * @param {string} text of a .def file
 * @param {readonly string[]} nested names of the macros that may be an argument of another
 * @returns {Call[]}
 */
export function readTable(text, nested = []) {
  const list = tokens(text);
  let at = 0;

  const expect = (mark) => {
    const token = list[at++];
    if (token?.text !== mark) throw new Error(`Expected "${mark}" but found "${token?.text ?? "the end"}"`);
  };

  const isCall = () => {
    let next = at;
    while (list[next]?.kind === "doc") next += 1;
    return nested.includes(list[next]?.text);
  };

  const plain = () => {
    let depth = 0;
    let value = "";
    for (; at < list.length; at += 1) {
      const { kind, text: part } = list[at];
      if (depth === 0 && (part === "," || part === ")")) return value;
      if (kind === "doc") throw new Error(`Unexpected comment: ${part}`);
      depth += { "{": 1, "(": 1, "}": -1, ")": -1 }[part] ?? 0;
      value += part;
    }
    throw new Error("Expected a closing parenthesis but found the end");
  };

  const calls = (isEnd) => {
    const found = [];
    while (!isEnd()) found.push(call());
    return found;
  };

  const call = () => {
    const doc = [];
    while (list[at]?.kind === "doc") doc.push(list[at++].text);
    const name = list[at++];
    if (name?.kind !== "word") throw new Error(`Expected a row but found "${name?.text ?? "the end"}"`);
    expect("(");
    const args = [];
    for (;;) {
      args.push(isCall() ? calls(() => list[at]?.text === ")") : plain());
      if (list[at]?.text === ")") break;
      expect(",");
    }
    expect(")");
    return { name: name.text, doc, args };
  };

  return calls(() => at >= list.length);
}

/** "name" → name */
export function unquoted(text) {
  const match = /^"(\w+)"$/.exec(text);
  if (match === null) throw new Error(`Expected a quoted name but found ${text}`);
  return match[1];
}
