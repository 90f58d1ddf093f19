import path from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";
import { root } from "./sources.js";

const NAME = path.join(root, "platform/domain/reactions/incomplete.ts");
const SOURCE = `import { REACTIONS, type Reactions } from "./reactions.js";
const { lobbyCreated, ...rest } = REACTIONS;
export const all: Reactions = { lobbyCreated, ...rest };
export const incomplete: Reactions = rest;
export const empty: Reactions = { ...REACTIONS, lobbyCreated: [] };
export const mixed: Reactions = { ...REACTIONS, lobbyCreated: REACTIONS.callLeft };
`;

/** What the compiler says about a file in the reactions' room, by line; the file exists for the compiler only. */
function complaints(source: string): [line: number, message: string][] {
  const config = ts.readConfigFile(path.join(root, "tsconfig.base.json"), (file) => ts.sys.readFile(file));
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, root);
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (file, language) =>
    file === NAME ? ts.createSourceFile(file, source, language) : read(file, language);
  const program = ts.createProgram([NAME], { ...options, composite: false, noEmit: true }, host);
  const file = program.getSourceFile(NAME)!;
  return ts
    .getPreEmitDiagnostics(program, file)
    .map(({ messageText, start = 0 }) => [
      file.getLineAndCharacterOfPosition(start).line,
      ts.flattenDiagnosticMessageText(messageText, "\n"),
    ]);
}

it("a kind of fact without reactions, with an empty list or with those to another kind does not compile", () => {
  expect(complaints(SOURCE)).toEqual([
    [3, expect.stringContaining("Property 'lobbyCreated' is missing")],
    [4, expect.stringContaining("is not assignable")],
    [5, expect.stringContaining("is not assignable")],
  ]);
});
