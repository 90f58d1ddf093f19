import path from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";
import { root } from "./sources.js";

const NAME = path.join(root, "platform/domain/reactions/incomplete.ts");
const IMPORT = `import { REACTIONS, type Reactions } from "./reactions.js";\n`;

/** The compiler's complaints about a file in the reactions' room; the file exists for the compiler only. */
function complaints(source: string): string[] {
  const config = ts.readConfigFile(path.join(root, "tsconfig.base.json"), (file) => ts.sys.readFile(file));
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, root);
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (file, language) =>
    file === NAME ? ts.createSourceFile(file, IMPORT + source, language) : read(file, language);
  const program = ts.createProgram([NAME], { ...options, composite: false, noEmit: true }, host);
  const file = program.getSourceFile(NAME);
  return ts
    .getPreEmitDiagnostics(program, file)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}

it("a kind of fact without reactions does not compile", () => {
  const source = `const { lobbyCreated, ...rest } = REACTIONS;
    export const all: Reactions = { lobbyCreated, ...rest };
    export const incomplete: Reactions = rest;`;
  expect(complaints(source)).toEqual([expect.stringContaining("Property 'lobbyCreated' is missing")]);
});

it("a kind of fact with an empty list of reactions does not compile", () => {
  const source = "export const empty: Reactions = { ...REACTIONS, lobbyCreated: [] };";
  expect(complaints(source)).toEqual([expect.stringContaining("is not assignable")]);
});

it("a reaction to another kind of fact does not compile", () => {
  const source = "export const mixed: Reactions = { ...REACTIONS, lobbyCreated: REACTIONS.callLeft };";
  expect(complaints(source)).toEqual([expect.stringContaining("is not assignable")]);
});
