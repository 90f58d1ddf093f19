import fs from "node:fs";
import path from "node:path";
import ts from "typescript";

/** One `@example` of a doc comment. */
export interface DocExample {
  /** file and line of its first line of code */
  readonly place: string;
  readonly code: string;
}

const root = path.resolve(import.meta.dirname, "../..");

/** The examples of all doc comments under a folder, in the order of files and lines. */
export function docExamples(folder: string): DocExample[] {
  return fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".d.ts"))
    .sort()
    .flatMap((name) => examplesOf(`${folder}/${name.replaceAll("\\", "/")}`));
}

function examplesOf(file: string): DocExample[] {
  const lines = fs.readFileSync(path.join(root, file), "utf8").split("\n");
  return lines.flatMap((line, at) => {
    if (!/^\s*\*\s*@example\s*$/.test(line)) return [];
    const rest = lines.slice(at + 1);
    const end = rest.findIndex((each) => /^\s*\*\s*@\w+/.test(each) || each.includes("*/"));
    const code = rest.slice(0, end).map((each) => each.replace(/^\s*\* ?/, ""));
    return [{ place: `${file}:${String(at + 2)}`, code: code.join("\n") }];
  });
}

/** Names and types of the variables that an example may use without declaring them. */
export type Preamble = Readonly<Record<string, string>>;

/** The values among a door's exports; examples may use them without an import. */
export type Doors = Readonly<Record<string, object>>;

/** @returns TypeScript's errors in the examples, with their places */
export function typeErrors(examples: readonly DocExample[], preamble: Preamble, doors: Doors): string[] {
  const head = [
    ...Object.keys(doors).map((door, at) => `import * as door${String(at)} from "${door}";`),
    ...Object.values(doors).flatMap((door, at) =>
      Object.keys(door).map((name) => `import ${name} = door${String(at)}.${name};`),
    ),
    ...Object.entries(preamble).map(([name, type]) => `declare const ${name}: ${type};`),
  ].join("\n");
  const files = new Map(
    examples.map(({ place, code }, at) => [
      path.join(root, `doc-example-${String(at)}.ts`),
      { place, text: `${head}\nexport async function example() {\n${code}\n}\n` },
    ]),
  );
  return diagnose(files);
}

/** Turns an example into a function whose parameters are the preamble's names and the doors' exports. */
export function compiled(
  { code }: DocExample,
  names: readonly string[],
): (...values: unknown[]) => Promise<void> {
  const options = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };
  const { outputText } = ts.transpileModule(`async function example() {\n${code}\n}`, {
    compilerOptions: options,
  });
  // Examples have no imports: everything they use is a parameter.
  const make = new Function(...names, `${outputText}\nreturn example();`) as (
    ...values: unknown[]
  ) => Promise<void>;
  return make;
}

function diagnose(files: ReadonlyMap<string, { place: string; text: string }>): string[] {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2024,
    lib: ["lib.es2024.d.ts", "lib.esnext.disposable.d.ts"],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    strict: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    skipLibCheck: true,
    types: ["node"],
    typeRoots: [path.join(root, "node_modules/@types")],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.getSourceFile = (name, ...rest) => {
    const text = files.get(name)?.text;
    return text === undefined
      ? getSourceFile.call(host, name, ...rest)
      : ts.createSourceFile(name, text, ts.ScriptTarget.ES2024);
  };
  host.fileExists = (name) => files.has(name) || fileExists.call(host, name);
  host.readFile = (name) => files.get(name)?.text ?? readFile.call(host, name);
  const program = ts.createProgram([...files.keys()], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => {
    const place = files.get(file?.fileName ?? "")?.place ?? file?.fileName ?? "";
    return `${place}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
  });
}
