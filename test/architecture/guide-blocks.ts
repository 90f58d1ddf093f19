// The blocks of code of a page, the programs that they are from, and the imports that they need.
import fs from "node:fs";
import path from "node:path";
import ts from "typescript";
import { read, root } from "./sources.js";

export interface Block {
  readonly page: string;
  readonly language: string;
  readonly code: string;
  /** what the paragraph before it names after "From": an example, a file */
  readonly source: string | undefined;
  /** the test that the comment before it names */
  readonly runBy: string | undefined;
}

const BLOCK =
  /(?:^From \[([\w./-]+)\][^\n]*\n\n)?(?:^<!-- (?:run|checked) by: (.+) -->\n\n?)?^```(\w+)\n([^]*?)^```/gm;

export function blocksOf(page: string): Block[] {
  return [...read(page).matchAll(BLOCK)].map(([, source, runBy, language = "", code = ""]) => ({
    page,
    language,
    code,
    source,
    runBy,
  }));
}

/** The file of what a page calls "examples/chat" or "lib/sdk/client.ts". */
export function fileOf(source: string): string {
  return fs.existsSync(path.join(root, source)) && fs.statSync(path.join(root, source)).isFile()
    ? source
    : `${source}/main.mjs`;
}

/** The imports of a block that a page shows above its code, and the code. */
export function splitImports(code: string): { readonly imports: string; readonly body: string } {
  const [, imports = "", body = code] = /^((?:import [^]*?;\n)+)\n?([^]*)$/.exec(code) ?? [];
  return { imports, body };
}

/** Imports that the block needs from packages and from Node: those of its program that the block uses. */
export function neededImports(source: string, body: string, doorNames: readonly string[]): string {
  const used = identifiersOf(body);
  if (source.startsWith("lib/")) {
    const names = doorNames.filter((name) => used.has(name));
    return names.length === 0 ? "" : `import { ${names.join(", ")} } from "sdkpp";\n`;
  }
  const program = parsed(read(fileOf(source)));
  return program.statements.flatMap((statement) => neededOf(statement, used)).join("");
}

function neededOf(statement: ts.Statement, used: ReadonlySet<string>): string[] {
  if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return [];
  const from = statement.moduleSpecifier.text;
  const { importClause } = statement;
  if (from.startsWith(".") || importClause === undefined) return [];
  const { name, namedBindings } = importClause;
  const whole = name !== undefined && used.has(name.text) ? [name.text] : [];
  const elements =
    namedBindings !== undefined && ts.isNamedImports(namedBindings) ? namedBindings.elements : [];
  const named = elements.filter((one) => used.has(one.name.text)).map((one) => one.getText());
  const parts = [...whole, ...(named.length === 0 ? [] : [`{ ${named.join(", ")} }`])];
  return parts.length === 0 ? [] : [`import ${parts.join(", ")} from "${from}";\n`];
}

/** Names that are read, and are not properties. */
function identifiersOf(code: string): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node)) return visit(node.expression);
    if (ts.isPropertyAssignment(node)) return visit(node.initializer);
    if (ts.isTypeReferenceNode(node)) names.add(node.typeName.getText());
    if (ts.isIdentifier(node)) names.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(parsed(code));
  return names;
}

const parsed = (code: string): ts.SourceFile =>
  ts.createSourceFile("block.ts", code, ts.ScriptTarget.ESNext, true);
