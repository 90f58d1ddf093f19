// A TypeScript game's cost for the declarations as they ship, when its compiler checks them too.
import fs from "node:fs";
import path from "node:path";
import ts from "typescript";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createProgram, errorsOf } from "./compiler.js";
import { root } from "./sources.js";

const OPTIONS: ts.CompilerOptions = {
  module: ts.ModuleKind.Node20,
  target: ts.ScriptTarget.ES2022,
  strict: true,
  skipLibCheck: false,
  noEmit: true,
  types: ["node"],
};
/** Those of Node that they use are among them. */
const TYPES_MAX = 20_000;

const MODULE = `
import { AuthorizationTokenType, Client, type UserHandle } from "sdkpp";
import { joinVoiceChannel, type GuildVoiceConnection } from "sdkpp/voice";
import { ArgumentError } from "sdkpp/wire";
import { startPlatform, type Platform } from "@sdkpp/platform";
export const join: (...args: Parameters<typeof joinVoiceChannel>) => GuildVoiceConnection = joinVoiceChannel;
export async function play(): Promise<[Platform, UserHandle | undefined]> {
  const platform = await startPlatform();
  const client = new Client(platform.endpoints.apiBase, platform.endpoints.webBase);
  await client.updateToken(AuthorizationTokenType.Bearer, "token").catch((error) => error instanceof ArgumentError);
  return [platform, client.getCurrentUserV2()];
}
`;
const COMMON = `
import { Client } from "sdkpp";
import platform = require("@sdkpp/platform");
export const start: () => Promise<platform.Platform> = platform.startPlatform;
export const client = new Client();
`;

/** A page that a bundler reads for a browser. */
const PAGE = `
import { attemptRemap, patchUrlMappings, type UrlMapping } from "sdkpp/activities";
const mappings: readonly UrlMapping[] = [{ prefix: "/foo", target: "foo.com" }];
export const undo: () => void = patchUrlMappings(mappings, { proxyPrefix: true });
export const url: URL = attemptRemap({ url: new URL("https://foo.com"), mappings, page: new URL(location.href) });
`;

/** The package's own folder finds the package by its name, through the exports that ship. */
const folder = path.join(root, "test-out/declarations");
beforeAll(() => fs.mkdirSync(folder, { recursive: true }));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

function checked(
  files: Record<string, string>,
  options: ts.CompilerOptions = OPTIONS,
): { errors: string[]; types: number } {
  const names = Object.entries(files).map(([name, text]) => {
    const file = path.join(folder, name);
    fs.writeFileSync(file, text);
    return file;
  });
  const program = createProgram(names, options);
  return { errors: errorsOf(program), types: program.getTypeCount() };
}

/** Two compilations with Node's types, also when both processors have other work. */
const LIMIT_MS = 240_000;

it("compile as ES module and as CommonJS, and cost at most 20,000 types", { timeout: LIMIT_MS }, () => {
  const node = checked({ "empty.mts": "export {};" });
  const doors = checked({ "module.mts": MODULE, "common.cts": COMMON });
  expect(doors.errors).toEqual([]);
  expect(doors.types - node.types).toBeLessThan(TYPES_MAX);
});

it(
  "of the doors for pages need no types of Node, and its code imports nothing",
  { timeout: LIMIT_MS },
  () => {
    const browser = { ...OPTIONS, types: [], lib: ["lib.es2022.d.ts", "lib.dom.d.ts"] };
    expect(checked({ "page.mts": PAGE }, browser).errors).toEqual([]);
    const [activities, enums] = ["activities", "enums"].map((name) =>
      fs.readFileSync(path.join(root, `dist/browser/${name}.js`), "utf8"),
    );
    expect(activities).toContain("patchUrlMappings");
    expect(enums).toContain("enumToString");
    for (const door of [activities, enums])
      expect(door).not.toMatch(/^import |\bimport\(|\brequire\(|\bprocess\b/m);
  },
);
