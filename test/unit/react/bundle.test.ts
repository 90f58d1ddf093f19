// What a page loads with the hooks: nothing of the main door, which needs Node.
import fs from "node:fs";
import path from "node:path";
import { rolldown } from "rolldown";
import { expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "../../..");
const DOORS = ["react", "sdkpp/enums", "sdkpp/surface", "@sdkpp/electron/renderer"];

it.each(["dist/browser/index.js", "dist/types/index.d.ts"])(
  "%s of the package imports the doors of pages only",
  (file) => {
    const text = fs.readFileSync(path.join(root, "packages/react", file), "utf8");
    const imported = [...text.matchAll(/(?:from\s|import\s*\(?)\s*["']([^"']+)["']/g)].map(
      ([, name]) => name,
    );
    expect(imported.filter((name = "") => !DOORS.includes(name))).toEqual([]);
    expect(imported.length).toBeGreaterThan(2);
  },
);

it("a page that is bundled with the hooks has no module of the main door and none of Node", async () => {
  const entry = path.join(root, "packages/react/dist/browser/index.js");
  const bundle = await rolldown({ input: entry, platform: "browser", external: ["react"] });
  const { output } = await bundle.generate({ format: "esm" });
  await bundle.close();
  const modules = output[0].moduleIds.map((id) => path.relative(root, id).replaceAll("\\", "/"));
  expect(modules.sort()).toEqual([
    "dist/browser/enums.js",
    "dist/browser/surface.js",
    "packages/electron/dist/browser/renderer.js",
    "packages/react/dist/browser/index.js",
  ]);
  expect(output[0].imports).toEqual(["react"]);
});
