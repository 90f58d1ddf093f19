// Lets `npx sdkpp-platform`, `npx sdkpp-test`, `npx sdkpp-fleet` and `npx sdkpp` run this checkout, as the guides show them. npm links the programs of
// workspaces when it installs, and then they are not built yet; without a link npx asks the registry for packages of these names.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { root } from "./cmake.mjs";

const PACKAGES = ["sdkpp", "@sdkpp/platform", "@sdkpp/testing", "@sdkpp/fleet"];

const modules = path.join(root, "node_modules");
const programs = PACKAGES.flatMap((name) => {
  const { bin } = JSON.parse(fs.readFileSync(path.join(modules, name, "package.json"), "utf8"));
  return Object.keys(bin);
});
if (!programs.every((name) => fs.existsSync(path.join(modules, ".bin", name))))
  execFileSync("npm", ["rebuild", "--silent", "--ignore-scripts", ...PACKAGES], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
