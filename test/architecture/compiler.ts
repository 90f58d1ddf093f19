// Programs that tests compile against the declarations as they ship.
import path from "node:path";
import ts from "typescript";

/** Of Node and of the language: each is checked by its publishers, and takes seconds. */
const OF_OTHERS = /\/node_modules\/(@types\/node|undici-types|typescript)\//;
const parsed = new Map<string, ts.SourceFile | undefined>();

/** Declarations of others are parsed once for all programs. */
export function createProgram(names: readonly string[], options: ts.CompilerOptions): ts.Program {
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (file, language, ...rest) => {
    if (!OF_OTHERS.test(path.resolve(file))) return read(file, language, ...rest);
    const key = JSON.stringify([file, language]);
    if (!parsed.has(key)) parsed.set(key, read(file, language, ...rest));
    return parsed.get(key);
  };
  return ts.createProgram(names, options, host);
}

/** What the compiler says about all files that Node and the language do not bring. */
export function errorsOf(program: ts.Program): string[] {
  const files = program.getSourceFiles().filter(({ fileName }) => !OF_OTHERS.test(fileName));
  const found = ts.sortAndDeduplicateDiagnostics(
    files.flatMap((file) => ts.getPreEmitDiagnostics(program, file)),
  );
  return found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}
