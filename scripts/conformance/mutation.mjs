// Makes code wrong at a mutation point: an operator, applied to the one place inside a symbol that a name picks.
import ts from "typescript";
import { OPERATORS } from "./operators.mjs";
import { findSymbol } from "./symbol.mjs";

/**
 * @param text of a source file in TypeScript
 * @param point `{ operator, symbol, name, value }`, as the functions of test/conformance/change.ts make it
 * @returns the text with the one place changed, on the same lines
 * @throws {Error} when there is no such place, or more than one
 */
export function mutate(text, point) {
  return mutateSource(parse(text), point);
}

export function parse(text) {
  return ts.createSourceFile("source.ts", text, ts.ScriptTarget.Latest, true);
}

/** As `mutate`, for a file that is parsed once for several points. */
export function mutateSource(source, point) {
  const { operator, symbol, name, value } = point;
  const scope = findSymbol(source, symbol);
  const edits = OPERATORS[operator](scope, name, value);
  if (edits.length !== 1) throw new Error(`${titleOf(point)}: expected one place, found ${edits.length}`);
  const [{ start, end, to }] = edits;
  const from = source.text.slice(start, end);
  if (from === to) throw new Error(`${titleOf(point)} changes nothing`);
  const lost = Math.max(0, lines(from) - lines(to));
  return source.text.slice(0, start) + to + "\n".repeat(lost) + source.text.slice(end);
}

const lines = (text) => text.split("\n").length - 1;

function titleOf({ operator, symbol, name, value }) {
  const args = [name, value].filter((one) => one !== undefined);
  return `${operator} ${symbol}${args.length === 0 ? "" : ` (${args.join(", ")})`}`;
}
