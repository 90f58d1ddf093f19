import { Linter } from "eslint";
import ts from "typescript";
import tseslint from "typescript-eslint";
import { describe, expect, it } from "vitest";
import { guardedEntries } from "../../../scripts/lint/guarded-entries.mjs";

const FILE = "/sample.ts";
const KNOWN = `
declare class EventEmitter { on(name: string, listen: (...given: any[]) => void): this; }
declare class Socket extends EventEmitter {
  destroy(): void;
  write(text: string, done: () => void): void;
}
declare class Guard {
  run<T>(entry: string, work: () => T, ended: () => T): T;
  start(entry: string, work: Promise<unknown>): void;
  listener(entry: string, listen: () => void): () => void;
}
declare const guard: Guard;
declare const socket: Socket;
declare const own: { on(name: string, listen: () => void): void };
declare const waiting: Map<string, string>;
declare function work(): void;
declare function later(): Promise<void>;
`;

/** A program of one file that is in memory. */
function programOf(text: string): ts.Program {
  const options = { target: ts.ScriptTarget.ES2022, lib: ["lib.es2022.d.ts"], types: [], strict: true };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.getSourceFile = (name, ...more) =>
    name === FILE ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2022) : getSourceFile(name, ...more);
  host.fileExists = (name) => name === FILE || fileExists(name);
  host.readFile = (name) => (name === FILE ? text : readFile(name));
  return ts.createProgram([FILE], options, host);
}

/** @returns the rules that each line breaks */
function complaints(lines: readonly string[]): Record<string, string | undefined> {
  const text = KNOWN + lines.join("\n");
  const first = KNOWN.split("\n").length;
  const found = new Linter({ cwd: "/" }).verify(
    text,
    [
      {
        files: ["**/*.ts"],
        languageOptions: {
          parser: tseslint.parser as Linter.Parser,
          parserOptions: { programs: [programOf(text)] },
        },
        plugins: { platform: guardedEntries as never },
        rules: { "platform/guarded-listeners": "error", "platform/started-promises": "error" },
      },
    ],
    FILE,
  );
  return Object.fromEntries(
    lines.map((line, at) => [line, found.find((one) => one.line === first + at)?.ruleId ?? undefined]),
  );
}

describe("the rules for code that strangers reach", () => {
  it("find listeners outside the guard, and promises that nobody waits for", () => {
    const bad = {
      'socket.on("data", () => work());': "platform/guarded-listeners",
      'socket.on("data", work);': "platform/guarded-listeners",
      'socket.on("data", () => { JSON.parse("{"); });': "platform/guarded-listeners",
      'socket.on("data", () => { throw new Error("no"); });': "platform/guarded-listeners",
      'socket.write("x", () => work());': "platform/guarded-listeners",
      "setTimeout(() => work(), 5);": "platform/guarded-listeners",
      'const w = new Promise((resolve) => socket.on("data", () => resolve(work())));':
        "platform/guarded-listeners",
      "void later();": "platform/started-promises",
      "later().then(work, work);": "platform/started-promises",
      "later().catch(() => work());": "platform/started-promises",
    };
    const good = [
      'socket.on("data", guard.listener("data", () => work()));',
      'socket.on("data", () => guard.run("data", () => work(), () => undefined));',
      'socket.on("error", () => undefined);',
      'socket.on("error", () => socket.destroy());',
      'socket.on("close", () => waiting.delete("x"));',
      'const waits = new Promise((resolve) => socket.on("end", resolve));',
      'const fails = new Promise((resolve, reject) => socket.on("end", () => reject(new Error("x"))));',
      'own.on("data", () => work());',
      'guard.start("work", later());',
      "later().catch(() => undefined);",
    ];
    expect(complaints([...Object.keys(bad), ...good])).toEqual({
      ...bad,
      ...Object.fromEntries(good.map((line) => [line, undefined])),
    });
  });
});
