// The declarations as they ship name what the doors export, and completion on a public class shows documented members only.
import fs from "node:fs";
import path from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { root } from "./sources.js";

const FOLDER = path.join(root, "dist/types");
const DOORS = ["index", "voice", "voice-agent", "activities", "enums", "surface", "voice-process", "wire"];
const program = ts.createProgram(
  DOORS.map((name) => path.join(FOLDER, `${name}.d.ts`)),
  {
    module: ts.ModuleKind.Node20,
    target: ts.ScriptTarget.ES2022,
    strict: true,
    skipLibCheck: true,
    types: ["node"],
  },
);
const checker = program.getTypeChecker();
const resolved = (symbol: ts.Symbol): ts.Symbol =>
  (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);

function exportsOf(door: string): ts.Symbol[] {
  const file = program.getSourceFile(path.join(FOLDER, `${door}.d.ts`))!;
  return checker.getExportsOfModule(checker.getSymbolAtLocation(file)!).map(resolved);
}

/** Every name that the files declare, those that doors share included. */
function declared(): ts.Symbol[] {
  const files = fs.readdirSync(FOLDER).map((name) => program.getSourceFile(path.join(FOLDER, name))!);
  return files.flatMap((file) =>
    file.statements.flatMap((statement) => {
      const declarations = ts.isVariableStatement(statement)
        ? statement.declarationList.declarations
        : [statement as ts.Node as ts.DeclarationStatement];
      return declarations.flatMap(({ name }) => (name && checker.getSymbolAtLocation(name)) ?? []);
    }),
  );
}

it("the declarations that ship name nothing that no door exports", () => {
  const exported = new Set(DOORS.flatMap(exportsOf));
  const internal = declared().filter((symbol) => !exported.has(symbol));
  expect([...new Set(internal.map(({ name }) => name))].sort()).toEqual([]);
});

/** The members that an editor offers after a dot. */
function offered(symbol: ts.Symbol): ts.Symbol[] {
  const declaration = symbol.valueDeclaration!;
  const statics = checker.getTypeOfSymbolAtLocation(symbol, declaration).getProperties();
  const members = checker.getDeclaredTypeOfSymbol(symbol).getProperties();
  return [...statics, ...members].filter((one) => {
    const flags = one.valueDeclaration && ts.getCombinedModifierFlags(one.valueDeclaration as ts.Declaration);
    return (flags ?? 0) === ((flags ?? 0) & ~(ts.ModifierFlags.Private | ts.ModifierFlags.Protected));
  });
}

const isDocumented = (symbol: ts.Symbol, others: readonly ts.Symbol[]): boolean => {
  if (symbol.getDocumentationComment(checker).length > 0 || symbol.getJsDocTags().length > 0) return true;
  // A setter method is described by its property.
  const [, property] = /^set([A-Z]\w*)$/.exec(symbol.name) ?? [];
  return others.some(({ name }) => name.toLowerCase() === property?.toLowerCase());
};

/** Members that a language or every class of a kind gives. */
const GIVEN =
  /^(prototype|nullobj|__@.*|#.*|name|message|stack|cause|captureStackTrace|prepareStackTrace|stackTraceLimit|isError)$/;

it.each(["index", "voice", "voice-agent"])("every event of the tables of %s says when it comes", (door) => {
  const tables = exportsOf(door).filter(({ name }) => name.endsWith("Events"));
  expect(tables).not.toEqual([]);
  const silent = tables.flatMap((table) =>
    checker
      .getDeclaredTypeOfSymbol(table)
      .getProperties()
      .filter((event) => event.getDocumentationComment(checker).length === 0)
      .map(({ name }) => `${table.name}.${name}`),
  );
  expect(silent).toEqual([]);
});

describe.each(["index", "voice"])("completion on the classes of %s", (door) => {
  const classes = exportsOf(door).filter(({ flags }) => (flags & ts.SymbolFlags.Class) !== 0);

  it.each(classes.map((symbol) => [symbol.name, symbol] as const))(
    "%s shows documented members",
    (_name, symbol) => {
      const members = offered(symbol);
      const undocumented = members.filter((one) => !GIVEN.test(one.name) && !isDocumented(one, members));
      expect(undocumented.map(({ name }) => name)).toEqual([]);
    },
  );
});
