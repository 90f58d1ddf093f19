import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const guide = fs.readFileSync(path.join(root, "docs/guides/adding-a-feature.md"), "utf8");
const files = ["lib", "platform", "test"].flatMap((folder) =>
  fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .filter((name) => !/\/(dist|node_modules)\//.test(name)),
);

it("the guide to adding a feature names existing files", () => {
  const named = [...guide.matchAll(/`([\w./-]+\.ts)`/g)].map((match) => match[1]!);
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((name) => !files.some((file) => file.endsWith(`/${name}`) || file === name))).toEqual(
    [],
  );
});
