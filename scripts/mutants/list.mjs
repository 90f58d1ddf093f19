// Lists mutants of a TypeScript source: what a mistake of a programmer would make of it.
import ts from "typescript";

const { SyntaxKind } = ts;
const COMPARISONS = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
};
const CHAINED = new Set(["filter", "slice", "sort", "toSorted", "toReversed", "trim", "toLowerCase"]);
const CONSTANT = /^[A-Z][A-Z0-9_]+$/;

/**
 * @param text of the file
 * @returns `{ start, end, line, kind, form, text, mutated }` of each; constants of a module are not among them, because they
 *   have their values before a mutant is chosen
 */
export function listMutants(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found = [];
  const visit = (node, inFunction) => {
    if (isSkipped(node)) return;
    if (inFunction) found.push(...mutantsOf(node).map((mutant) => placed(source, node, mutant)));
    const inside = inFunction || ts.isFunctionLike(node);
    ts.forEachChild(node, (child) => {
      if (!isName(node, child) && !isLoopHead(node, child)) visit(child, inside);
    });
  };
  visit(source, false);
  return found;
}

const isSkipped = (node) =>
  ts.isTypeNode(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isImportDeclaration(node) ||
  ts.isEnumDeclaration(node);

const isName = (parent, child) =>
  (ts.isPropertyAssignment(parent) || ts.isPropertyAccessExpression(parent)) && parent.name === child;

/** A mutated loop may never end. */
const isLoopHead = (parent, child) =>
  (ts.isForStatement(parent) || ts.isWhileStatement(parent) || ts.isDoStatement(parent)) &&
  child !== parent.statement;

function placed(source, node, { target = node, ...mutant }) {
  const start = target.getStart(source);
  const line = source.getLineAndCharacterOfPosition(start).line + 1;
  const text = target.getText().replaceAll(/\s+/g, " ").slice(0, 110);
  return { start, end: target.end, line, text, ...mutant };
}

const expression = (kind, mutated, target) => ({
  kind,
  form: "expression",
  mutated,
  ...(target && { target }),
});

function mutantsOf(node) {
  if (ts.isIfStatement(node)) return [negated(node.expression)];
  if (ts.isConditionalExpression(node)) return [negated(node.condition)];
  if (ts.isBinaryExpression(node)) return binaryMutants(node);
  if (ts.isExpressionStatement(node)) return isSuper(node) ? [] : [{ kind: "drop", form: "statement" }];
  if (isProperty(node)) return [{ kind: "drop", form: "property" }];
  if (isNumber(node)) return [expression("plus one", `${node.getText()} + 1`)];
  if (isChained(node)) return [expression("unwrap", node.expression.expression.getText())];
  return [];
}

const negated = (condition) => expression("negate", `!(${condition.getText()})`, condition);

function binaryMutants({ left, operatorToken, right }) {
  const operator = operatorToken.getText();
  const [before, behind] = [left.getText(), right.getText()];
  if (operator === "&&" || operator === "||") return [expression("drop", before), expression("drop", behind)];
  if (operator === "??") return [expression("drop", before)];
  const other = COMPARISONS[operator];
  return other === undefined ? [] : [expression("comparison", `${before} ${other} ${behind}`)];
}

const isSuper = ({ expression: call }) =>
  ts.isCallExpression(call) && call.expression.kind === SyntaxKind.SuperKeyword;

const isAssigned = ({ parent }) => ts.isBinaryExpression(parent.parent) && parent.parent.left === parent;

const isProperty = (node) =>
  (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node) || ts.isSpreadAssignment(node)) &&
  !isAssigned(node);

const isNumber = (node) =>
  (ts.isNumericLiteral(node) && !ts.isPropertyAssignment(node.parent)) ||
  (ts.isIdentifier(node) && CONSTANT.test(node.text) && isOperand(node));

const isOperand = (node) =>
  ts.isBinaryExpression(node.parent) ||
  (ts.isCallExpression(node.parent) && node.parent.arguments.includes(node));

const isChained = (node) =>
  ts.isCallExpression(node) &&
  ts.isPropertyAccessExpression(node.expression) &&
  CHAINED.has(node.expression.name.text) &&
  node.questionDotToken === undefined &&
  node.expression.questionDotToken === undefined;
