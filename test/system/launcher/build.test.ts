// What is built of the launcher for the app: nothing of development, and little that is no component.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { rolldown } from "rolldown";
import { buildPages, LAUNCHER } from "./support-build.js";

/** Names that only the host of pages, and what connects with it, have; and packages that players must not get. */
const DEVELOPMENT = /DevelopmentHost|connectTo\b|nextToken|next-token|@sdkpp\/(electron\/development|platform|testing)/g;

/** Which of them a text has. */
const developmentIn = (text: string): string[] => text.match(DEVELOPMENT) ?? [];

function textOf(folder: string): string {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => /\.(js|cjs|mjs|html|css)$/.test(name))
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("\n");
}

async function pagesFor(use: "app" | "development"): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "sdkpp-launcher-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  await buildPages(use, folder);
  return textOf(folder);
}

/** A part of main or the preload, with all that a bundler takes in. */
async function bundled(part: string, external: (string | RegExp)[]): Promise<string> {
  const bundle = await rolldown({ input: join(LAUNCHER, "src", part), platform: "node", external });
  const { output } = await bundle.generate({ format: "esm" });
  await bundle.close();
  return output.map((one) => (one.type === "chunk" ? one.code : "")).join("\n");
}

describe("the built app has nothing of development", () => {
  it("in its pages; those for development do, so the words are the right ones", async () => {
    expect(developmentIn(await pagesFor("app"))).toEqual([]);
    expect(developmentIn(await pagesFor("development"))).toContain("nextToken");
  });

  it("in main and its preload script", async () => {
    const main = await bundled("main/index.ts", ["electron", /^sdkpp/, "ws"]);
    expect(main.includes("SealedTokenStore")).toBe(true);
    expect(developmentIn(main)).toEqual([]);
    const preload = await bundled("preload/index.ts", ["electron"]);
    expect(preload.includes("sdkpp:hello")).toBe(true);
    expect(developmentIn(preload)).toEqual([]);
  });

  it("in its pages' policy: only what comes with the app is loaded", () => {
    const page = readFileSync(join(LAUNCHER, "src/renderer/index.html"), "utf8");
    const [, policy = ""] = /content="(default-src[^"]*)"/.exec(page) ?? [];
    expect(policy.split("; ")).toEqual([
      "default-src 'none'",
      ...["script-src", "style-src", "img-src", "connect-src"].map((name) => `${name} 'self'`),
      "base-uri 'none'",
      "form-action 'none'",
    ]);
  });
});

/** What stands between the components and the player's client: all files but components, their parts and settings of tools. */
const GLUE = ["main/index.ts", "preload/index.ts", "renderer/main.tsx"];
/** Components, what they share, and pages for development. */
const OTHERS = /^renderer\/(app\.tsx|development\.tsx|(screens|parts)\/[\w-]+\.tsx?)$|^env\.d\.ts$/;

/** Lines with code, as the formatter breaks them: comments and blank lines are none, imports and closing brackets are. */
function linesOf(file: string): number {
  const text = readFileSync(join(LAUNCHER, "src", file), "utf8");
  return text.split("\n").filter((line) => !/^\s*(\/\/.*|\/?\*.*)?$/.test(line)).length;
}

describe("the glue of the launcher", () => {
  it("is every file that is no component", () => {
    const names = readdirSync(join(LAUNCHER, "src"), { recursive: true, encoding: "utf8" });
    const files = names.map((name) => name.replaceAll("\\", "/")).filter((name) => /\.tsx?$/.test(name));
    expect(files.filter((name) => !OTHERS.test(name)).sort()).toEqual(GLUE);
  });

  it("has at most 40 lines", () => {
    const lines = GLUE.map(linesOf);
    expect(lines.reduce((sum, one) => sum + one, 0), GLUE.map((name, at) => `${name} ${String(lines[at])}`).join()).toBeLessThanOrEqual(40);
  });
});
