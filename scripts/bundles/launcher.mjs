// The launcher of the examples, built by electron-vite with the versions that its package.json pins. No Electron runs.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { root } from "../cmake.mjs";
import { runProgram } from "../results/run-checks.mjs";
import { bundlersFrom } from "./bundlers.mjs";

const example = path.join(root, "examples/launcher");
const tools = path.join(path.dirname(bundlersFrom), "node_modules");
const TOOLS = [
  "@vitejs/plugin-react",
  "electron",
  "electron-vite",
  "react",
  "react-dom",
  "scheduler",
  "vite",
];
/** Packages of this repository: where they are, and what of them is needed here. */
const OWN = {
  sdkpp: [".", ["package.json", "dist/browser"]],
  "@sdkpp/electron": ["packages/electron", ["package.json", "dist"]],
  "@sdkpp/react": ["packages/react", ["package.json", "dist"]],
};
/** What the app must not have, and what `development.tsx` would bring into its pages. */
const DEVELOPMENT = /DevelopmentHost|connectTo\b|nextToken|@sdkpp\/(electron\/development|platform)/;

/** The check. @param {{ runs: string }} parts a folder for apps */
export function launcherBuild({ runs }) {
  return {
    name: "electron-vite build of the launcher",
    run: async () => {
      const app = projectIn(fs.mkdtempSync(path.join(runs, "launcher-")));
      const program = path.join(app, "node_modules/electron-vite/bin/electron-vite.js");
      const { code, stdout, stderr } = await runProgram(process.execPath, [program, "build"], { cwd: app });
      assert.equal(code, 0, `${stdout}\n${stderr}`);
      const built = textsOf(path.join(app, "out"));
      assert.match(built["main/index.js"], /from "@sdkpp\/electron\/main"/);
      assert.match(built["preload/index.cjs"], /sdkpp:hello/);
      assert.doesNotMatch(built["preload/index.cjs"], /require\("(?!electron")/);
      assert.match(built["renderer/index.html"], /content="default-src 'none'; script-src 'self';/);
      for (const [name, text] of Object.entries(built))
        assert.equal(DEVELOPMENT.exec(text)?.[0], undefined, name);
    },
  };
}

/** The example with its packages, as after `npm install`. */
function projectIn(app) {
  const isSource = (file) => !["node_modules", "out"].includes(path.basename(file));
  fs.cpSync(example, app, { recursive: true, filter: isSource });
  const { dependencies, devDependencies } = JSON.parse(
    fs.readFileSync(path.join(app, "package.json"), "utf8"),
  );
  for (const name of TOOLS) {
    const installed = path.join(tools, name);
    const { version } = JSON.parse(fs.readFileSync(path.join(installed, "package.json"), "utf8"));
    const pinned = { ...dependencies, ...devDependencies }[name];
    if (pinned !== undefined)
      assert.equal(version, pinned, `test/bundles pins another ${name} than the launcher`);
    link(installed, path.join(app, "node_modules", name));
  }
  for (const [name, [from, parts]] of Object.entries(OWN))
    for (const part of parts)
      fs.cpSync(path.join(root, from, part), path.join(app, "node_modules", name, part), { recursive: true });
  return app;
}

function link(target, at) {
  fs.mkdirSync(path.dirname(at), { recursive: true });
  fs.symlinkSync(target, at, "junction");
}

/** Files by their path, with forward slashes. */
function textsOf(folder) {
  const names = fs.readdirSync(folder, { recursive: true, encoding: "utf8" });
  const files = names.filter((name) => fs.statSync(path.join(folder, name)).isFile());
  return Object.fromEntries(
    files.map((name) => [name.replaceAll("\\", "/"), fs.readFileSync(path.join(folder, name), "utf8")]),
  );
}
