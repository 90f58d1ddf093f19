// Every type in a public signature has a name to import: the doors export every type that their members mention.
import path from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";
import { createProgram } from "./compiler.js";
import { root } from "./sources.js";

const OPTIONS: ts.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ES2022,
  strict: true,
  skipLibCheck: true,
};

const DOORS = [
  "dist/index.d.ts",
  "dist/voice/index.d.ts",
  "dist/activities/index.d.ts",
  "dist/enums/index.d.ts",
  "platform/dist/index.d.ts",
  "packages/discordjs-voice/dist/index.d.ts",
];
const VOICE = "dist/voice/index.d.ts";
const AGENT = "dist/voice/agent/index.d.ts";
const TESTING = "packages/testing/dist/index.d.ts";
/** Doors of other packages from which users of the last one take types, too. */
const OTHERS = [
  "dist/types/index.d.ts",
  "platform/dist/types/index.d.ts",
  "platform/dist/types/control.d.ts",
];
const BUNDLED_VOICE = "dist/types/voice.d.ts";
const FLEET = "packages/fleet/dist/types/index.d.ts";
const REACT = "packages/react/dist/types/index.d.ts";
const PAGES = [
  "dist/types/enums.d.ts",
  "dist/types/surface.d.ts",
  "packages/electron/dist/types/renderer.d.ts",
];
const program = createProgram(
  [...DOORS, AGENT, TESTING, ...OTHERS, FLEET, BUNDLED_VOICE, REACT, ...PAGES].map((one) =>
    path.join(root, one),
  ),
  OPTIONS,
);

/** Types of this project that exported declarations mention, and the door does not export. */
class Door {
  readonly missing = new Set<string>();
  readonly #checker = program.getTypeChecker();
  readonly #exported: ReadonlySet<ts.Symbol>;
  readonly #others: ReadonlySet<ts.Symbol>;

  /** @param others doors of other packages from which users of this one take types, too */
  constructor(file: string, others: readonly string[] = []) {
    this.#exported = this.#exportsOf(file);
    this.#others = new Set(others.flatMap((one) => [...this.#exportsOf(one)]));
    for (const symbol of this.#exported) this.#look(symbol);
  }

  #exportsOf(file: string): Set<ts.Symbol> {
    const door = this.#checker.getSymbolAtLocation(program.getSourceFile(path.join(root, file))!)!;
    const exported = this.#checker.getExportsOfModule(door).map((one) => this.#resolved(one));
    return new Set(exported.flatMap((one) => [one, ...this.#named(one)]));
  }

  #resolved(symbol: ts.Symbol): ts.Symbol {
    return (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : this.#checker.getAliasedSymbol(symbol);
  }

  /** The type that an alias is another name of. */
  #named(symbol: ts.Symbol): ts.Symbol[] {
    return (symbol.declarations ?? []).flatMap((declaration) => {
      if (!ts.isTypeAliasDeclaration(declaration) || !ts.isTypeReferenceNode(declaration.type)) return [];
      const found = this.#checker.getSymbolAtLocation(declaration.type.typeName);
      return found === undefined ? [] : [this.#resolved(found)];
    });
  }

  #look(symbol: ts.Symbol): void {
    for (const declaration of symbol.declarations ?? []) if (isOurs(declaration)) this.#visit(declaration);
  }

  #visit(node: ts.Node): void {
    if (isHidden(node)) return;
    const name = nameOf(node);
    if (name !== undefined) this.#check(name);
    ts.forEachChild(node, (child) => this.#visit(child));
  }

  #check(name: ts.Node): void {
    const found = this.#checker.getSymbolAtLocation(name);
    if (found === undefined) return;
    const symbol = this.#resolved(found);
    const [declaration] = symbol.declarations ?? [];
    if (declaration === undefined || !isOurs(declaration) || !isTopLevel(declaration)) return;
    if (!this.#exported.has(symbol) && !this.#others.has(symbol)) this.missing.add(symbol.name);
  }
}

function nameOf(node: ts.Node): ts.Node | undefined {
  if (ts.isTypeReferenceNode(node)) return node.typeName;
  if (ts.isExpressionWithTypeArguments(node)) return node.expression;
  if (ts.isImportTypeNode(node)) return node.qualifier;
  return undefined;
}

function isOurs(node: ts.Node): boolean {
  const { fileName } = node.getSourceFile();
  return fileName.startsWith(root) && !fileName.includes("node_modules");
}

/** Parameters have no name outside, and members of a namespace are exported with it. An enum is a constant and a type. */
function isTopLevel(declaration: ts.Declaration): boolean {
  const statement = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
  return ts.isSourceFile(statement.parent);
}

function isHidden(node: ts.Node): boolean {
  if (!ts.isClassElement(node) && !ts.isTypeElement(node)) return false;
  if (node.name !== undefined && ts.isPrivateIdentifier(node.name)) return true;
  const flags = ts.getCombinedModifierFlags(node);
  if ((flags & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) !== 0) return true;
  return /@internal/.test(node.getFullText().slice(0, node.getStart() - node.getFullStart()));
}

it.each(DOORS)("%s exports every type that its members mention", (file) => {
  expect([...new Door(file).missing].sort()).toEqual([]);
});

it(`${AGENT} mentions only types of its own and of the door that makes connections`, () => {
  expect([...new Door(AGENT, [VOICE]).missing].sort()).toEqual([]);
});

it(`${TESTING} mentions only types of its own, of the client and of the platform`, () => {
  expect([...new Door(TESTING, OTHERS).missing].sort()).toEqual([]);
});

it(`${FLEET} mentions only types of its own and of the door for bots`, () => {
  expect([...new Door(FLEET, [BUNDLED_VOICE]).missing].sort()).toEqual([]);
});

it(`${REACT} mentions only types of its own and of the doors of pages`, () => {
  expect([...new Door(REACT, PAGES).missing].sort()).toEqual([]);
});
