// Checks the types of everything, then runs ESLint. Both read the same programs: most of the time of rules that ask for types
// goes into working those types out, and the type check has done so.
import path from "node:path";
import { ESLint } from "eslint";
import ts from "typescript";

const CONFIGS = ["tsconfig.check.json", "lib/activities/tsconfig.json"];
const HOST = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (problem) => report([problem]) };
const FORM = {
  getCanonicalFileName: (name) => name,
  getCurrentDirectory: () => process.cwd(),
  getNewLine: () => "\n",
};
let found = 0;

function report(problems) {
  found += problems.length;
  if (problems.length > 0) process.stdout.write(ts.formatDiagnosticsWithColorAndContext(problems, FORM));
}

function programOf(config) {
  const options = { composite: false, declaration: false, incremental: false, noEmit: true };
  const project = ts.getParsedCommandLineOfConfigFile(path.resolve(config), options, HOST);
  if (project === undefined) throw new Error(`${config}: cannot be read`);
  report(project.errors);
  return ts.createProgram(project.fileNames, project.options);
}

const programs = CONFIGS.map(programOf);
for (const program of programs) report(ts.sortAndDeduplicateDiagnostics(ts.getPreEmitDiagnostics(program)));
console.log(`types: ${String(found)} findings`);

const eslint = new ESLint({
  overrideConfig: { languageOptions: { parserOptions: { project: null, programs } } },
});
const results = await eslint.lintFiles(["."]);
const { format } = await eslint.loadFormatter("stylish");
const text = await format(results);
if (text !== "") console.log(text);
const errors = results.reduce((sum, { errorCount }) => sum + errorCount, 0);
console.log(`ESLint: ${String(results.length)} files, ${String(errors)} errors`);
if (found + errors > 0) process.exitCode = 1;
