// The operators of mutation points. Each returns the edits `{ start, end, to }` that fit: exactly one is valid.
import ts from "typescript";

const { SyntaxKind } = ts;
const BRANCHING = [SyntaxKind.AmpersandAmpersandToken, SyntaxKind.BarBarToken];
const JOINING = [...BRANCHING, SyntaxKind.QuestionQuestionToken, SyntaxKind.BarToken];
const COMPARING = [
  SyntaxKind.LessThanToken,
  SyntaxKind.LessThanEqualsToken,
  SyntaxKind.GreaterThanToken,
  SyntaxKind.GreaterThanEqualsToken,
  SyntaxKind.EqualsEqualsToken,
  SyntaxKind.EqualsEqualsEqualsToken,
  SyntaxKind.ExclamationEqualsToken,
  SyntaxKind.ExclamationEqualsEqualsToken,
  SyntaxKind.InstanceOfKeyword,
  SyntaxKind.InKeyword,
];
const BOUNDARIES = { "<": "<=", "<=": "<", ">": ">=", ">=": ">" };

export const OPERATORS = {
  /** The condition that mentions the name holds when it does not. */
  negate: (scope, name) =>
    innermost(scope, name, isCondition).map((node) => replace(node, `!(${node.getText()})`)),
  /** The condition that mentions the name has a fixed value. */
  force: (scope, name, value) => innermost(scope, name, isCondition).map((node) => replace(node, value)),
  /** The statement, property, element, argument or operand that mentions the name is gone. */
  drop: (scope, name) => innermost(scope, name, isDroppable).map(removal),
  /** What the symbol declares has another value. */
  set: (scope, _name, value) => (hasValue(scope) ? [assignment(scope, value)] : []),
  /** The call gives this value, without being made. */
  answer: (scope, name, value) => calls(scope, name).map((node) => replace(node, value)),
  /** The call gives its receiver, or its first argument, as it is. */
  unwrap: (scope, name) => calls(scope, name).map((node) => replace(node, inputOf(node).getText())),
  /** The function returns at once. */
  early: (scope, _name, value = "") => bodies(scope).map((body) => entry(body, value)),
  /** The comparison that mentions the name includes its bound, or no longer. */
  offByOne: (scope, name) =>
    innermost(scope, name, isBoundary).map(({ operatorToken }) =>
      replace(operatorToken, BOUNDARIES[operatorToken.getText()]),
    ),
};

function nodes(scope) {
  const all = [];
  const visit = (node) => {
    all.push(node);
    ts.forEachChild(node, visit);
  };
  visit(scope);
  return all;
}

/** A name is an identifier, the value of a string, or a path such as `world.lobbies.delete`. */
function isNameOf(node, name) {
  if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) return node.text === name;
  if (ts.isPropertyAccessExpression(node)) return pathOf(node) === name;
  return isLiteral(node, name);
}

const isLiteral = (node, name) => ts.isStringLiteralLike(node) && node.text === name;

const pathOf = (node) =>
  node
    .getText()
    .replaceAll(/\s/g, "")
    .replaceAll(/[?!]\./g, ".");

const mentions = (node, name) => nodes(node).some((each) => isNameOf(each, name));

/** The nodes of a kind that mention the name while none of that kind inside them does. */
function innermost(scope, name, isKind) {
  const fitting = nodes(scope).filter((node) => node !== scope && isKind(node) && mentions(node, name));
  return fitting.filter((node) => !fitting.some((each) => each !== node && contains(node, each)));
}

const contains = (outer, inner) => outer.pos <= inner.pos && inner.end <= outer.end;

function isCondition(node) {
  const { parent } = node;
  if (ts.isBinaryExpression(node) && COMPARING.includes(node.operatorToken.kind)) return true;
  if (ts.isIfStatement(parent) || ts.isWhileStatement(parent)) return parent.expression === node;
  if (ts.isConditionalExpression(parent)) return parent.condition === node;
  if (ts.isArrowFunction(parent)) return parent.body === node && !ts.isBlock(node);
  return isOperand(node, BRANCHING);
}

function isOperand(node, tokens) {
  const { parent } = node;
  return (
    ts.isBinaryExpression(parent) &&
    parent.operatorToken !== node &&
    tokens.includes(parent.operatorToken.kind)
  );
}

function isDroppable(node) {
  const { parent } = node;
  if (ts.isStatement(node)) return !ts.isBlock(node) && !ts.isVariableStatement(node);
  if (ts.isObjectLiteralElementLike(node) || ts.isArrayLiteralExpression(parent)) return true;
  // A call without its only argument says little: the call itself is what goes.
  const list = ts.isCallExpression(parent) || ts.isNewExpression(parent) ? parent.arguments : undefined;
  if (list !== undefined) return list.length > 1 && list.includes(node);
  return isOperand(node, JOINING);
}

function removal(node) {
  const { parent } = node;
  if (ts.isBinaryExpression(parent)) {
    const kept = parent.left === node ? parent.right : parent.left;
    return replace(parent, kept.getText());
  }
  if (ts.isStatement(node)) return replace(node, "{}");
  const list = parent.properties ?? parent.elements ?? parent.arguments;
  const next = list[list.indexOf(node) + 1];
  const before = list[list.indexOf(node) - 1];
  if (next !== undefined) return { start: node.getStart(), end: next.getStart(), to: "" };
  return { start: before?.end ?? node.getStart(), end: before === undefined ? list.end : node.end, to: "" };
}

const hasValue = (node) => ts.isShorthandPropertyAssignment(node) || node.initializer !== undefined;

function assignment(node, value) {
  if (ts.isShorthandPropertyAssignment(node)) return replace(node, `${node.name.text}: ${value}`);
  return replace(node.initializer, value);
}

function calls(scope, name) {
  return nodes(scope).filter(
    (node) =>
      ts.isCallExpression(node) && [lastName(node.expression), pathOf(node.expression)].includes(name),
  );
}

const lastName = (callee) => (ts.isPropertyAccessExpression(callee) ? callee.name.text : callee.text);

/** `Math` and `Object` in `Math.floor(start)` only hold functions. */
const HOLDER = /^[A-Z]\w*$/;

function inputOf({ expression, arguments: [first] }) {
  const receiver = ts.isPropertyAccessExpression(expression) ? expression.expression : undefined;
  return receiver === undefined || HOLDER.test(receiver.getText()) ? first : receiver;
}

function bodies(scope) {
  const made = ts.isVariableDeclaration(scope) || ts.isPropertyAssignment(scope) ? scope.initializer : scope;
  return ts.isFunctionLike(made) && made.body !== undefined ? [made.body] : [];
}

function entry(body, value) {
  if (!ts.isBlock(body)) return replace(body, value === "" ? "undefined" : `(${value})`);
  const start = body.getStart() + 1;
  return { start, end: start, to: ` return ${value};` };
}

const isBoundary = (node) => ts.isBinaryExpression(node) && node.operatorToken.getText() in BOUNDARIES;

const replace = (node, to) => ({ start: node.getStart(), end: node.end, to });
