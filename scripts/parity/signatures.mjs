// Whether the declarations of the package fit the member list by its rules: each member is used, in a made-up program,
// as the list says that it can be used, and TypeScript judges.
import path from "node:path";
import ts from "typescript";

const PROGRAM = "signatures.ts";
const HEAD = `import * as sdk from "sdkpp";
declare function some<T>(): T;
type Same<A, B> = [A, B] extends [B, A] ? true : false;
type Options = { signal?: AbortSignal };
`;

/**
 * @param classes of the list, with the members that are there
 * @param root folder of the package, whose declarations are built
 * @returns `Class.member` → what TypeScript says against it
 */
export function wrongSignatures(classes, list, root) {
  const types = new TypeNames(list);
  const lines = classes.flatMap(({ name, present }) =>
    present.flatMap((member) =>
      usesOf(name, member.ts, types).map((text) => ({ id: `${name}.${member.ts.name}`, text })),
    ),
  );
  const before = HEAD.split("\n").length;
  const text = HEAD + lines.map((line, at) => `{ ${line.text.replaceAll("#", String(at))} }`).join("\n");
  const wrong = new Map();
  for (const { line, message } of diagnose(text, root))
    wrong.set(lines[line - before + 1]?.id ?? "?", message);
  return wrong;
}

/** Statements that compile with a member, if it is as the list says. */
function usesOf(type, member, types) {
  const isStatic = member.signature.startsWith("static ");
  const object = isStatic ? `sdk.${type}` : `some<sdk.${type}>()`;
  const self = (text) => (text === "this" ? `sdk.${type}` : types.known(text));
  if (member.form === "constructor") return [`new sdk.${type}(${argumentsOf(member.params, types)});`];
  if (!member.signature.includes("(")) return propertyUses(object, member, self(member.type));
  const required = member.params.filter(({ optional }) => optional !== true);
  const args = argumentsOf(required, types);
  const call = (...more) => `${object}.${member.name}(${[args, ...more].filter(Boolean).join(", ")})`;
  if (member.promise === undefined) {
    const all = argumentsOf(member.params, types);
    return [`const r#: ${self(member.returns)} = ${object}.${member.name}(${all});`];
  }
  const callback = member.params.find(({ optional }) => optional === true);
  const result = `Promise<${types.known(member.promise.resolves)}>`;
  return [
    `${call(`some<${types.known(callback.type)}>()`)};`,
    `const r#: ${result} = ${call()}; const s#: ${result} = ${call("some<Options>()")};`,
  ];
}

function propertyUses(object, { name, writable }, type) {
  const read = `const o# = ${object}; const s#: Same<${type}, typeof o#.${name}> = true;`;
  return writable ? [read, `${object}.${name} = some<${type}>();`] : [read];
}

/** An id that is given may be a decimal string as well. */
function argumentsOf(params = [], types) {
  return params
    .map(({ type }) => `some<${types.known(type).replace(/\bbigint\b(?![^(]*=>)/, "bigint | string")}>()`)
    .join(", ");
}

/** Names of the list in the package: its classes and enums, and what its callbacks are. */
class TypeNames {
  #callbacks;
  #enums;
  #names;

  constructor({ classes, enums }) {
    this.#callbacks = new Map(classes.flatMap((each) => each.callbacks.map((one) => [one.name, one.ts])));
    // Flags are added up: their sums are numbers, and no values of the enum.
    this.#enums = new Map(
      enums.map(({ ts: name, flags }) => [
        name,
        flags ? "number" : `(typeof sdk.${name})[keyof typeof sdk.${name}]`,
      ]),
    );
    this.#names = new Set(classes.map((each) => each.ts));
  }

  known(text) {
    return text.replaceAll(/\b[A-Z]\w*(?:\.\w+)?/g, (name) => {
      const callback = this.#callbacks.get(name);
      if (callback !== undefined) return `(${this.known(callback)})`;
      if (this.#enums.has(name)) return this.#enums.get(name);
      return this.#names.has(name) ? `sdk.${name}` : name;
    });
  }
}

/** TypeScript's errors in the program, by line, counted from 0. */
function diagnose(text, root) {
  const options = {
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ["node"],
    typeRoots: [path.join(root, "node_modules/@types")],
  };
  const file = path.join(root, PROGRAM);
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.getSourceFile = (name, ...rest) =>
    name === file ? ts.createSourceFile(name, text, options.target) : getSourceFile.call(host, name, ...rest);
  host.fileExists = (name) => name === file || fileExists.call(host, name);
  host.readFile = (name) => (name === file ? text : readFile.call(host, name));
  const program = ts.createProgram([file], options, host);
  return ts.getPreEmitDiagnostics(program).map((one) => ({
    line: one.file?.fileName === file ? one.file.getLineAndCharacterOfPosition(one.start).line : -1,
    message: ts.flattenDiagnosticMessageText(one.messageText, " "),
  }));
}
