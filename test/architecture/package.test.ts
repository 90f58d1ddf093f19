import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pack, PACKAGES } from "../../scripts/pack.mjs";

const root = path.resolve(import.meta.dirname, "../..");
const json = (file: string) =>
  JSON.parse(fs.readFileSync(path.join(root, file), "utf8")) as Record<string, unknown>;
const run = (command: string, ...args: string[]) => spawnSync(command, args, { cwd: root, encoding: "utf8" });

/** The files that an import of a door loads before it is evaluated, and their text. */
function loadedBy(door: string): { files: string[]; text: string } {
  const files = new Set([door]);
  let text = "";
  for (const file of files) {
    const source = fs.readFileSync(path.join(root, "dist/bundle", file), "utf8");
    text += source;
    for (const [, next = ""] of source.matchAll(/^(?:import|export) .* from "\.\/([^"]+)";$/gm))
      files.add(next);
  }
  return { files: [...files], text };
}

describe("the published packages", () => {
  test.each(["sdkpp", "sdkpp-platform", "sdkpp-test", "sdkpp-fleet"])(
    "`npx %s` runs the program of this checkout",
    (name) => {
      const { status, stdout } = run(path.join(root, "node_modules/.bin", name), "--help");
      expect([status, stdout]).toEqual([0, expect.stringContaining(`Usage: ${name} `)]);
    },
  );

  describe.each(PACKAGES)("the tarball of %j", (folder) => {
    const place = fs.mkdtempSync(path.join(os.tmpdir(), "sdkpp-tarball-"));
    const packed = path.join(place, "package");
    const text = (file: string) => fs.readFileSync(path.join(packed, file), "utf8");
    let tarball: Buffer;

    beforeAll(() => {
      const file = pack(folder, place, "https://host.example/owner/name");
      run("tar", "-xzf", file, "-C", place);
      tarball = fs.readFileSync(file);
    });
    afterAll(() => fs.rmSync(place, { recursive: true }));

    test("passes publint", async () => {
      const { messages } = await publint({ pack: { tarball: new Uint8Array(tarball).buffer }, strict: true });
      const pkg = JSON.parse(text("package.json")) as Record<string, unknown>;
      expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
    });

    test("has a licence, an author and links that lead somewhere", () => {
      expect(text("LICENSE")).toContain("MIT");
      const described = JSON.parse(text("package.json")) as Record<string, unknown>;
      for (const field of ["author", "bugs", "homepage", "keywords", "repository"])
        expect(described).toHaveProperty(field);
      const pages = fs
        .readdirSync(packed, { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".md"));
      expect(pages).toContain("README.md");
      const dead = pages.flatMap((page) =>
        [...text(page).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].flatMap(([, target = ""]) =>
          fs.existsSync(path.join(packed, path.dirname(page), target)) ? [] : [`${page}: ${target}`],
        ),
      );
      expect(dead).toEqual([]);
    });
  });

  test("importing sdkpp loads no code that only calls need", () => {
    const { text } = loadedBy("index.js");
    expect(text).toContain("// dist/sdk/client-core.js");
    expect(text).toMatch(/\bimport\("\.\/call-/);
    expect(text).not.toMatch(/^\/\/ dist\/(protocol\/mls|call\/voice-connection)/m);
    expect(loadedBy("wire.js").text).not.toContain("// dist/sdk/");
  });

  test("the client can be made while another door is imported", () => {
    const program = `
      const { Client, SdkError } = await import("sdkpp");
      const others = ["voice", "wire"].map((name) => import("sdkpp/" + name));
      for (let turns = 0; turns < 6; turns += 1) await null;
      new Client().destroy();
      for (const other of await Promise.all(others)) if (other.SdkError !== SdkError) throw new Error("two classes");
      console.log("ok");`;
    const done = run(process.execPath, "--input-type=module", "--eval", program);
    expect([done.stdout, done.stderr]).toEqual(["ok\n", ""]);
  });

  test("there is no install script", () => {
    const scripts = json("package.json")["scripts"] as Record<string, string>;
    expect(Object.keys(scripts).filter((name) => /^(pre|post)?install$|^prepare$/.test(name))).toEqual([]);
    expect(json("package.json")["gypfile"]).toBe(false);
  });

  test("the package has every source of the addon, so that it can be built where no binary fits", () => {
    const { files } = json("package.json") as { files: string[] };
    const sources = ["native", "cmake"]
      .flatMap((folder) =>
        fs
          .readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
          .map((name) => `${folder}/${name}`),
      )
      .filter((file) => /\.\w+$/.test(file) && !file.startsWith("native/deps/"));
    expect(sources.length).toBeGreaterThan(100);
    expect(
      sources.filter((file) => !files.some((one) => file === one || file.startsWith(`${one}/`))),
    ).toEqual([]);
  });

  test("third-party notices match the linked sources", () => {
    const checked = run(process.execPath, "scripts/notices.mjs", "--check");
    expect(checked.stderr).toBe("");
    expect(checked.status).toBe(0);
    for (const [name, dep] of Object.entries(json("native/deps.json")) as [string, { linked: boolean }][]) {
      if (dep.linked) expect(fs.readFileSync(path.join(root, "THIRD_PARTY_NOTICES"), "utf8")).toContain(name);
    }
  });

  test("the parity page matches the real exports", () => {
    expect(run(process.execPath, "scripts/parity.mjs", "--check").status).toBe(0);
  });

  test("absent members belong to areas that are not built, and all declarations match", () => {
    const page = fs.readFileSync(path.join(root, "docs/parity.md"), "utf8");
    expect(page).not.toContain("Nowhere");
    expect(page).toContain("Members with another signature: none.");
    expect(page).toContain("Enums absent or with other values: none.");
  });

  test("the addon exports two symbols and links no C++ runtime", () => {
    if (process.platform !== "linux") return;
    const addon = "build/Release/sdkpp.node";
    const symbols = run("nm", "-D", "--defined-only", addon).stdout.trim().split("\n");
    expect(symbols.map((line) => line.split(" ").at(-1)).sort()).toEqual([
      "napi_register_module_v1",
      "node_api_module_get_api_version_v1",
    ]);
    const needed = run("readelf", "-d", addon).stdout;
    expect(needed).not.toMatch(/NEEDED.*(libstdc\+\+|libgcc_s|libssl|libcrypto|libopus)/);
  });
});
