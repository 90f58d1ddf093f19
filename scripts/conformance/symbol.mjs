// Finds what a dotted path names in a source file: `createThread`, `Gate.open`, `LIMITS.fields`.
import ts from "typescript";

const NAMED = [
  ts.isFunctionDeclaration,
  ts.isVariableDeclaration,
  ts.isClassDeclaration,
  ts.isEnumDeclaration,
  ts.isMethodDeclaration,
  ts.isGetAccessorDeclaration,
  ts.isSetAccessorDeclaration,
  ts.isPropertyDeclaration,
  ts.isPropertyAssignment,
  ts.isShorthandPropertyAssignment,
  ts.isEnumMember,
];

/** @returns whether `node` declares something that a path can name */
export function isNamed(node) {
  return NAMED.some((is) => is(node)) && node.name !== undefined && !ts.isComputedPropertyName(node.name);
}

/**
 * @param source a parsed file
 * @param symbol names joined by dots, each declared inside the one before it
 * @returns the declaration
 * @throws {Error} when a name is declared nowhere, or more than once
 */
export function findSymbol(source, symbol) {
  return symbol.split(".").reduce((scope, name) => only(declarations(scope, name), name, symbol), source);
}

function declarations(scope, name) {
  const found = [];
  const visit = (node) => {
    // An overload without a body declares nothing that runs.
    const isOverload = ts.isFunctionLike(node) && node.body === undefined;
    if (isNamed(node) && node.name.text === name && !isOverload) found.push(node);
    else if (!ts.isSourceFile(scope) || !isNamed(node)) ts.forEachChild(node, visit);
  };
  ts.forEachChild(scope, visit);
  // `{ limit }` only repeats what a variable of that name is.
  const own = found.filter((node) => !ts.isShorthandPropertyAssignment(node));
  return own.length > 0 ? own : found;
}

function only(found, name, symbol) {
  if (found.length === 1) return found[0];
  throw new Error(`expected one declaration of "${name}" (of "${symbol}"), found ${found.length}`);
}
